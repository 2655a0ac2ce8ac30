-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do for n, p in pairs(cluster.partitions) do local x = p.idle end end
end
