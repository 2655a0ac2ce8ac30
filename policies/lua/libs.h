/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a script can call: the harmless part of Lua's libraries, each function
 * that can take long replaced or charged for, and `commroute`.  For lua*.c only.
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

/**
 * Replace the table on top of the stack by one that reads like it and cannot be
 * written: an assignment raises an error that calls it NAME.
 */
void cr_lua_freeze(lua_State *L, const char *name);

/** Raise "NAME has no field 'KEY': did you mean ...?" over the keys of the table at INDEX. */
int cr_lua_no_field(lua_State *L, const char *name, const char *key, int index);

/** Make the table on top of the stack (a library called NAME) raise that for unknown keys. */
void cr_lua_strict(lua_State *L, const char *name);

/** Copy the fields in NAMES (ends with NULL) from the table at FROM to the one at TO. */
void cr_lua_pick(lua_State *L, int from, int to, const char *const *names);

#endif
