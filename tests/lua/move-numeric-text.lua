-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.move(setmetatable({}, {__index = function() return 1 end}), '1', '9e15', '2', setmetatable({}, {__newindex = function() end}))
end
