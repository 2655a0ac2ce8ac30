-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t, step = {}, 4095 * 2047 * 1023
	for i = 1, 2000 do t[i * step] = true end
	local last = 2000 * step
	while true do local x = t[step], t[last] end
end
