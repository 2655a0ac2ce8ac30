-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function f() pcall(f) end
	while true do f() end
end
