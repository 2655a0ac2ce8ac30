-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return {qos = ('spare,'):rep(10000) .. 'spare'}
end
