-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.remove(setmetatable({}, {__len = function() return math.maxinteger end}), 2)
end
