-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error has no field 'acount': did you mean 'account'
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return job.acount
end
