-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error stack overflow
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = setmetatable({}, {__index = function(t, k) return t[k] end})
	return t.x
end
