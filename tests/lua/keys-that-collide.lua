-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local t, step = {}, 4095 * 8191 * 2047 * 1023
	for i = 1, 1 << 30 do t[i * step] = true end
end
