/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Read-only tables and strict names, for all that scripts can reach.  For the files of policies/lua
 * only. */
#ifndef CR_POLICIES_LUA_GUARD_H
#define CR_POLICIES_LUA_GUARD_H

#include "policies/lua/state.h"

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
