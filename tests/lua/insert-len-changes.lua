-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local n = 0
	local t = setmetatable({}, {__len = function() n = n + 1; return n < 2 and 1 << 40 or 1 end})
	table.insert(t, 1, 'x')
end
