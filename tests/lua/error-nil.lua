-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error a value of type nil
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	error(nil)
end
