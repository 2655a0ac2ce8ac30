/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a hook answers, checked as strictly as the policy file: each key, each
 * type, each name; and that it stays within what the policy allows this job,
 * unless the script is trusted.  Anything else is an error of the script's.
 */
#include "policies/lua/host.h"

#include "base/text.h"
#include "policies/decide/decision_fields.h"

#include <string.h>

/* More than any name or notice is; what a script says takes no room from the decision. */
#define TEXT_MAX 2048

/* TEXT at INDEX, kept beyond this call. */
static const char *keep_text(lua_State *L, struct cr_lua_call *call, int index)
{
	const char *text = lua_tostring(L, index);

	if (lua_rawlen(L, index) > TEXT_MAX)
		luaL_error(L, "a text of more than %d bytes", TEXT_MAX);
	text = cr_arena_strdup(call->g->arena, text);
	if (!text)
		luaL_error(L, "the decision has no room for this text");
	return text;
}

static const char *text_of(lua_State *L, const char *what)
{
	if (lua_type(L, -1) != LUA_TSTRING)
		luaL_error(L, "%s must be text, not %s", what, luaL_typename(L, -1));
	return lua_tostring(L, -1);
}

/* ---- classify ------------------------------------------------------------------ */

static void take_profile(lua_State *L, struct cr_lua_call *call)
{
	const struct cr_deciding *g = call->g;
	const char *name = text_of(L, "what classify returns"), *near;

	if (strcmp(name, "none") == 0) {
		call->result->profile = "none";
		return;
	}
	if (!call->sample && !cr_index_find(&g->policy->profiles, name)) {
		near = cr_text_nearest(name, g->policy->profile_names, g->policy->profiles.count);
		luaL_error(L, "no profile is called '%s'%s%s%s", name,
			   near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	call->result->profile = keep_text(L, call, -1);
}

/* ---- decide: candidates ---------------------------------------------------------- */

/* The place of the candidate called NAME; raises an error when there is none to choose. */
static size_t candidate_index(lua_State *L, const struct cr_lua_call *call, const char *name)
{
	const struct cr_deciding *g = call->g;

	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];

		if (strcmp(c->part->name, name) != 0)
			continue;
		if (c->obstacle && !call->trusted)
			luaL_error(L, "partition '%s' is closed to this job: %s", name, c->why);
		return i;
	}
	luaL_error(L, "partition '%s' is no candidate of this job", name);
	return 0;
}

/* A name, or one of decision.candidates: both name the partition. */
static const char *candidate_name(lua_State *L)
{
	if (lua_type(L, -1) == LUA_TUSERDATA) {
		lua_getfield(L, -1, "partition");
		lua_replace(L, -2);
	}
	return text_of(L, "a candidate");
}

#define SAMPLES_MAX 32 /* entries for the sample job, which has fewer candidates */

/* Room for the places of N candidates. */
static size_t *make_order(lua_State *L, struct cr_lua_call *call, lua_Integer n)
{
	size_t most = call->g->candidate_count, *order;

	if (most < SAMPLES_MAX)
		most = SAMPLES_MAX;
	if (n > (lua_Integer)most)
		luaL_error(L, "candidates has more than %d entries", (int)most);
	order = cr_arena_array(call->g->arena, (size_t)n, sizeof(*order));
	if (!order)
		luaL_error(L, "the decision has no room for so many candidates");
	return order;
}

static void take_candidates(lua_State *L, struct cr_lua_call *call)
{
	struct cr_script_result *r = call->result;
	size_t *order;
	lua_Integer n;

	if (lua_type(L, -1) != LUA_TTABLE)
		luaL_error(L, "candidates must be a list, not %s", luaL_typename(L, -1));
	n = luaL_len(L, -1);
	r->order = order = make_order(L, call, n);
	r->ordered = true;
	for (lua_Integer i = 1; i <= n; i++) {
		size_t place;

		const char *name;

		lua_geti(L, -1, i);
		name = candidate_name(L);
		if (call->sample) {
			lua_pop(L, 1);
			continue;
		}
		place = candidate_index(L, call, name);
		for (size_t k = 0; k < r->order_count; k++)
			if (order[k] == place)
				luaL_error(L, "candidates names '%s' twice", lua_tostring(L, -1));
		order[r->order_count++] = place;
		lua_pop(L, 1);
	}
}

/* ---- decide: wishes ----------------------------------------------------------------- */

static uint32_t number_of(lua_State *L, const char *key, lua_Integer min, lua_Integer max)
{
	int whole;
	lua_Integer n = lua_tointegerx(L, -1, &whole);

	if (lua_type(L, -1) != LUA_TNUMBER || !whole)
		luaL_error(L, "%s must be a whole number, not %s", key, luaL_typename(L, -1));
	if (n < min || n > max)
		luaL_error(L, "%s must be %I to %I", key, (LUAI_UACINT)min, (LUAI_UACINT)max);
	return (uint32_t)n;
}

