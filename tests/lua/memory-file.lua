-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop memory
local t = {}
local s = ('x'):rep(50000)
for i = 1, 100000 do t[i] = s .. i end
