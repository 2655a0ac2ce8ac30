/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a script can call: the harmless part of Lua's libraries, each function
 * that can take long replaced or charged for, and `commroute`.  For the files of policies/lua only.
 *
 * To add a function: its row in the table of its file, and a script in
 * tests/lua/ that tries to spend the budget with it.  test_lua_costs.c calls it with the
 * kinds of arguments that cost most.
 */
#ifndef CR_POLICIES_LUA_LIBS_H
#define CR_POLICIES_LUA_LIBS_H

#include "policies/lua/state.h"

/**
 * Push the table that every script's globals fall back on.  It and all that is
 * in it is read-only to scripts.  Runs within cr_lua_state_run().
 */
void cr_lua_open_libs(lua_State *L);

/**
 * Push a table with the same libraries, less `commroute`, as Lua leaves them to scripts: they
 * can be written, and what is not there is nil.  For scripts that were not written for us.
 */
void cr_lua_open_plain_libs(lua_State *L);

/* The parts; each leaves its functions in the table on top of the stack. */
void cr_lua_open_base(lua_State *L);
void cr_lua_open_string(lua_State *L);
void cr_lua_open_patterns(lua_State *L);
void cr_lua_open_table(lua_State *L);
void cr_lua_open_commroute(lua_State *L);

/* ---- charging.c: what the libraries charge by -------------------------------------------- */

#define CR_LUA_BYTES_PER_UNIT 8 /* work on so many bytes counts as an instruction */

/** Charge for argument ARG's length, if it is a string: whatever the callee will make of it. */
void cr_lua_charge_argument(lua_State *L, int arg);

/** As luaL_checkinteger() and luaL_optinteger(), charged: a string is read as a number. */
lua_Integer cr_lua_check_integer(lua_State *L, int arg);
lua_Integer cr_lua_opt_integer(lua_State *L, int arg, lua_Integer standard);

/** A function of Lua's own, the first upvalue, charged for all arguments.  A lua_CFunction. */
int cr_lua_charged(lua_State *L);

/**
 * For each of FUNCTIONS (ends with NULL): into the table at TO, with the function of that name
 * in the table at FROM as its first upvalue.
 */
void cr_lua_wrap(lua_State *L, int from, int to, const luaL_Reg *functions);

/* ---- what one library has of another -------------------------------------------------------- */

/** Push argument ARG as text, as tostring() does: without addresses. */
void cr_lua_push_text(lua_State *L, int arg);

/** string.format; Lua's own is the first upvalue.  A lua_CFunction. */
int cr_lua_format(lua_State *L);

#endif
