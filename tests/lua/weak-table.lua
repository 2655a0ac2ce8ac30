-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error cannot have __mode
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	setmetatable({}, {__mode = 'k'})
end
