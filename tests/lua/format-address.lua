-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error invalid conversion '%p'
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return ('%p'):format({})
end
