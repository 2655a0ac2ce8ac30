-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	assert(getmetatable(_ENV) == false)
	assert(not pcall(setmetatable, _ENV, {}))
end
