-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 4000 do t['k' .. i] = true end
	for i = 1, 4000 do t['k' .. i] = nil end
	while true do next(t) end
end
