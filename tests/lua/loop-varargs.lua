-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f(...)
		while true do select('#', ...) end
	end
	local function grow(n, ...)
		if n == 0 then return f(...) end
		return grow(n - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, ...)
	end
	return grow(60)
end
