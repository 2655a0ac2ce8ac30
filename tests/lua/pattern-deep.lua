-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|pattern too complex
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return (('('):rep(20)):match(('(.-)'):rep(31) .. ('a?'):rep(300) .. 'b') or (('a'):rep(500)):match(('a?'):rep(500) .. 'b')
end
