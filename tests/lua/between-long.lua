-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = (' '):rep(60000) .. '2:00'
	while true do pcall(commroute.between, s, s) end
end
