-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	for _ in function() return 1 end do end
end
