-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.move(setmetatable({}, {__index = function() return 1 end, __newindex = function() end}), 1, math.maxinteger - 1, 1)
end
