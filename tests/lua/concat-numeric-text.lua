-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|invalid value
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return table.concat(setmetatable({}, {__index = function() return '' end}), '', '1', '9e15')
end
