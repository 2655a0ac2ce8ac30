-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error attempt to perform bitwise
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local s = ('0'):rep(65000) .. '1'
	local n = 0
	while true do n = n | s end
end
