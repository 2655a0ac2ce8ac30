-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local a, b = ('x\0'):rep(30000), ('x\0'):rep(30000) .. '\0'
	while a <= b do end
end
