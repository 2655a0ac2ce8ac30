-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 100 do t[i] = ('\0'):rep(60000 - i) .. 'x' end
	while true do table.sort(t) end
end
