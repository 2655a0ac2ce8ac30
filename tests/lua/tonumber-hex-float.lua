-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = '0x' .. ('f'):rep(65000) .. '.8p1'
	while true do tonumber(s) end
end
