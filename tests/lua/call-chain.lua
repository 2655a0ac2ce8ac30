-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|stack|call a table
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local f = function() end
	for i = 1, 150 do f = setmetatable({}, {__call = f}) end
	while true do f() end
end
