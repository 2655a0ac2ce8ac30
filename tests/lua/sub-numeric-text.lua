-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('0'):rep(65000) .. '1'
	while true do ('x'):sub(s, s) end
end
