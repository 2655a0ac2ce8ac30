-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f(n)
		local x <close> = setmetatable({}, {__close = function() while true do end end})
		if n > 0 then f(n - 1) else while true do end end
	end
	f(50)
end
