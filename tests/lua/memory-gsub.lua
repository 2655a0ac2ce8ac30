-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory|instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return (('a'):rep(10000)):gsub('a', ('b'):rep(1000))
end
