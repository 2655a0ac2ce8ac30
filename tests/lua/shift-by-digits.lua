-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|attempt to perform
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = (' '):rep(65000) .. '1'
	while true do local n = 1 << s end
end
