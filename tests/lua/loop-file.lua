-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: stop instructions
while true do end
