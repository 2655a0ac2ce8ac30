-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 3000 do t[i] = ('\0'):rep(1000) .. i end
	while true do table.sort(t) end
end
