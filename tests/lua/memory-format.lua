-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory|instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('x'):rep(60000)
	return string.format(('%s'):rep(200), table.unpack((function() local t = {} for i = 1, 200 do t[i] = s end return t end)()))
end
