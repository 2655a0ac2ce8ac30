-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	assert(not pcall(setmetatable, string, {}))
	assert(getmetatable(string) == false)
end
