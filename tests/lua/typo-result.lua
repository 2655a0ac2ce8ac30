-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error has no field 'segmnt': did you mean 'segment'
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return {segmnt = 4}
end
