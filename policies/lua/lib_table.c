/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table library: Lua's own, each call charged by the elements it will touch. */
#include "policies/lua/libs.h"

#include <lualib.h>

/* More values at once would make each call and each `...` that hands them on dear. */
#define UNPACK_MAX 256

/* Call the original, which is the first upvalue, with all arguments. */
static int call_original(lua_State *L)
{
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_insert(L, 1);
	lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
	return lua_gettop(L);
}

static uint64_t count_span(lua_Integer first, lua_Integer last)
{
	return last < first ? 0 : (uint64_t)last - (uint64_t)first + 1;
}

/* Arguments FIRST and LAST of the call are a range; LAST defaults to #t, which is filled in. */
static uint64_t check_range(lua_State *L, int first, int last)
{
	lua_Integer from = luaL_optinteger(L, first, 1);

	luaL_checkany(L, 1);
	lua_settop(L, last > lua_gettop(L) ? last : lua_gettop(L));
	if (lua_isnil(L, last)) {
		lua_pushinteger(L, luaL_len(L, 1));
		lua_replace(L, last);
	}
	return count_span(from, luaL_checkinteger(L, last));
}

static int table_concat(lua_State *L)
{
	uint64_t n = check_range(L, 3, 4);

	if (lua_isnil(L, 2)) {
		lua_pushliteral(L, "");
		lua_replace(L, 2);
	}
	if (lua_isnil(L, 3)) {
		lua_pushinteger(L, 1);
		lua_replace(L, 3);
	}
	cr_lua_charge(L, n);
	return call_original(L);
}

static int table_unpack(lua_State *L)
{
	if (check_range(L, 2, 3) > UNPACK_MAX)
		return luaL_error(L, "too many results to unpack (at most %d)", UNPACK_MAX);
	return call_original(L);
}

static int table_move(lua_State *L)
{
	cr_lua_charge(L, count_span(luaL_checkinteger(L, 2), luaL_checkinteger(L, 3)));
	return call_original(L);
}

/* insert and remove shift what lies behind the place. */
static int table_shift(lua_State *L)
{
	luaL_checkany(L, 1);
	if (lua_type(L, 2) == LUA_TNUMBER)
		cr_lua_charge(L, count_span(lua_tointeger(L, 2), luaL_len(L, 1)));
	return call_original(L);
}

static int table_sort(lua_State *L)
{
	uint64_t n, cost = 0;

	luaL_checkany(L, 1);
	n = count_span(1, luaL_len(L, 1));
	for (uint64_t left = n; left > 1 && n <= UINT32_MAX; left /= 2)
		cost += n;
	/* Elements in an unlucky order cost more than n log n: twice that, on the average. */
	cr_lua_charge(L, n > UINT32_MAX ? n : 2 * cost);
	return call_original(L);
}

void cr_lua_open_table(lua_State *L)
{
	static const luaL_Reg charged[] = {
		{"concat", table_concat},
		{"insert", table_shift},
		{"move", table_move},
		{"remove", table_shift},
		{"sort", table_sort},
		{"unpack", table_unpack},
		{NULL, NULL},
	};

	luaL_requiref(L, "table", luaopen_table, 0);
	lua_getfield(L, -1, "pack");
	lua_setfield(L, -3, "pack");
	for (const luaL_Reg *f = charged; f->name; f++) {
		lua_getfield(L, -1, f->name);
		lua_pushcclosure(L, f->func, 1);
		lua_setfield(L, -3, f->name);
	}
	lua_pop(L, 1);
}
