-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	error('one\ntwo\27[31m\0three')
end
