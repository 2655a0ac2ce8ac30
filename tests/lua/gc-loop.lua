-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error cannot have __gc
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	setmetatable({}, {__gc = function() while true do end end})
end
