-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error|ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return setmetatable({}, {__pairs = function() while true do end end})
end
