-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory|ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do commroute.log('%99.99f%99.99f%99.99f', 1e308, 1e308, 1e308) end
end
