-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('a'):rep(60000)
	while true do s:find('b', 1, true) end
end
