-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error stack overflow|memory|instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f() return 1 + f() end
	return f()
end
