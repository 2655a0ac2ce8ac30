-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('z'):rep(65000)
	while true do tonumber(s, '36') end
end
