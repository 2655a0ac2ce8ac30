/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The basic functions: those of Lua that are harmless, and ours for the rest. */
#include "policies/lua/guard.h"
#include "policies/lua/libs.h"

#include <lualib.h>
#include <string.h>

/* Nobody catches the end of the run, be it a bound or commroute.refuse(). */
static void pass_on_stop(lua_State *L, int status)
{
	struct cr_lua_state *s = cr_lua_state_of(L);

	if (s->stop != CR_LUA_RUNS)
		cr_lua_stop_now(L, s->stop);
	if (status == LUA_ERRMEM)
		cr_lua_stop_now(L, CR_LUA_STOP_MEMORY);
}

static int protected_call(lua_State *L)
{
	int status;

	luaL_checkany(L, 1);
	lua_pushboolean(L, 1);
	lua_insert(L, 1);
	status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
	pass_on_stop(L, status);
	if (status == LUA_OK)
		return lua_gettop(L);
	lua_pushboolean(L, 0);
	lua_insert(L, -2);
	return 2;
}

/* Its handler runs after the unwinding: within it, an error would call it again. */
static int protected_call_with_handler(lua_State *L)
{
	int status;

	luaL_checktype(L, 2, LUA_TFUNCTION);
	lua_pushboolean(L, 1);
	lua_pushvalue(L, 1);
	lua_rotate(L, 3, 2);
	status = lua_pcall(L, lua_gettop(L) - 4, LUA_MULTRET, 0);
	pass_on_stop(L, status);
	if (status == LUA_OK)
		return lua_gettop(L) - 2;
	lua_pushvalue(L, 2);
	lua_insert(L, -2);
	pass_on_stop(L, lua_pcall(L, 1, 1, 0)); /* its own error takes the first one's place */
	lua_pushboolean(L, 0);
	lua_insert(L, -2);
	return 2;
}

/*
 * __gc runs where no hook does, and a weak table shows when memory is
 * collected: neither is needed to choose a partition.
 */
static int set_metatable(lua_State *L)
{
	static const char *const barred[] = {"__gc", "__mode"};
	int type = lua_type(L, 2);

	luaL_checktype(L, 1, LUA_TTABLE);
	luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
	if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
		return luaL_error(L, "cannot change a protected metatable");
	for (size_t i = 0; type == LUA_TTABLE && i < 2; i++) {
		lua_pushstring(L, barred[i]);
		if (lua_rawget(L, 2) != LUA_TNIL)
			return luaL_error(L, "a metatable in a policy cannot have %s", barred[i]);
		lua_pop(L, 1);
	}
	lua_settop(L, 2);
	lua_setmetatable(L, 1);
	return 1;
}

/* As Lua's, less addresses: they would differ from one run to the next. */
void cr_lua_push_text(lua_State *L, int arg)
{
	switch (lua_type(L, arg)) {
	case LUA_TTABLE:
	case LUA_TUSERDATA:
		if (luaL_callmeta(L, arg, "__tostring")) {
			if (!lua_isstring(L, -1))
				luaL_error(L, "'__tostring' must return a string");
			return;
		}
		/* fall through */
	case LUA_TFUNCTION:
	case LUA_TTHREAD:
	case LUA_TLIGHTUSERDATA:
		lua_pushstring(L, luaL_typename(L, arg));
		break;
	default:
		(void)luaL_tolstring(L, arg, NULL);
		break;
	}
}

static int to_string(lua_State *L)
{
	luaL_checkany(L, 1);
	cr_lua_push_text(L, 1);
	return 1;
}

void cr_lua_open_base(lua_State *L)
{
	static const char *const names[] = {
		"assert",   "getmetatable", "ipairs", "next", "pairs",
		"rawequal", "rawget",       "rawlen", "type", NULL,
	};
	static const luaL_Reg wrapped[] = {
		{"error", cr_lua_charged},
		{"select", cr_lua_charged},
		{"tonumber", cr_lua_charged},
		{NULL, NULL},
	};
	static const luaL_Reg ours[] = {
		{"pcall", protected_call},
		{"xpcall", protected_call_with_handler},
		{"setmetatable", set_metatable},
		{"tostring", to_string},
		{NULL, NULL},
	};

	luaL_requiref(L, "_G", luaopen_base, 0);
	cr_lua_pick(L, -1, -2, names);
	cr_lua_wrap(L, -1, -2, wrapped);
	lua_pop(L, 1);
	luaL_setfuncs(L, ours, 0);
	lua_pushliteral(L, "Lua 5.4");
	lua_setfield(L, -2, "_VERSION");
}
