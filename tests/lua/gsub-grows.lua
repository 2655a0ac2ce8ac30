-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = 'a'
	while true do s = s:gsub('.', 'aa'):sub(1, 30000) end
end
