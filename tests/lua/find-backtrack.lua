-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return (('a'):rep(200)):find(('a-'):rep(30) .. 'b')
end
