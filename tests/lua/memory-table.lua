-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t = {}
	local i = 0
	while true do i = i + 1 t[i] = i end
end
