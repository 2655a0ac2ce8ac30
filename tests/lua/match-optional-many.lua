-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|too complex
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return ('a'):rep(60):match(('a?'):rep(60) .. ('a'):rep(60))
end
