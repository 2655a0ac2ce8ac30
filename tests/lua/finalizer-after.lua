-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local mt = {__close = 1}
	local t = setmetatable({}, mt)
	mt.__gc = function() while true do end end
end
