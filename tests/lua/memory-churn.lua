-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('x'):rep(100000)
	while true do local t = s .. 'y' end
end
