-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return {notice = ('x'):rep(60000)}
end
