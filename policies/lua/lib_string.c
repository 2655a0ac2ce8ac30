/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The string library: Lua's own where a call's time is that of its arguments
 * (charged), ours for format and for all that takes patterns.
 */
#include "policies/lua/guard.h"
#include "policies/lua/libs.h"

#include <lualib.h>

#define BYTE_MAX 256

/* Each byte becomes a value on the stack. */
static int string_byte(lua_State *L)
{
	lua_Integer first = cr_lua_opt_integer(L, 2, 1), last = cr_lua_opt_integer(L, 3, first);
	size_t len;

	(void)luaL_checklstring(L, 1, &len);
	first = first < 0 ? first + (lua_Integer)len + 1 : first;
	last = last < 0 ? last + (lua_Integer)len + 1 : last;
	first = first < 1 ? 1 : first;
	last = last > (lua_Integer)len ? (lua_Integer)len : last;
	if (last >= first && last - first >= BYTE_MAX)
		return luaL_error(L, "string slice too long (at most %d bytes)", BYTE_MAX);
	return cr_lua_charged(L);
}

/* The original loops N times even over nothing. */
static int string_rep(lua_State *L)
{
	size_t len, sep_len;
	lua_Integer n = cr_lua_check_integer(L, 2);

	(void)luaL_checklstring(L, 1, &len);
	(void)luaL_optlstring(L, 3, "", &sep_len);
	if (n > 0) {
		cr_lua_charge(L, (uint64_t)n); /* then the product below cannot overflow */
		cr_lua_charge(L, (uint64_t)n * (len + sep_len) / CR_LUA_BYTES_PER_UNIT);
	}
	return cr_lua_charged(L);
}

/* ("x"):upper(): the methods of strings, out of a script's reach. */
static void set_string_metatable(lua_State *L)
{
	lua_pushliteral(L, "");
	lua_createtable(L, 0, 2);
	lua_pushvalue(L, -3);
	lua_setfield(L, -2, "__index");
	lua_pushboolean(L, 0);
	lua_setfield(L, -2, "__metatable");
	lua_setmetatable(L, -2);
	lua_pop(L, 1);
}

void cr_lua_open_string(lua_State *L)
{
	static const luaL_Reg wrapped[] = {
		{"byte", string_byte},       {"char", cr_lua_charged},
		{"format", cr_lua_format},   {"len", cr_lua_charged},
		{"lower", cr_lua_charged},   {"rep", string_rep},
		{"reverse", cr_lua_charged}, {"sub", cr_lua_charged},
		{"upper", cr_lua_charged},   {NULL, NULL},
	};

	luaL_requiref(L, "string", luaopen_string, 0);
	cr_lua_wrap(L, -1, -2, wrapped);
	lua_pop(L, 1);
	cr_lua_open_patterns(L);
	set_string_metatable(L);
}
