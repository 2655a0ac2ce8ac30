-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function classify(job)
	if job.user == 'sample' then return end
	for i = 1, 60000 do local x = i end
end

function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do local s = ('x'):rep(100):upper() end
end
