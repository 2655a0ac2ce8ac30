-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local p = '[' .. ('a'):rep(60000) .. ']'
	return ('a'):rep(60000):gsub(p, '')
end
