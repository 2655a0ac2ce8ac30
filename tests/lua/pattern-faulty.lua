-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error malformed pattern
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return ('a'):find('[a')
end
