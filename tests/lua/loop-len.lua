-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = setmetatable({}, {__len = function() while true do end end})
	return #t
end
