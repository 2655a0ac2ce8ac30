-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = (' '):rep(60000) .. '2026-01-01'
	while true do pcall(commroute.date, s) end
end