/* May the user's associations use QOS?  A list is judged name by name. */
static bool qos_open(const struct cr_deciding *g, const char *name)
{
	for (size_t i = 0; i < g->view->user_assoc_count; i++)
		if (cr_assoc_has_qos(&g->view->user_assocs[i], name))
			return true;
	return !g->view->have_assocs;
}

/* One name of a list of QOS. */
static void check_qos_name(lua_State *L, const struct cr_lua_call *call, const char *name)
{
	const struct cr_view *view = call->g->view;

	if (!*name)
		luaL_error(L, "no QOS has a name that long");
	if (call->sample)
		return;
	if (view->have_qos && !cr_view_has_qos(view, name))
		luaL_error(L, "no QOS is called '%s'", name);
	if (!call->trusted && !qos_open(call->g, name))
		luaL_error(L, "QOS '%s' is closed to this user", name);
}

static void check_qos(lua_State *L, const struct cr_lua_call *call)
{
	const char *list = text_of(L, "qos");
	char name[CR_NAME_MAX];
	size_t n = 0;

	while (cr_text_next(&list, name, sizeof(name)) && n++ < CR_NAMED_MAX)
		check_qos_name(L, call, name);
	if (n == 0 || n > CR_NAMED_MAX)
		luaL_error(L, "qos must name 1 to %d QOS", CR_NAMED_MAX);
}

static void take_notice(lua_State *L, struct cr_lua_call *call)
{
	(void)text_of(L, "notice");
	call->result->notice = keep_text(L, call, -1);
}

static void take_wish(lua_State *L, struct cr_lua_call *call, enum cr_decision_field field)
{
	const struct cr_decision_row *row = cr_decision_row(field);
	struct cr_decision *wish = &call->result->wish;

	if (row->kind == CR_VALUE_NUMBER) {
		(void)cr_decision_set_number(wish, field,
					     number_of(L, row->name, row->min, row->max));
	} else if (row->kind == CR_VALUE_FLAG) {
		if (lua_type(L, -1) != LUA_TBOOLEAN)
			luaL_error(L, "%s must be true or false", row->name);
		(void)cr_decision_set_flag(wish, field, lua_toboolean(L, -1));
	} else {
		if (field == CR_DECISION_QOS)
			check_qos(L, call);
		(void)text_of(L, row->name);
		(void)cr_decision_set_text(wish, field, keep_text(L, call, -1));
	}
	call->result->wished[field] = true;
}

/* What is no field of the decision. */
static const struct key {
	const char *name;
	void (*take)(lua_State *L, struct cr_lua_call *call);
} keys[] = {{"candidates", take_candidates}, {"notice", take_notice}};
#define KEYS (sizeof(keys) / sizeof(keys[0]))

static void refuse_key(lua_State *L, const char *name)
{
	const char *names[KEYS + CR_DECISION_FIELDS], *near;
	size_t count = 0;

	for (size_t i = 0; i < KEYS; i++)
		names[count++] = keys[i].name;
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		if (cr_script_may_wish(field))
			names[count++] = cr_decision_row(field)->name;
	cr_lua_worker_of(L)->faulty = true;
	near = cr_text_nearest(name, names, count);
	luaL_error(L, "what decide returns has no field '%s'%s%s%s", name,
		   near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void take_key(lua_State *L, struct cr_lua_call *call, const char *name)
{
	enum cr_decision_field field = cr_decision_field_named(name);

	for (size_t i = 0; i < KEYS; i++) {
		if (strcmp(keys[i].name, name) != 0)
			continue;
		keys[i].take(L, call);
		return;
	}
	if (cr_script_may_wish(field))
		take_wish(L, call, field);
	else
		refuse_key(L, name);
}

static void take_wishes(lua_State *L, struct cr_lua_call *call)
{
	if (lua_type(L, -1) != LUA_TTABLE)
		luaL_error(L, "decide must return a table or nothing, not %s",
			   luaL_typename(L, -1));
	for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
		if (lua_type(L, -2) != LUA_TSTRING)
			luaL_error(L, "what decide returns must have names as keys");
		take_key(L, call, lua_tostring(L, -2));
	}
}

void cr_lua_take_result(lua_State *L, struct cr_lua_call *call)
{
	if (lua_isnil(L, -1))
		return;
	if (call->hook == CR_HOOK_CLASSIFY)
		take_profile(L, call);
	else
		take_wishes(L, call);
	call->outcome = CR_SCRIPT_SAYS;
}
