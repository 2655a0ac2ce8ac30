-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.insert(setmetatable({}, {__len = function() return 1 << 40 end}), '0x1p0', 0)
end
