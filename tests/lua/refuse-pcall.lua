-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: refuse
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	pcall(commroute.refuse, 'SITE-1', 'caught?')
	return {}
end
