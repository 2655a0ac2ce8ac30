-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error no variable is called 'comroute': did you mean 'commroute'
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return comroute.log('x')
end
