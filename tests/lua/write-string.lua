-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error string is read-only
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	function string.format() end
end
