-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local p = '%f[' .. ('a'):rep(60000) .. ']'
	return ('ba'):rep(30000):gsub(p, '')
end
