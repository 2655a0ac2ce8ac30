-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error a value of type function
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	error(function() while true do end end)
end
