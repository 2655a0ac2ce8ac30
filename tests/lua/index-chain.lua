-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 1900 do t = setmetatable({}, {__index = t}) end
	while true do local x = t.x end
end
