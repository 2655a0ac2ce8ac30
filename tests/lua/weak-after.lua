-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local mt = {}
	local t = setmetatable({}, mt)
	mt.__mode = 'v'
	t[1] = {}
	pcall(function() local g, s = {}, ('x'):rep(59000) for i = 1, 250 do g[i % 5] = s .. i end end)
	assert(t[1], 'shows that memory was collected')
end
