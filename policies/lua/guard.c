/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables as scripts see them: they cannot be written, and a name that is not
 * there is an error that names the nearest, not a nil that goes on.
 */
#include "policies/lua/guard.h"

#include "policies/lua/host.h"

#include "base/text.h"

#define NAMES_MAX 64

/* ---- read-only tables --------------------------------------------------- */

static int refuse_write(lua_State *L)
{
	const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "...";

	return luaL_error(L, "%s is read-only: '%s' cannot be set",
			  lua_tostring(L, lua_upvalueindex(1)), key);
}

static int frozen_next(lua_State *L)
{
	lua_settop(L, 2);
	return lua_next(L, lua_upvalueindex(1)) ? 2 : 0;
}

static int frozen_pairs(lua_State *L)
{
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_pushcclosure(L, frozen_next, 1);
	return 1;
}

static int frozen_len(lua_State *L)
{
	lua_pushinteger(L, (lua_Integer)lua_rawlen(L, lua_upvalueindex(1)));
	return 1;
}

/* FN with the table at REAL as upvalue, as field KEY of the table on top. */
static void set_method(lua_State *L, int real, lua_CFunction fn, const char *key)
{
	lua_pushvalue(L, real);
	lua_pushcclosure(L, fn, 1);
	lua_setfield(L, -2, key);
}

void cr_lua_freeze(lua_State *L, const char *name)
{
	int real = lua_gettop(L);

	lua_newtable(L);
	lua_createtable(L, 0, 5);
	lua_pushvalue(L, real);
	lua_setfield(L, -2, "__index");
	lua_pushstring(L, name);
	lua_pushcclosure(L, refuse_write, 1);
	lua_setfield(L, -2, "__newindex");
	set_method(L, real, frozen_pairs, "__pairs");
	set_method(L, real, frozen_len, "__len");
	lua_pushboolean(L, 0);
	lua_setfield(L, -2, "__metatable");
	lua_setmetatable(L, -2);
	lua_replace(L, real);
}

/* ---- names that are not there ------------------------------------------- */

int cr_lua_no_field(lua_State *L, const char *name, const char *key, int index)
{
	const char *names[NAMES_MAX] = {NULL}, *near;
	size_t n = 0;

	cr_lua_worker_of(L)->faulty = true;
	index = lua_absindex(L, index);
	for (lua_pushnil(L); n < NAMES_MAX && lua_next(L, index); lua_pop(L, 1))
		if (lua_type(L, -2) == LUA_TSTRING)
			names[n++] = lua_tostring(L, -2);
	near = cr_text_nearest(key, names, n);
	if (near)
		return luaL_error(L, "%s has no field '%s': did you mean '%s'?", name, key, near);
	return luaL_error(L, "%s has no field '%s'", name, key);
}

static int unknown_member(lua_State *L)
{
	const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);

	return cr_lua_no_field(L, lua_tostring(L, lua_upvalueindex(1)), key, 1);
}

void cr_lua_strict(lua_State *L, const char *name)
{
	lua_createtable(L, 0, 1);
	lua_pushstring(L, name);
	lua_pushcclosure(L, unknown_member, 1);
	lua_setfield(L, -2, "__index");
	lua_setmetatable(L, -2);
}

/* ---- what is taken over from Lua's own ----------------------------------- */

void cr_lua_pick(lua_State *L, int from, int to, const char *const *names)
{
	from = lua_absindex(L, from);
	to = lua_absindex(L, to);
	for (; *names; names++) {
		lua_getfield(L, from, *names);
		lua_setfield(L, to, *names);
	}
}
