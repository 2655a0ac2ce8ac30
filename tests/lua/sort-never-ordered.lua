-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 2000 do t[i] = i end
	while true do table.sort(t, function() return true end) end
end
