-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory|overflow
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f(...)
		local n = select('#', ...)
		if n > 4000 then while true do local a = select(-1, ...) end end
		return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, ...)
	end
	return f()
end
