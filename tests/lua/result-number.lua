-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error must return a table
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	return 42
end
