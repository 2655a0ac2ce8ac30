-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 100 do t[i] = i end
	table.sort(t, function() while true do end end)
end
