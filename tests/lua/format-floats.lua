-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local f, a = ('%99.99f'):rep(100), {}
	for i = 1, 100 do a[i] = 1e308 end
	while true do f:format(table.unpack(a)) end
end
