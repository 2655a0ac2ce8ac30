/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a script can call: the harmless part of Lua's libraries, each function
 * that can take long replaced or charged for, and `commroute`.  For the files of policies/lua only.
 *
 * To add a function: its row in the table of its file, and a script in
 * tests/lua/ that tries to spend the budget with it.
 */
#ifndef CR_POLICIES_LUA_LIBS_H
#define CR_POLICIES_LUA_LIBS_H

#include "policies/lua/state.h"

/**
 * Push the table that every script's globals fall back on.  It and all that is
 * in it is read-only to scripts.  Runs within cr_lua_state_run().
 */
void cr_lua_open_libs(lua_State *L);

/* The parts; each leaves its functions in the table on top of the stack. */
void cr_lua_open_base(lua_State *L);
void cr_lua_open_string(lua_State *L);
void cr_lua_open_table(lua_State *L);
void cr_lua_open_commroute(lua_State *L);

#endif
