-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error is not there in a policy
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return io.open('/etc/passwd')
end
