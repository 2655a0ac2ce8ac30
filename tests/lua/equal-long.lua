-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local a, b = ('a'):rep(60000) .. 'b', ('a'):rep(60000) .. 'c'
	while a ~= b do end
end
