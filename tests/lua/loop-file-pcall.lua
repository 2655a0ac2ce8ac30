-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
while true do pcall(function() while true do end end) end
