/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table library, each loop of it charged as it goes: how long a table says it is, and
 * which elements it has, can be the answers of a metatable, another one each time.
 */
#include "policies/lua/libs.h"

/* More values at once would make each call and each `...` that hands them on dear. */
#define UNPACK_MAX 256
#define PER_MOVE   2 /* an element read and written */

/* What can be read and written as a table is one, as in Lua. */
static void check_table(lua_State *L, int arg)
{
	if (lua_type(L, arg) == LUA_TTABLE)
		return;
	if (!luaL_getmetafield(L, arg, "__index"))
		luaL_checktype(L, arg, LUA_TTABLE);
	lua_pop(L, 1);
}

/* t[TO] = t[FROM] */
static void move_one(lua_State *L, lua_Integer from, lua_Integer to)
{
	cr_lua_charge(L, PER_MOVE);
	lua_geti(L, 1, from);
	lua_seti(L, 1, to);
}

/* table.concat(t, sep, first, last) */
static int table_concat(lua_State *L)
{
	size_t sep_len;
	const char *sep;
	lua_Integer at, last;
	luaL_Buffer out;

	check_table(L, 1);
	lua_settop(L, 4);
	sep = luaL_optlstring(L, 2, "", &sep_len);
	at = cr_lua_opt_integer(L, 3, 1);
	last = lua_isnil(L, 4) ? luaL_len(L, 1) : cr_lua_check_integer(L, 4);
	luaL_buffinit(L, &out);
	for (bool more = at <= last; more; at++) {
		if (lua_geti(L, 1, at) != LUA_TSTRING && lua_type(L, -1) != LUA_TNUMBER)
			return luaL_error(L,
					  "invalid value (a %s) at index %I in table for 'concat'",
					  luaL_typename(L, -1), (LUAI_UACINT)at);
		more = at < last;
		cr_lua_charge(L, 1 + (lua_rawlen(L, -1) + sep_len) / CR_LUA_BYTES_PER_UNIT);
		luaL_addvalue(&out);
		if (more)
			luaL_addlstring(&out, sep, sep_len);
	}
	luaL_pushresult(&out);
	return 1;
}

/* table.insert(t, value), (t, at, value) */
static int table_insert(lua_State *L)
{
	lua_Integer end, at;

	check_table(L, 1);
	end = (lua_Integer)((lua_Unsigned)luaL_len(L, 1) + 1);
	at = end;
	if (lua_gettop(L) != 2 && lua_gettop(L) != 3)
		return luaL_error(L, "wrong number of arguments to 'insert'");
	if (lua_gettop(L) == 3) {
		at = cr_lua_check_integer(L, 2);
		luaL_argcheck(L, (lua_Unsigned)at - 1 < (lua_Unsigned)end, 2,
			      "position out of bounds");
		for (lua_Integer i = end; i > at; i--)
			move_one(L, i - 1, i);
	}
	lua_seti(L, 1, at);
	return 0;
}

/* table.remove(t, at) */
static int table_remove(lua_State *L)
{
	lua_Integer size, at;

	check_table(L, 1);
	size = luaL_len(L, 1);
	at = cr_lua_opt_integer(L, 2, size);
	if (at != size)
		luaL_argcheck(L, (lua_Unsigned)at - 1 <= (lua_Unsigned)size, 2,
			      "position out of bounds");
	lua_settop(L, 1);
	lua_geti(L, 1, at);
	for (; at < size; at++)
		move_one(L, at + 1, at);
	lua_pushnil(L);
	lua_seti(L, 1, at);
	return 1;
}

/* table.move(t, first, last, to, other) */
static int table_move(lua_State *L)
{
	lua_Integer first = cr_lua_check_integer(L, 2), last = cr_lua_check_integer(L, 3);
	lua_Integer to = cr_lua_check_integer(L, 4), n;
	int other = lua_isnoneornil(L, 5) ? 1 : 5;
	bool forward;

	check_table(L, 1);
	check_table(L, other);
	if (last >= first) {
		luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3,
			      "too many elements to move");
		n = last - first + 1;
		luaL_argcheck(L, to <= LUA_MAXINTEGER - n + 1, 4, "destination wrap around");
		/* Where the two overlap, none is written before it was read. */
		forward = to > last || to <= first ||
			  (other != 1 && !lua_compare(L, 1, other, LUA_OPEQ));
		for (lua_Integer i = 0; i < n; i++) {
			lua_Integer k = forward ? i : n - 1 - i;

			cr_lua_charge(L, PER_MOVE);
			lua_geti(L, 1, first + k);
			lua_seti(L, other, to + k);
		}
	}
	lua_pushvalue(L, other);
	return 1;
}

