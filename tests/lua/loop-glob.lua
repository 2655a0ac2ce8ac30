-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s, p = ('a'):rep(2000), ('*a'):rep(1000) .. 'b'
	while true do commroute.glob(p, s) end
end
