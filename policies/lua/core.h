/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Lua's core is given instead of the C library's: see core.c.  For state.c only. */
#ifndef CR_POLICIES_LUA_CORE_H
#define CR_POLICIES_LUA_CORE_H

#include "policies/lua/state.h"

/**
 * From now on this thread runs STATE (NULL: none), whose budget pays for what the core
 * compares.  Returns whose it was, to be entered again afterwards.
 */
struct cr_lua_state *cr_lua_core_enter(struct cr_lua_state *state);

#endif
