-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local a, b = ('\0'):rep(60000) .. 'a', ('\0'):rep(60000) .. 'b'
	local n = 0
	while true do if a < b then n = n + 1 end end
end
