/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The string library's find, match, gmatch and gsub, on our own matcher. */
#include "policies/lua/libs.h"
#include "policies/lua/pattern.h"

#include <string.h>

#define STEPS_PER_UNIT 2 /* so many steps of the pattern matcher count as an instruction */

/* ---- one match --------------------------------------------------------------- */

/* What is left of the budget bounds the steps. */
static void begin_match(lua_State *L, struct cr_lua_pattern *p, int text, int pattern)
{
	struct cr_lua_state *s = cr_lua_state_of(L);
	size_t len;

	*p = (struct cr_lua_pattern){.steps_max = (uint64_t)s->left * STEPS_PER_UNIT};
	p->text = luaL_checklstring(L, text, &len);
	p->text_end = p->text + len;
	p->pattern = luaL_checklstring(L, pattern, &len);
	p->pattern_end = p->pattern + len;
}

static bool take_anchor(struct cr_lua_pattern *p)
{
	if (p->pattern == p->pattern_end || *p->pattern != '^')
		return false;
	p->pattern++;
	return true;
}

/* After each match: pay for it, and raise what is wrong. */
static void settle_match(lua_State *L, struct cr_lua_pattern *p)
{
	cr_lua_charge(L, p->spent ? (uint64_t)INT64_MAX : p->steps / STEPS_PER_UNIT);
	p->steps_max -= p->steps < p->steps_max ? p->steps : p->steps_max;
	p->steps = 0;
	if (p->fault)
		luaL_error(L, "%s", p->fault);
}

/* The first match at AT or, unless ANCHORED, behind it. */
static const char *search_text(lua_State *L, struct cr_lua_pattern *p, const char *at,
			       bool anchored, const char **end)
{
	for (*end = NULL; !*end && !p->fault && !p->spent && at <= p->text_end; at++) {
		p->steps++;
		*end = cr_pattern_match(p, at);
		if (*end || anchored)
			break;
	}
	settle_match(L, p);
	return *end ? at : NULL;
}

static void push_capture(lua_State *L, const struct cr_lua_pattern *p, size_t i, const char *start,
			 const char *end)
{
	const struct cr_capture whole = {start, end - start};
	/* Without captures, the first is the whole match. */
	const struct cr_capture *c = i < p->captures && i < CR_PATTERN_CAPTURES ? &p->capture[i]
										: &whole;

	if (c->len == CR_CAPTURE_POSITION)
		lua_pushinteger(L, c->start - p->text + 1);
	else
		lua_pushlstring(L, c->start, (size_t)c->len);
}

static int push_captures(lua_State *L, const struct cr_lua_pattern *p, const char *start,
			 const char *end, bool whole)
{
	size_t n = p->captures ? p->captures : whole;

	luaL_checkstack(L, CR_PATTERN_CAPTURES, "too many captures");
	for (size_t i = 0; i < n; i++)
		push_capture(L, p, i, start, end);
	return (int)n;
}

/* Where to begin: the third argument; beyond the end: -1. */
static ptrdiff_t begin_at(lua_State *L, const struct cr_lua_pattern *p)
{
	lua_Integer init = cr_lua_opt_integer(L, 3, 1), len = p->text_end - p->text;

	if (init < 0)
		init = init < -len ? 1 : len + init + 1;
	else if (init == 0)
		init = 1;
	return init > len + 1 ? -1 : (ptrdiff_t)(init - 1);
}

static int find_plain(lua_State *L, const struct cr_lua_pattern *p, const char *at)
{
	size_t len = (size_t)(p->pattern_end - p->pattern);
	const char *found;

	cr_lua_charge(L, (uint64_t)(p->text_end - at) / CR_LUA_BYTES_PER_UNIT);
	found = len ? memmem(at, (size_t)(p->text_end - at), p->pattern, len) : at;
	if (!found)
		return 0;
	lua_pushinteger(L, found - p->text + 1);
	lua_pushinteger(L, found - p->text + (lua_Integer)len);
	return 2;
}

static int find_or_match(lua_State *L, bool find)
{
	struct cr_lua_pattern p;
	const char *start, *end;
	ptrdiff_t at;
	bool anchored;

	begin_match(L, &p, 1, 2);
	at = begin_at(L, &p);
	if (at < 0) {
		lua_pushnil(L);
		return 1;
	}
	if (find && lua_toboolean(L, 4)) {
		if (find_plain(L, &p, p.text + at) == 0)
			lua_pushnil(L);
		return lua_isnil(L, -1) ? 1 : 2;
	}
	anchored = take_anchor(&p);
	start = search_text(L, &p, p.text + at, anchored, &end);
	if (!start) {
		lua_pushnil(L);
		return 1;
	}
	if (!find)
		return push_captures(L, &p, start, end, true);
	lua_pushinteger(L, start - p.text + 1);
	lua_pushinteger(L, end - p.text);
	return 2 + push_captures(L, &p, start, end, false);
}

static int string_find(lua_State *L)
{
	return find_or_match(L, true);
}

