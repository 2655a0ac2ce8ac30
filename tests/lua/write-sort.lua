-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.sort(cluster.partitions)
end
