-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = setmetatable({}, {__newindex = function() end})
	table.move(t, 1, 1 << 50, 2)
end
