/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * string.format: Lua's own for one item at a time, each charged before it is made.  No %p, and
 * no address in what %s makes of a table: they differ from one run to the next.
 */
#include "policies/lua/libs.h"

#include <string.h>

#define ITEM_MAX    20 /* flags, width, precision: more are no item of Lua's either */
#define NUMBER_COST 4
#define FLOAT_COST  200 /* %99.99f of the largest number: 400 digits */
#define QUOTE_COST  4   /* times the length: each byte can become four */

/* The argument as the item takes it; raises what is wrong with it, and charges. */
static void take_argument(lua_State *L, char conversion, int arg)
{
	cr_lua_charge_argument(L, arg);
	switch (conversion) {
	case 'p':
		luaL_error(L, "invalid conversion '%%p' to 'format'");
		break;
	case 's':
		cr_lua_push_text(L, arg);
		cr_lua_charge(L, lua_rawlen(L, -1) / CR_LUA_BYTES_PER_UNIT);
		return;
	case 'q':
		cr_lua_charge(L, QUOTE_COST * (lua_rawlen(L, arg) / CR_LUA_BYTES_PER_UNIT + 1));
		break;
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		(void)luaL_checknumber(L, arg);
		cr_lua_charge(L, FLOAT_COST);
		break;
	case 'c':
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
		(void)luaL_checkinteger(L, arg);
		cr_lua_charge(L, NUMBER_COST);
		break;
	default: /* the original says that there is no such item */
		break;
	}
	lua_pushvalue(L, arg);
}

/* One item, from its '%' on; returns what comes behind it. */
static const char *add_item(lua_State *L, luaL_Buffer *out, const char *at, const char *end,
			    int arg)
{
	const char *last = at + 1;

	while (last < end && last - at < ITEM_MAX && *last && strchr("-+ #0123456789.", *last))
		last++;
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_pushlstring(L, at, (size_t)(last - at) + (last < end));
	take_argument(L, (char)(last < end ? *last : '\0'), arg);
	lua_call(L, 2, 1);
	luaL_addvalue(out);
	return last < end ? last + 1 : end;
}

int cr_lua_format(lua_State *L)
{
	size_t len;
	const char *at = luaL_checklstring(L, 1, &len), *end = at + len;
	int arg = 1, arguments = lua_gettop(L);
	luaL_Buffer out;

	cr_lua_charge_argument(L, 1);
	luaL_buffinit(L, &out);
	while (at < end) {
		if (*at != '%') {
			luaL_addchar(&out, *at++);
		} else if (at + 1 < end && at[1] == '%') {
			luaL_addchar(&out, '%');
			at += 2;
		} else {
			cr_lua_charge(L, 1);
			/* Behind the arguments is what the buffer keeps on the stack. */
			arg++;
			luaL_argcheck(L, arg <= arguments, arg, "no value");
			at = add_item(L, &out, at, end, arg);
		}
	}
	luaL_pushresult(&out);
	return 1;
}
