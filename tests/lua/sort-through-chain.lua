-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	for i = 1, 100 do t[i] = i end
	for i = 1, 1500 do t = setmetatable({}, {__index = t, __newindex = t, __len = function() return 100 end}) end
	while true do table.sort(t) end
end
