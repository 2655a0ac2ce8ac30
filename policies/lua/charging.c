/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a call of a library function costs: by the bytes and the number of its arguments. */
#include "policies/lua/libs.h"

#define ARGUMENTS_PER_UNIT 8

void cr_lua_charge_argument(lua_State *L, int arg)
{
	if (lua_type(L, arg) == LUA_TSTRING)
		cr_lua_charge(L, lua_rawlen(L, arg) / CR_LUA_BYTES_PER_UNIT);
}

lua_Integer cr_lua_check_integer(lua_State *L, int arg)
{
	cr_lua_charge_argument(L, arg);
	return luaL_checkinteger(L, arg);
}

lua_Integer cr_lua_opt_integer(lua_State *L, int arg, lua_Integer standard)
{
	return lua_isnoneornil(L, arg) ? standard : cr_lua_check_integer(L, arg);
}

int cr_lua_charged(lua_State *L)
{
	int n = lua_gettop(L);
	uint64_t bytes = 0;

	for (int i = 1; i <= n; i++)
		if (lua_type(L, i) == LUA_TSTRING)
			bytes += lua_rawlen(L, i);
	cr_lua_charge(L, (uint64_t)n / ARGUMENTS_PER_UNIT + bytes / CR_LUA_BYTES_PER_UNIT);
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_insert(L, 1);
	lua_call(L, n, LUA_MULTRET);
	return lua_gettop(L);
}

void cr_lua_wrap(lua_State *L, int from, int to, const luaL_Reg *functions)
{
	from = lua_absindex(L, from);
	to = lua_absindex(L, to);
	for (const luaL_Reg *f = functions; f->name; f++) {
		lua_getfield(L, from, f->name);
		lua_pushcclosure(L, f->func, 1);
		lua_setfield(L, to, f->name);
	}
}
