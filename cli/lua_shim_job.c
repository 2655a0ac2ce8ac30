/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_desc as a job_submit.lua sees it: an empty table whose fields are looked up, and taken,
 * as Slurm's own plugin does (a text for a text, a number cut to its member's width).
 */
#include "cli/lua_shim_inside.h"

#include "policies/lua/libs.h"

#include <slurm/slurm.h>
#include <stdio.h>
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------- */

static int push_unknown(lua_State *L, const char *what, const char *key)
{
	char name[100];

	(void)snprintf(name, sizeof(name), "%s.%.70s", what, key);
	return cr_shim_unknown(L, name);
}

/* job_desc.environment: a variable of the user's. */
static int read_variable(lua_State *L)
{
	if (!lua_toboolean(L, lua_upvalueindex(1)))
		return 0;
	return push_unknown(L, "job_desc.environment", luaL_checkstring(L, 2));
}

static int set_variable(lua_State *L)
{
	luaL_checkstring(L, 2);
	luaL_checkstring(L, 3);
	cr_shim_of(L)->sets_environment = true;
	lua_rawset(L, 1);
	return 0;
}

/* One for the call.  Of an interactive job there is none, as of Slurm's. */
static void push_environment(lua_State *L, bool unknown)
{
	const struct cr_shim *shim = cr_shim_of(L);

	if (lua_rawgetp(L, LUA_REGISTRYINDEX, &shim->job) == LUA_TTABLE)
		return;
	lua_pop(L, 1);
	lua_newtable(L);
	lua_pushvalue(L, -1);
	lua_rawsetp(L, LUA_REGISTRYINDEX, &shim->job);
	lua_createtable(L, 0, 2);
	lua_pushboolean(L, unknown);
	lua_pushcclosure(L, read_variable, 1);
	lua_setfield(L, -2, "__index");
	lua_pushcfunction(L, set_variable);
	lua_setfield(L, -2, "__newindex");
	lua_setmetatable(L, -2);
}

static void push_list(lua_State *L, const struct cr_shim_value *v)
{
	lua_newtable(L);
	for (size_t i = 0; i < v->count; i++) {
		lua_pushstring(L, v->list[i]);
		lua_seti(L, -2, (lua_Integer)i);
	}
}

/* A number whose MARK says to which of two fields it belongs. */
static void push_marked(lua_State *L, const struct cr_shim_field *f, uint64_t n, uint64_t mark,
			bool with)
{
	if (n == f->unset || ((n & mark) != 0) != with)
		lua_pushnil(L);
	else
		cr_shim_push_number(L, (lua_Number)(n & ~mark));
}

static void push_number_as(lua_State *L, const struct cr_shim_field *f, uint64_t n)
{
	switch ((enum cr_shim_kind)f->kind) {
	case CR_SHIM_TRUTH:
		lua_pushboolean(L, n != 0);
		break;
	case CR_SHIM_MEM_CPU:
	case CR_SHIM_MEM_NODE:
		push_marked(L, f, n, MEM_PER_CPU, f->kind == CR_SHIM_MEM_CPU);
		break;
	case CR_SHIM_CORES:
	case CR_SHIM_THREADS:
		push_marked(L, f, n, CORE_SPEC_THREAD, f->kind == CR_SHIM_THREADS);
		break;
	default:
		cr_shim_push_number(L, (lua_Number)n);
	}
}

static int push_field(lua_State *L, const struct cr_shim_field *f)
{
	const struct cr_shim_value *v = &cr_shim_of(L)->job.slots[f->slot];

	if (f->kind == CR_SHIM_ENVIRONMENT)
		push_environment(L, v->is == CR_SHIM_IS_UNKNOWN);
	else if (v->is == CR_SHIM_IS_UNKNOWN)
		return push_unknown(L, "job_desc", f->name);
	else if (v->is == CR_SHIM_IS_LIST)
		push_list(L, v);
	else if (v->is == CR_SHIM_IS_NUMBER)
		push_number_as(L, f, v->number);
	else
		lua_pushstring(L, v->text); /* NULL: nil */
	return 1;
}

static const struct cr_shim_field *find_field(lua_State *L)
{
	const struct cr_shim_field *f = cr_shim_field(luaL_checkstring(L, 2));

	return f && cr_shim_since(cr_shim_of(L), f->since) ? f : NULL;
}

static int read_field(lua_State *L)
{
	const struct cr_shim_field *f = find_field(L);

	return f ? push_field(L, f) : 0;
}

/* ---- assigning ------------------------------------------------------------------------------ */

static const char *copy_text(lua_State *L)
{
	size_t len;
	const char *text = luaL_checklstring(L, 3, &len);

	cr_lua_charge(L, 1 + len);
	return cr_arena_strdup(cr_shim_of(L)->arena, text);
}

/* "gpu:2,shard:1" as "gres/gpu:2,gres/shard:1". */
static const char *copy_gres(lua_State *L)
{
	struct cr_arena *arena = cr_shim_of(L)->arena;
	const char *list = "";

	for (const char *at = copy_text(L); at && *at && list;) {
		size_t len = strcspn(at, ",");

		list = cr_arena_printf(arena, "%s%s%s%.*s", list, *list ? "," : "",
				       strncmp(at, "gres", 4) == 0 ? "" : "gres/", (int)len, at);
		cr_lua_charge(L, 1 + (list ? strlen(list) : 0));
		at += len + (at[len] == ',');
	}
	return list;
}

static uint64_t whole_number(double n)
{
	if (!(n > -9223372036854775808.0))
		return 0;
	return n < 0 ? (uint64_t)(int64_t)n : n < 18446744073709551616.0 ? (uint64_t)n : UINT64_MAX;
}

static uint64_t cut_number(uint64_t n, enum cr_shim_kind kind)
{
	switch (kind) {
	case CR_SHIM_NUMBER16:
	case CR_SHIM_CORES:
		return (uint16_t)n;
	case CR_SHIM_NUMBER32:
		return (uint32_t)n;
	case CR_SHIM_THREADS:
		return (uint16_t)n | CORE_SPEC_THREAD;
	case CR_SHIM_MEM_CPU:
		return n | MEM_PER_CPU;
	default:
		return n;
	}
}

static void set_field(lua_State *L, const struct cr_shim_field *f)
{
	struct cr_shim_value v = {.is = CR_SHIM_IS_TEXT};

	if (f->kind == CR_SHIM_TEXT || f->kind == CR_SHIM_GRES) {
		v.text = f->kind == CR_SHIM_GRES ? copy_gres(L) : copy_text(L);
		if (!v.text || !*v.text)
			v = (struct cr_shim_value){.is = CR_SHIM_IS_NIL};
	} else {
		v.is = CR_SHIM_IS_NUMBER;
		v.number = cut_number(whole_number(luaL_checknumber(L, 3)), f->kind);
	}
	cr_shim_of(L)->job.slots[f->slot] = v;
}

/* What Slurm's plugin cannot set it passes over, with a line in its log. */
static int write_field(lua_State *L)
{
	const struct cr_shim_field *f = find_field(L);

	if (f && f->set)
		set_field(L, f);
	else
		cr_shim_note_vain(L, lua_tostring(L, 2));
	return 0;
}

void cr_shim_push_job(lua_State *L)
{
	static const luaL_Reg methods[] = {
		{"__index", read_field}, {"__newindex", write_field}, {NULL, NULL}};

	lua_pushnil(L); /* the environment of the last call */
	lua_rawsetp(L, LUA_REGISTRYINDEX, &cr_shim_of(L)->job);
	lua_newtable(L);
	luaL_newlib(L, methods);
	lua_setmetatable(L, -2);
}
