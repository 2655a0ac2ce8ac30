-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory|overflow
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f(...) table.pack(...); return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...) end
	return f()
end
