-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions|time|memory|ok
function decide(job, decision, cluster)
	if job.user == 'sample' then return end
	local long = ('x'):rep(60000)
	local mt, t, key = {}, {}, {}
	setmetatable(t, mt)
	mt.__mode = 'k'
	local keys = {}
	for i = 1, 4000 do keys[i] = {} end
	for i = 1, 3999 do local k = (i * 2503) % 4000 + 1; t[keys[k]] = keys[((i + 1) * 2503) % 4000 + 1] end
	local first = keys[2504]
	keys = nil
	while true do local s = long .. #mt end
end
