-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error has no field 'pack'
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return string.pack('i4', 1)
end
