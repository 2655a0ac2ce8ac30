-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error is no code
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	commroute.refuse('CR-301', 'stolen')
end
