/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The globals that a script starts with: the libraries put together, each closed
 * to writing, and a plain word for what Lua has and a policy has not.
 */
#include "policies/lua/libs.h"

#include "policies/lua/guard.h"
#include "policies/lua/host.h"

#include "base/text.h"

#include <lualib.h>
#include <string.h>

#define NAMES_MAX 64

/* Of Lua's own; why they are not there is in docs/lua.md. */
static const char *const removed[] = {
	"collectgarbage", "coroutine", "debug", "dofile",  "io",      "load",   "loadfile",
	"loadstring",     "module",    "os",    "package", "print",   "rawset", "require",
	"utf8",           "warn",      "_G",    "getfenv", "setfenv", "slurm",
};

static int unknown_global(lua_State *L)
{
	const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
	const char *names[NAMES_MAX] = {NULL}, *near;
	size_t n = 0;

	cr_lua_worker_of(L)->faulty = true;
	for (size_t i = 0; i < sizeof(removed) / sizeof(removed[0]); i++)
		if (strcmp(key, removed[i]) == 0)
			return luaL_error(L, "'%s' is not there in a policy (see docs/lua.md)",
					  key);
	for (lua_pushnil(L); n < NAMES_MAX && lua_next(L, lua_upvalueindex(1)); lua_pop(L, 1))
		if (lua_type(L, -2) == LUA_TSTRING)
			names[n++] = lua_tostring(L, -2);
	near = cr_text_nearest(key, names, n);
	return luaL_error(L, "no variable is called '%s'%s%s%s", key,
			  near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* No random numbers: the same job gets the same decision. */
static void open_math(lua_State *L)
{
	static const char *const values[] = {"huge", "maxinteger", "mininteger", "pi", NULL};
	static const luaL_Reg functions[] = {
		{"abs", cr_lua_charged},       {"ceil", cr_lua_charged},
		{"exp", cr_lua_charged},       {"floor", cr_lua_charged},
		{"fmod", cr_lua_charged},      {"log", cr_lua_charged},
		{"max", cr_lua_charged},       {"min", cr_lua_charged},
		{"modf", cr_lua_charged},      {"sqrt", cr_lua_charged},
		{"tointeger", cr_lua_charged}, {"type", cr_lua_charged},
		{"ult", cr_lua_charged},       {NULL, NULL},
	};

	luaL_requiref(L, "math", luaopen_math, 0);
	cr_lua_pick(L, -1, -2, values);
	cr_lua_wrap(L, -1, -2, functions);
	lua_pop(L, 1);
}

static void open_room(lua_State *L, const char *name, void (*open)(lua_State *L))
{
	lua_newtable(L);
	open(L);
	lua_setfield(L, -2, name);
}

static void close_room(lua_State *L, const char *name)
{
	lua_getfield(L, -1, name);
	cr_lua_strict(L, name);
	cr_lua_freeze(L, name);
	lua_setfield(L, -2, name);
}

/* Lua keeps what it loaded, and its own table of globals: nothing of ours needs them. */
static void forget_originals(lua_State *L)
{
	lua_pushnil(L);
	lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
	lua_newtable(L);
	lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

void cr_lua_open_plain_libs(lua_State *L)
{
	lua_newtable(L);
	cr_lua_open_base(L);
	open_room(L, "math", open_math);
	open_room(L, "string", cr_lua_open_string);
	open_room(L, "table", cr_lua_open_table);
	forget_originals(L);
}

void cr_lua_open_libs(lua_State *L)
{
	cr_lua_open_plain_libs(L);
	open_room(L, "commroute", cr_lua_open_commroute);
	close_room(L, "math");
	close_room(L, "string");
	close_room(L, "table");
	close_room(L, "commroute");
	/* The fallback of the fallback: what is in neither. */
	lua_createtable(L, 0, 2);
	lua_pushvalue(L, -2);
	lua_pushcclosure(L, unknown_global, 1);
	lua_setfield(L, -2, "__index");
	lua_pushboolean(L, 0);
	lua_setfield(L, -2, "__metatable");
	lua_setmetatable(L, -2);
}
