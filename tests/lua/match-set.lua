-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local set = '[' .. ('b'):rep(10000) .. ']'
	return (('a'):rep(10000)):find(set)
end
