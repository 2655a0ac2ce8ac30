-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local live = {}
	for i = 1, 3000 do live[i] = {{}, {}, {}, {}, {}, {}} end
	while true do local g = {('x'):rep(1000) .. #live} live[1] = g end
end
