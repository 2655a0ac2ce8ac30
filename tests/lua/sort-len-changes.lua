-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local n = 0
	local t = setmetatable({}, {__len = function() n = n + 1; return n < 2 and 1 or 1 << 30 end, __index = function() return 1 end, __newindex = function() end})
	while true do table.sort(t) end
end
