-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|no field
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do local a, b, c = cluster.partitions[1], cluster.partitions[{}], cluster.qos[1.5] end
end