/* table.pack(...) */
static int table_pack(lua_State *L)
{
	int n = lua_gettop(L);

	cr_lua_charge(L, (uint64_t)n);
	lua_createtable(L, n, 1);
	lua_insert(L, 1);
	for (int i = n; i > 0; i--)
		lua_seti(L, 1, i);
	lua_pushinteger(L, n);
	lua_setfield(L, 1, "n");
	return 1;
}

/* table.unpack(t, first, last) */
static int table_unpack(lua_State *L)
{
	lua_Integer first = cr_lua_opt_integer(L, 2, 1), last;
	lua_Unsigned n;

	luaL_checkany(L, 1);
	last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : cr_lua_check_integer(L, 3);
	if (first > last)
		return 0;
	n = (lua_Unsigned)last - (lua_Unsigned)first;
	if (n >= UNPACK_MAX)
		return luaL_error(L, "too many results to unpack (at most %d)", UNPACK_MAX);
	luaL_checkstack(L, UNPACK_MAX, "too many results to unpack");
	cr_lua_charge(L, n + 1);
	for (lua_Unsigned i = 0; i <= n; i++)
		lua_geti(L, 1, first + (lua_Integer)i);
	return (int)n + 1;
}

/* ---- sort: a heap, so that no order of the elements is an unlucky one --------------- */

/* Does the value at A come before the one at B (places on the stack, from its top)? */
static bool is_before(lua_State *L, int a, int b)
{
	bool yes;

	cr_lua_charge(L, 1);
	if (lua_isnil(L, 2))
		return lua_compare(L, a, b, LUA_OPLT);
	lua_pushvalue(L, 2);
	lua_pushvalue(L, a - 1);
	lua_pushvalue(L, b - 2);
	lua_call(L, 2, 1);
	yes = lua_toboolean(L, -1);
	lua_pop(L, 1);
	return yes;
}

/* Push the larger child of AT, and say which it is. */
static lua_Integer push_larger_child(lua_State *L, lua_Integer at, lua_Integer last)
{
	lua_Integer child = 2 * at;

	cr_lua_charge(L, PER_MOVE);
	lua_geti(L, 1, child);
	if (child == last)
		return child;
	lua_geti(L, 1, child + 1);
	if (!is_before(L, -2, -1)) {
		lua_pop(L, 1);
		return child;
	}
	lua_remove(L, -2);
	return child + 1;
}

/* Put the value on top of the stack into the heap AT..LAST, whose root is free. */
static void sift_down(lua_State *L, lua_Integer at, lua_Integer last)
{
	while (at <= last / 2) {
		lua_Integer child = push_larger_child(L, at, last);

		if (!is_before(L, -2, -1)) {
			lua_pop(L, 1);
			break;
		}
		lua_seti(L, 1, at);
		at = child;
	}
	lua_seti(L, 1, at);
}

/* table.sort(t, comes_before) */
static int table_sort(lua_State *L)
{
	lua_Integer n;

	check_table(L, 1);
	if (!lua_isnoneornil(L, 2))
		luaL_checktype(L, 2, LUA_TFUNCTION);
	lua_settop(L, 2);
	n = luaL_len(L, 1);
	luaL_argcheck(L, n < INT32_MAX, 1, "array too big");
	for (lua_Integer i = n / 2; i > 0; i--) {
		lua_geti(L, 1, i);
		sift_down(L, i, n);
	}
	for (lua_Integer i = n; i > 1; i--) {
		lua_geti(L, 1, i);
		move_one(L, 1, i);
		sift_down(L, 1, i - 1);
	}
	return 0;
}

void cr_lua_open_table(lua_State *L)
{
	static const luaL_Reg functions[] = {
		{"concat", table_concat}, {"insert", table_insert},
		{"move", table_move},     {"pack", table_pack},
		{"remove", table_remove}, {"sort", table_sort},
		{"unpack", table_unpack}, {NULL, NULL},
	};

	luaL_setfuncs(L, functions, 0);
}
