-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	table.move({}, 1, math.maxinteger, 1, {})
end
