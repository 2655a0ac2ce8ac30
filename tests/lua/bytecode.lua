-- SPDX-License-Identifier: GPL-2.0-or-later
-- expect: error
Lua
