/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Objects as scripts see them: fields are read from C's own structures at the moment they
 * are asked for.  What is not set is nil; a name that is no field is an error.
 */
#include "policies/lua/object.h"

#include "policies/decide/decision_fields.h"
#include "policies/lua/guard.h"

#include <math.h>
#include <string.h>

struct object {
	const struct cr_lua_class *class;
	const void *of; /* NULL: see the class's root */
};

void cr_lua_show_text(lua_State *L, const char *text)
{
	if (text && *text)
		lua_pushstring(L, text);
	else
		lua_pushnil(L);
}

void cr_lua_show_number(lua_State *L, uint64_t n, uint64_t unset)
{
	if (n == unset)
		lua_pushnil(L);
	else if (n == unset + 1)
		lua_pushnumber(L, HUGE_VAL);
	else
		lua_pushinteger(L, (lua_Integer)n);
}

void cr_lua_show_object(lua_State *L, const struct cr_lua_class *class, const void *of)
{
	struct object *o = lua_newuserdatauv(L, sizeof(*o), 0);

	*o = (struct object){class, of};
	lua_rawgetp(L, LUA_REGISTRYINDEX, class);
	lua_setmetatable(L, -2);
}

static void push_field(lua_State *L, const struct cr_lua_call *call, const struct cr_lua_field *f,
		       const void *of)
{
	switch (f->kind) {
	case CR_LUA_TEXT:
		cr_lua_show_text(L, *cr_at_text(of, f->offset));
		break;
	case CR_LUA_U32:
		cr_lua_show_number(L, *cr_at_u32(of, f->offset), CR_UNSET);
		break;
	case CR_LUA_U64:
		cr_lua_show_number(L, *cr_at_u64(of, f->offset), CR_UNSET64);
		break;
	case CR_LUA_FLAG:
		lua_pushboolean(L, *cr_at_flag(of, f->offset));
		break;
	case CR_LUA_ASKED:
		f->push(L, call, of);
		break;
	}
}

/* ---- a class's fields: those of its table, and of a decision what it holds --------------- */

size_t cr_lua_field_count(const struct cr_lua_class *class)
{
	return class->count + (class->is_decision ? CR_DECISION_FIELDS : 0);
}

const char *cr_lua_field_name(const struct cr_lua_class *class, size_t i)
{
	const struct cr_decision_row *row;

	if (i < class->count)
		return class->fields[i].name;
	row = cr_decision_row((enum cr_decision_field)(i - class->count));
	return row && !(row->hidden & CR_HIDDEN_SCRIPT) ? row->name : NULL;
}

static void push_decision_field(lua_State *L, const struct cr_decision *d,
				enum cr_decision_field field)
{
	switch (cr_decision_row(field)->kind) {
	case CR_VALUE_NUMBER:
		cr_lua_show_number(L, cr_decision_number(d, field), CR_UNSET);
		break;
	case CR_VALUE_FLAG:
		lua_pushboolean(L, cr_decision_flag(d, field));
		break;
	default:
		cr_lua_show_text(L, cr_decision_text(d, field));
		break;
	}
}

static void push_field_of(lua_State *L, const struct cr_lua_call *call, const struct object *o,
			  size_t i)
{
	const void *of = o->of ? o->of : o->class->root(call);

	if (i < o->class->count)
		push_field(L, call, &o->class->fields[i], of);
	else
		push_decision_field(L, of, (enum cr_decision_field)(i - o->class->count));
}

static int index_object(lua_State *L)
{
	const struct object *o = lua_touserdata(L, 1);
	const struct cr_lua_call *call = cr_lua_call_of(L);
	const char *key;

	lua_pushvalue(L, 2);
	if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNUMBER) {
		push_field_of(L, call, o, (size_t)lua_tointeger(L, -1));
		return 1;
	}
	key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
	return cr_lua_no_field(L, o->class->name, key, lua_upvalueindex(1));
}

static int next_field(lua_State *L)
{
	const struct object *o = lua_touserdata(L, 1);
	const struct cr_lua_call *call = cr_lua_call_of(L);
	lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));

	/* What is not set is passed over, as in a table. */
	for (; o && (size_t)i < cr_lua_field_count(o->class); i++) {
		if (!cr_lua_field_name(o->class, (size_t)i))
			continue;
		lua_pushstring(L, cr_lua_field_name(o->class, (size_t)i));
		push_field_of(L, call, o, (size_t)i);
		if (!lua_isnil(L, -1))
			break;
		lua_pop(L, 2);
	}
	lua_pushinteger(L, i + 1);
	lua_replace(L, lua_upvalueindex(1));
	return o && (size_t)i < cr_lua_field_count(o->class) ? 2 : 0;
}

static int all_fields(lua_State *L)
{
	lua_pushinteger(L, 0);
	lua_pushcclosure(L, next_field, 1);
	lua_pushvalue(L, 1);
	return 2;
}

static int refuse_write(lua_State *L)
{
	return luaL_error(L, "%s is read-only: '%s' cannot be set",
			  lua_tostring(L, lua_upvalueindex(1)),
			  lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "...");
}

void cr_lua_finish_metatable(lua_State *L, const char *name, lua_CFunction pairs)
{
	lua_pushstring(L, name);
	lua_pushcclosure(L, refuse_write, 1);
	lua_setfield(L, -2, "__newindex");
	lua_pushcfunction(L, pairs);
	lua_setfield(L, -2, "__pairs");
	lua_pushboolean(L, 0);
	lua_setfield(L, -2, "__metatable");
	lua_pushstring(L, name);
	lua_setfield(L, -2, "__name");
}

void cr_lua_open_class(lua_State *L, const struct cr_lua_class *class)
{
	lua_createtable(L, 0, 6);
	lua_createtable(L, 0, (int)cr_lua_field_count(class));
	for (size_t i = 0; i < cr_lua_field_count(class); i++) {
		if (!cr_lua_field_name(class, i))
			continue;
		lua_pushinteger(L, (lua_Integer)i);
		lua_setfield(L, -2, cr_lua_field_name(class, i));
	}
	lua_pushcclosure(L, index_object, 1);
	lua_setfield(L, -2, "__index");
	cr_lua_finish_metatable(L, class->name, all_fields);
	lua_rawsetp(L, LUA_REGISTRYINDEX, class);
}
