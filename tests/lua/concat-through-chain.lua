-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = setmetatable({}, {__index = function() return '' end})
	for i = 1, 1900 do t = setmetatable({}, {__index = t, __len = function() return 1 << 50 end}) end
	return table.concat(t)
end
