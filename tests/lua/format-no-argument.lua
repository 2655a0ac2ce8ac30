-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error to 'format' (no value)
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return ('%s'):rep(20000):format()
end
