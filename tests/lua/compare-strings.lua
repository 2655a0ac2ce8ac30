-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local a, b = ('a'):rep(60000) .. 'b', ('a'):rep(60000) .. 'c'
	local n = 0
	while true do if a < b then n = n + 1 end end
end
