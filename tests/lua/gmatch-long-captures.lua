-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local n = 0
	while true do for a in ('x'):rep(50000):gmatch('()(((.-)))$') do n = n + 1 end end
end
