-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	while true do pcall(function() local s = 'x' while true do s = s .. s end end) end
end
