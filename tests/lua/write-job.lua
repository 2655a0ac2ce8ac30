-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error job is read-only
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	job.user = 'root'
end
