-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error is no candidate
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return {candidates = {'/etc/passwd'}}
end
