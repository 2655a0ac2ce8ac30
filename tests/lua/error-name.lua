-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error a value of type table
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	error(setmetatable({}, {__name = ('x'):rep(10000)}))
end
