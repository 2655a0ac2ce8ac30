-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return table.concat(setmetatable({}, {__len = function() return 1 << 50 end, __index = function() return '' end}))
end
