-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 5000 do t[i] = i end
	while true do for k in next, t do end end
end
