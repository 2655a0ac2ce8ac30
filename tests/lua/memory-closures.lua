-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	while true do local a, b, c, d = 1, 2, 3, 4
		t[#t + 1] = function() return a, b, c, d end
	end
end
