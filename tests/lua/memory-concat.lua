-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	local s = ('x'):rep(10000)
	for i = 1, 2000 do t[i] = s end
	return table.concat(t)
end
