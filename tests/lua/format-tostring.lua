-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('x'):rep(60000)
	local t = setmetatable({}, {__tostring = function() return s end})
	while true do ('%.1s'):format(t) end
end
