-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local x = 1e308
	while true do x = (1e308 % 5e-324) + (1.0000001 ^ 1e300) + math.fmod(1e308, 3e-308) end
end
