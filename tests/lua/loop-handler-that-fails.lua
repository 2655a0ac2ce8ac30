-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local function h(e) return xpcall(error, h) end
	while true do xpcall(error, h) end
end
