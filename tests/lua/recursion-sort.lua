-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error stack overflow|memory|instructions|invalid order
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f(a, b) table.sort({3, 2, 1}, f) return false end
	table.sort({3, 2, 1}, f)
end
