-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end})
	while true do pcall(function() return t[1] end) end
end
