/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `decision` as a script sees it, with the candidates that it may choose from. */
#include "policies/lua/view.h"

#include "policies/lua/guard.h"

#include <string.h>

/* ---- a candidate ----------------------------------------------------------- */

static void cand_partition(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	cr_lua_show_text(L, ((const struct cr_candidate *)of)->part->name);
}

static void cand_up(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	lua_pushboolean(L, ((const struct cr_candidate *)of)->part->up);
}

static void cand_topology_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	cr_lua_partition_topology_type(L, call, ((const struct cr_candidate *)of)->part);
}

static void cand_ok(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	lua_pushboolean(L, !((const struct cr_candidate *)of)->obstacle);
}

static void cand_nodes(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_candidate *c = of;

	(void)call;
	cr_lua_show_number(L, c->shape ? c->demand.nodes : CR_UNSET, CR_UNSET);
}

static void cand_gpus(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_candidate *c = of;

	(void)call;
	cr_lua_show_number(L, c->shape ? c->demand.gpus : CR_UNSET64, CR_UNSET64);
}

static void cand_idle(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	cr_lua_partition_idle(L, call, ((const struct cr_candidate *)of)->part);
}

static void cand_unit_size(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	cr_lua_partition_unit_size(L, call, ((const struct cr_candidate *)of)->part);
}

static void cand_price(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	cr_lua_partition_price(L, call, ((const struct cr_candidate *)of)->part);
}

/* Price of the whole job, were it to use all of its time limit. */
static void cand_cost(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_candidate *c = of;
	const struct cr_price *price = cr_lua_price_of(call, c->part);

	if (!price || !c->shape || !cr_is_number(c->minutes))
		lua_pushnil(L);
	else
		lua_pushnumber(L, price->gpu_hour * (double)c->demand.gpus * c->minutes / 60);
}

static void cand_code(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	cr_lua_show_text(L, cr_code_text(((const struct cr_candidate *)of)->code));
}

static const struct cr_lua_field fields[] = {
	CR_LUA_ASK("partition", cand_partition),
	CR_LUA_ASK("topology_type", cand_topology_type),
	CR_LUA_ASK("up", cand_up),
	CR_LUA_ASK("ok", cand_ok),
	CR_LUA_ASK("code", cand_code),
	CR_LUA_AT(cr_candidate, "why", TEXT, why),
	CR_LUA_AT(cr_candidate, "qos", TEXT, qos),
	CR_LUA_AT(cr_candidate, "fits_now", FLAG, fits_now),
	CR_LUA_AT(cr_candidate, "minutes", U32, minutes),
	CR_LUA_ASK("nodes", cand_nodes),
	CR_LUA_ASK("gpus", cand_gpus),
	CR_LUA_ASK("idle", cand_idle),
	CR_LUA_ASK("unit_size", cand_unit_size),
	CR_LUA_ASK("price", cand_price),
	CR_LUA_ASK("cost", cand_cost),
};
const struct cr_lua_class cr_lua_candidate_class = {
	"candidate", fields, sizeof(fields) / sizeof(fields[0]), NULL, false};

/* ---- the decision ---------------------------------------------------------- */

static const void *decision_of(const struct cr_lua_call *call)
{
	return call->g->d;
}

/* Those that a script may choose from, the best first; with `trusted` all. */
static void dec_candidates(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_deciding *g = call->g;
	size_t size = g->candidate_count * sizeof(bool);
	bool *taken = lua_newuserdatauv(L, size, 0);
	const struct cr_candidate *c;
	lua_Integer n = 0;

	(void)of;
	memset(taken, 0, size);
	cr_lua_charge(L, g->candidate_count * g->candidate_count / 8);
	lua_createtable(L, (int)g->candidate_count, 0);
	while ((c = cr_candidate_best(g, taken, call->trusted)) != NULL) {
		taken[c - g->candidates] = true;
		cr_lua_show_object(L, &cr_lua_candidate_class, c);
		lua_rawseti(L, -2, ++n);
	}
	lua_remove(L, -2);
}

/* What a decision holds stands in a table of its own (push_decision_field()). */
static const struct cr_lua_field decision_fields[] = {
	CR_LUA_ASK("candidates", dec_candidates),
};
const struct cr_lua_class cr_lua_decision_class = {
	"decision", decision_fields, sizeof(decision_fields) / sizeof(decision_fields[0]),
	decision_of, true};
