-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.sort(setmetatable({}, {__len = function() return 1 << 30 end, __index = function() return 1 end, __newindex = function() end}))
end
