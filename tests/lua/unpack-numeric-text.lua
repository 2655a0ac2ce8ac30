-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error too many results
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return table.unpack({}, '1', '1e9')
end
