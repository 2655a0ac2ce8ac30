-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|stack|overflow|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f()
		local a <close> = setmetatable({}, {__close = f})
		for i = 1, 10 do local b <close> = setmetatable({}, {__close = function() for j = 1, 100 do pcall(f) end end}) end
	end
	while true do pcall(f) end
end
