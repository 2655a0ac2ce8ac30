-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|malformed
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local p = '[' .. ('a'):rep(60000)
	while true do pcall(string.find, ('a'):rep(60000), p) end
end
