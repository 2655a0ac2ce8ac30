-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do local s = ('%99.99a%99.99e%99.99g'):format(5e-324, 1e308, 1e-300) end
end
