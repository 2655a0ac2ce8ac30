-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local p = ('*a'):rep(500) .. 'b'
	while true do commroute.glob(p, ('a'):rep(2000)) end
end
