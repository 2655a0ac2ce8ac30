-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local a, b = ('\0'):rep(60000) .. 'a', ('\0'):rep(60000) .. 'b'
	while true do pcall(function() return a < b end) end
end
