-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return {candidates = setmetatable({}, {__len = function() return 3 end, __index = function() while true do end end})}
end
