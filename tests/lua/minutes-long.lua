-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('9'):rep(60000)
	while true do pcall(commroute.minutes, s) end
end
