-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error segment must be
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return {segment = 1 << 40}
end
