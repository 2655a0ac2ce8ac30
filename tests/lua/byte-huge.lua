-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error slice too long
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return (('a'):rep(10000)):byte(1, -1)
end
