-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	assert(('abc'):find('b', math.mininteger) == 2)
	assert(('abc'):match('b', -math.maxinteger) == 'b')
end
