-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error has no field 'random'
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return math.random()
end
