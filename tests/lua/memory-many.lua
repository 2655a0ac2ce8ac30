-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t, s = {}, ('x'):rep(10000)
	for i = 1, 1000000 do t[i] = s .. i end
end
