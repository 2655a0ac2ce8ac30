-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do local c = decision.candidates end
end