static int string_match(lua_State *L)
{
	return find_or_match(L, false);
}

/* Upvalues: text, pattern, where to go on, where the last match ended (-1: none yet). */
static int gmatch_next(lua_State *L)
{
	struct cr_lua_pattern p;
	const char *start, *end, *last;
	lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
	lua_Integer before = lua_tointeger(L, lua_upvalueindex(4));

	begin_match(L, &p, lua_upvalueindex(1), lua_upvalueindex(2));
	last = before < 0 ? NULL : p.text + before;
	start = p.text + at;
	do {
		start = start > p.text_end ? NULL : search_text(L, &p, start, false, &end);
		/* An empty match right behind the last one is none. */
	} while (start && end == last && start++);
	if (!start)
		return 0;
	lua_pushinteger(L, end - p.text);
	lua_copy(L, -1, lua_upvalueindex(3));
	lua_replace(L, lua_upvalueindex(4));
	return push_captures(L, &p, start, end, true);
}

static int string_gmatch(lua_State *L)
{
	(void)luaL_checkstring(L, 1);
	(void)luaL_checkstring(L, 2);
	lua_settop(L, 2);
	lua_pushinteger(L, 0);
	lua_pushinteger(L, -1);
	lua_pushcclosure(L, gmatch_next, 4);
	return 1;
}

/* ---- gsub ----------------------------------------------------------------- */

struct replacing {
	struct cr_lua_pattern p;
	const char *start, *end; /* of the match */
	luaL_Buffer out;
};

static void add_text(lua_State *L, struct replacing *r)
{
	size_t len;
	const char *text = lua_tolstring(L, 3, &len);

	cr_lua_charge(L, len / CR_LUA_BYTES_PER_UNIT);
	for (size_t i = 0; i < len; i++) {
		size_t which;

		if (text[i] != '%') {
			luaL_addchar(&r->out, text[i]);
			continue;
		}
		i++;
		if (i < len && text[i] == '%') {
			luaL_addchar(&r->out, '%');
			continue;
		}
		which = i < len && text[i] >= '0' && text[i] <= '9' ? (size_t)(text[i] - '0') : 99;
		if (which > r->p.captures && !(which == 1 && r->p.captures == 0))
			luaL_error(L, "invalid use of '%%' in replacement string");
		if (which == 0)
			luaL_addlstring(&r->out, r->start, (size_t)(r->end - r->start));
		else {
			push_capture(L, &r->p, which - 1, r->start, r->end);
			luaL_addvalue(&r->out);
		}
	}
}

/* By a function or a table; nil and false keep what was matched. */
static void add_value(lua_State *L, struct replacing *r)
{
	if (lua_type(L, 3) == LUA_TFUNCTION) {
		lua_pushvalue(L, 3);
		lua_call(L, push_captures(L, &r->p, r->start, r->end, true), 1);
	} else {
		push_capture(L, &r->p, 0, r->start, r->end);
		lua_gettable(L, 3);
	}
	if (!lua_toboolean(L, -1)) {
		lua_pop(L, 1);
		lua_pushlstring(L, r->start, (size_t)(r->end - r->start));
	} else if (!lua_isstring(L, -1)) {
		luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
	}
	luaL_addvalue(&r->out);
}

static int string_gsub(lua_State *L)
{
	struct replacing r;
	lua_Integer max, n = 0;
	const char *at, *last = NULL;
	int type = lua_type(L, 3);
	bool anchored;

	begin_match(L, &r.p, 1, 2);
	at = r.p.text;
	max = cr_lua_opt_integer(L, 4, r.p.text_end - r.p.text + 1);
	anchored = take_anchor(&r.p);
	luaL_argexpected(L,
			 type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TFUNCTION ||
				 type == LUA_TTABLE,
			 3, "string/function/table");
	luaL_buffinit(L, &r.out);
	while (n < max) {
		struct cr_lua_state *s = cr_lua_state_of(L);

		r.p.steps_max = (uint64_t)s->left * STEPS_PER_UNIT;
		r.p.steps = 1;
		r.start = at;
		r.end = cr_pattern_match(&r.p, at);
		settle_match(L, &r.p);
		if (r.end && r.end != last) {
			n++;
			if (type == LUA_TSTRING || type == LUA_TNUMBER)
				add_text(L, &r);
			else
				add_value(L, &r);
			at = last = r.end;
		} else if (at < r.p.text_end) {
			luaL_addchar(&r.out, *at++);
		} else {
			break;
		}
		if (anchored)
			break;
	}
	luaL_addlstring(&r.out, at, (size_t)(r.p.text_end - at));
	luaL_pushresult(&r.out);
	lua_pushinteger(L, n);
	return 2;
}

/* ---- the library ----------------------------------------------------------- */

void cr_lua_open_patterns(lua_State *L)
{
	static const luaL_Reg functions[] = {
		{"find", string_find},
		{"match", string_match},
		{"gmatch", string_gmatch},
		{"gsub", string_gsub},
		{NULL, NULL},
	};

	luaL_setfuncs(L, functions, 0);
}
