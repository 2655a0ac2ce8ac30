-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory|instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do commroute.log('%s%s', ('x'):rep(300000), ('y'):rep(300000)) end
end
