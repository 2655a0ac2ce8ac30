/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The job, the decision and the cluster as a script sees them: objects whose
 * fields are read from the decision's own structures at the moment they are
 * asked for.  What is not set is nil; a name that is no field is an error.
 *
 * To add a field: a row in its class's table, and a line in docs/lua.md, which
 * a test holds against these tables.
 */
#include "policies/lua/guard.h"
#include "policies/lua/host.h"

#include "policies/decide/decision_fields.h"
#include "policies/job/enum_names.h"

#include <math.h>
#include <string.h>

enum kind { TEXT, U32, U64, FLAG, ASKED };

struct field {
	const char *name;
	enum kind kind;
	size_t offset;
	void (*push)(lua_State *L, const struct cr_lua_call *call, const void *of); /* ASKED */
};

struct class
{
	const char *name;
	const struct field *fields;
	size_t count;
	const void *(*root)(const struct cr_lua_call *call); /* NULL: the object says of what */
};

struct object {
	const struct class *class;
	const void *of; /* NULL: see root */
};

static const struct class job_class, decision_class, cluster_class, candidate_class,
	partition_class, qos_class;

/* ---- values ------------------------------------------------------------------ */

static void push_text(lua_State *L, const char *text)
{
	if (text && *text)
		lua_pushstring(L, text);
	else
		lua_pushnil(L);
}

/* Slurm's INFINITE, which comes after UNSET, is a number that is larger than all others. */
static void push_number(lua_State *L, uint64_t n, uint64_t unset)
{
	if (n == unset)
		lua_pushnil(L);
	else if (n == unset + 1)
		lua_pushnumber(L, HUGE_VAL);
	else
		lua_pushinteger(L, (lua_Integer)n);
}

static void push_object(lua_State *L, const struct class *class, const void *of)
{
	struct object *o = lua_newuserdatauv(L, sizeof(*o), 0);

	*o = (struct object){class, of};
	lua_rawgetp(L, LUA_REGISTRYINDEX, class);
	lua_setmetatable(L, -2);
}

static void push_field(lua_State *L, const struct cr_lua_call *call, const struct field *f,
		       const void *of)
{
	switch (f->kind) {
	case TEXT:
		push_text(L, *cr_at_text(of, f->offset));
		break;
	case U32:
		push_number(L, *cr_at_u32(of, f->offset), CR_UNSET);
		break;
	case U64:
		push_number(L, *cr_at_u64(of, f->offset), CR_UNSET64);
		break;
	case FLAG:
		lua_pushboolean(L, *cr_at_flag(of, f->offset));
		break;
	case ASKED:
		f->push(L, call, of);
		break;
	}
}

#define FIELDS(struct_) static const struct field struct_##_fields[]
#define TYPE_TEXT       const char *
#define TYPE_U32        uint32_t
#define TYPE_U64        uint64_t
#define TYPE_FLAG       bool
#define AT(struct_, name_, kind_, member)                                                          \
	{name_, kind_, CR_OFFSET(struct struct_, member, TYPE_##kind_), NULL}
#define ASK(name_, push_) {name_, ASKED, 0, push_}
#define CLASS(var, name_, struct_, root_)                                                          \
	static const struct class var = {name_, struct_##_fields,                                  \
					 sizeof(struct_##_fields) / sizeof(struct_##_fields[0]),   \
					 root_}

/* ---- job ----------------------------------------------------------------------- */

static const void *job_of(const struct cr_lua_call *call)
{
	return call->g->request;
}

/* Sizes of the job itself are known already; of what an update asks for they are worked out. */
static void size_of(const struct cr_lua_call *call, const void *of, struct cr_size *size)
{
	if (of == call->g->request)
		*size = call->g->size;
	else
		cr_size_of(of, size);
}

static void job_profile(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_option *option = &call->g->d->option;

	(void)of;
	push_text(L, call->g->d->profile                 ? call->g->d->profile
		     : option->kind == CR_OPTION_PROFILE ? option->profile
							 : NULL);
}

static void job_nodes(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;
	struct cr_size size;

	size_of(call, of, &size);
	push_number(L, size.nodes != CR_UNSET ? size.nodes : r->min_nodes, CR_UNSET);
}

static void job_gpus(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	struct cr_size size;

	size_of(call, of, &size);
	push_number(L, size.gpus, CR_UNSET);
}

static void job_gpu_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	struct cr_size size;

	size_of(call, of, &size);
	push_text(L, size.gpu_type);
}

static void job_tenant(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)of;
	push_text(L, call->g->d->tenant);
}

/* 0 means unset too, as in Slurm. */
static void job_segment(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	push_number(L, r->segment ? r->segment : CR_UNSET, CR_UNSET);
}

static void job_switches(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	push_number(L, r->switches ? r->switches : CR_UNSET, CR_UNSET);
}

static void job_requeue(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	if (r->requeue == CR_UNSAID)
		lua_pushnil(L);
	else
		lua_pushboolean(L, r->requeue == CR_YES);
}

static void job_exclusive(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	static const char *const words[] = {
		[CR_EXCLUSIVE_NODE] = "node",
		[CR_EXCLUSIVE_USER] = "user",
		[CR_EXCLUSIVE_MCS] = "mcs",
		[CR_EXCLUSIVE_TOPO] = "topo",
		[CR_EXCLUSIVE_OVERSUBSCRIBE] = "oversubscribe",
	};

	(void)call;
	push_text(L, words[((const struct cr_request *)of)->exclusive]);
}

static void job_modify(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	lua_pushboolean(L, r->modify || r->change);
}

static void job_change(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	if (r->change)
		push_object(L, &job_class, r->change);
	else
		lua_pushnil(L);
}

FIELDS(cr_request) = {
	AT(cr_request, "user", TEXT, user),
	AT(cr_request, "uid", U32, uid),
	AT(cr_request, "account", TEXT, account),
	AT(cr_request, "account_given", FLAG, account_given),
	AT(cr_request, "privileged", FLAG, privileged),
	AT(cr_request, "name", TEXT, name),
	AT(cr_request, "comm_profile", TEXT, comm_profile),
	ASK("profile", job_profile),
	ASK("tenant", job_tenant),
	ASK("nodes", job_nodes),
	ASK("gpus", job_gpus),
	ASK("gpu_type", job_gpu_type),
	AT(cr_request, "min_nodes", U32, min_nodes),
	AT(cr_request, "max_nodes", U32, max_nodes),
	AT(cr_request, "tasks", U32, tasks),
	AT(cr_request, "tasks_per_node", U32, tasks_per_node),
	AT(cr_request, "cpus_per_task", U32, cpus_per_task),
	AT(cr_request, "memory_per_node", U64, memory_per_node),
	AT(cr_request, "memory_per_cpu", U64, memory_per_cpu),
	AT(cr_request, "time_limit", U32, time_limit),
	AT(cr_request, "time_min", U32, time_min),
	AT(cr_request, "batch", FLAG, batch),
	ASK("modify", job_modify),
	ASK("change", job_change),
	AT(cr_request, "array", FLAG, array),
	AT(cr_request, "array_tasks", U32, array_tasks),
	AT(cr_request, "het_offset", U32, het_offset),
	ASK("requeue", job_requeue),
	AT(cr_request, "partition", TEXT, partition),
	AT(cr_request, "qos", TEXT, qos),
	AT(cr_request, "reservation", TEXT, reservation),
	AT(cr_request, "features", TEXT, features),
	AT(cr_request, "nodelist", TEXT, nodelist),
	AT(cr_request, "exclude", TEXT, exclude),
	ASK("segment", job_segment),
	ASK("switches", job_switches),
	AT(cr_request, "switch_wait", U32, switch_wait),
	ASK("exclusive", job_exclusive),
	AT(cr_request, "contiguous", FLAG, contiguous),
	AT(cr_request, "overcommit", FLAG, overcommit),
};
CLASS(job_class, "job", cr_request, job_of);

/* ---- partitions ------------------------------------------------------------------ */

static void part_idle(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;
	lua_Integer idle = 0;

	(void)call;
	for (size_t i = 0; i < p->shape_count; i++)
		idle += p->shapes[i].idle;
	lua_pushinteger(L, idle);
}

static void part_nodes_up(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;
	lua_Integer up = 0;

	(void)call;
	for (size_t i = 0; i < p->shape_count; i++)
		up += p->shapes[i].up;
	lua_pushinteger(L, up);
}

static void part_gpus_per_node(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	push_number(L, p->shape_count ? p->shapes[0].gpus : CR_UNSET, CR_UNSET);
}

static void part_gpu_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	push_text(L, p->shape_count ? p->shapes[0].gpu_type : NULL);
}

static void part_arch(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	push_text(L, p->shape_count ? p->shapes[0].arch : NULL);
}

static const struct cr_price *price_of(const struct cr_lua_call *call, const struct cr_partition *p)
{
	const struct cr_partition_rules *rules = cr_policy_partition(call->g->policy, p->name);

	return rules && rules->price.head.given ? &rules->price : NULL;
}

static void part_price(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_price *price = price_of(call, of);

	if (price)
		lua_pushnumber(L, price->gpu_hour);
	else
		lua_pushnil(L);
}

/* Nodes in a block, or below a leaf switch: the largest. */
static void part_topology_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	enum cr_topology_type type = ((const struct cr_partition *)of)->topology_type;

	(void)call;
	push_text(L, type ? cr_topology_type_name(type) : NULL);
}

static void part_unit_size(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_partition *p = of;

	(void)call;
	if (p->space)
		lua_pushinteger(L, (lua_Integer)cr_space_largest_unit(p->space));
	else
		lua_pushnil(L);
}

FIELDS(cr_partition) = {
	AT(cr_partition, "name", TEXT, name),
	AT(cr_partition, "up", FLAG, up),
	AT(cr_partition, "default", FLAG, is_default),
	AT(cr_partition, "topology", TEXT, topology),
	ASK("topology_type", part_topology_type),
	ASK("unit_size", part_unit_size),
	AT(cr_partition, "nodes", U32, nodes),
	ASK("nodes_up", part_nodes_up),
	ASK("idle", part_idle),
	AT(cr_partition, "min_nodes", U32, min_nodes),
	AT(cr_partition, "max_nodes", U32, max_nodes),
	AT(cr_partition, "max_time", U32, max_time),
	AT(cr_partition, "default_time", U32, default_time),
	AT(cr_partition, "qos", TEXT, qos),
	ASK("gpus_per_node", part_gpus_per_node),
	ASK("gpu_type", part_gpu_type),
	ASK("arch", part_arch),
	ASK("price", part_price),
};
CLASS(partition_class, "partition", cr_partition, NULL);

/* ---- QOS --------------------------------------------------------------------------- */

static const struct cr_tres_limit *gpu_limit(const struct cr_qos *q)
{
	for (size_t i = 0; i < q->limits.tres_count; i++)
		if (strcmp(q->limits.tres[i].tres, "gres/gpu") == 0)
			return &q->limits.tres[i];
	return NULL;
}

static void qos_limit(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_tres_limit *t = gpu_limit(of);

	(void)call;
	push_number(L, t ? t->grp : CR_UNSET64, CR_UNSET64);
}

static void qos_used(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_tres_limit *t = gpu_limit(of);

	(void)call;
	push_number(L, t ? t->grp_used : CR_UNSET64, CR_UNSET64);
}

FIELDS(cr_qos) = {
	AT(cr_qos, "name", TEXT, name),
	AT(cr_qos, "priority", U32, priority),
	ASK("limit", qos_limit),
	ASK("used", qos_used),
	AT(cr_qos, "jobs_limit", U32, limits.grp_jobs),
	AT(cr_qos, "jobs_used", U32, limits.grp_jobs_used),
	AT(cr_qos, "max_time", U32, limits.max_wall),
};
CLASS(qos_class, "qos", cr_qos, NULL);

/* ---- candidates ---------------------------------------------------------------------- */

static void cand_partition(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	push_text(L, ((const struct cr_candidate *)of)->part->name);
}

static void cand_up(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	lua_pushboolean(L, ((const struct cr_candidate *)of)->part->up);
}

static void cand_topology_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	part_topology_type(L, call, ((const struct cr_candidate *)of)->part);
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
	push_number(L, c->shape ? c->demand.nodes : CR_UNSET, CR_UNSET);
}

static void cand_gpus(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_candidate *c = of;

	(void)call;
	push_number(L, c->shape ? c->demand.gpus : CR_UNSET64, CR_UNSET64);
}

static void cand_idle(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	part_idle(L, call, ((const struct cr_candidate *)of)->part);
}

static void cand_unit_size(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	part_unit_size(L, call, ((const struct cr_candidate *)of)->part);
}

static void cand_price(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	part_price(L, call, ((const struct cr_candidate *)of)->part);
}

/* Price of the whole job, were it to use all of its time limit. */
static void cand_cost(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_candidate *c = of;
	const struct cr_price *price = price_of(call, c->part);

	if (!price || !c->shape || !cr_is_number(c->minutes))
		lua_pushnil(L);
	else
		lua_pushnumber(L, price->gpu_hour * (double)c->demand.gpus * c->minutes / 60);
}

static void cand_code(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	push_text(L, cr_code_text(((const struct cr_candidate *)of)->code));
}

FIELDS(cr_candidate) = {
	ASK("partition", cand_partition),
	ASK("topology_type", cand_topology_type),
	ASK("up", cand_up),
	ASK("ok", cand_ok),
	ASK("code", cand_code),
	AT(cr_candidate, "why", TEXT, why),
	AT(cr_candidate, "qos", TEXT, qos),
	AT(cr_candidate, "fits_now", FLAG, fits_now),
	AT(cr_candidate, "minutes", U32, minutes),
	ASK("nodes", cand_nodes),
	ASK("gpus", cand_gpus),
	ASK("idle", cand_idle),
	ASK("unit_size", cand_unit_size),
	ASK("price", cand_price),
	ASK("cost", cand_cost),
};
CLASS(candidate_class, "candidate", cr_candidate, NULL);

/* ---- decision ------------------------------------------------------------------------ */

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
		push_object(L, &candidate_class, c);
		lua_rawseti(L, -2, ++n);
	}
	lua_remove(L, -2);
}

/* What a decision holds stands in a table of its own (push_decision_field()). */
FIELDS(cr_decision) = {
	ASK("candidates", dec_candidates),
};
CLASS(decision_class, "decision", cr_decision, decision_of);

/* ---- cluster --------------------------------------------------------------------------- */

static const void *cluster_of(const struct cr_lua_call *call)
{
	return call->g->view;
}

static int partition_by_name(lua_State *L)
{
	const struct cr_lua_call *call = cr_lua_call_of(L);
	const struct cr_partition *p = cr_view_partition(call->g->view, lua_tostring(L, 2));

	if (!p && call->sample && call->g->view->partition_count)
		p = &call->g->view->partitions[0];
	if (p)
		push_object(L, &partition_class, p);
	else
		lua_pushnil(L);
	return 1;
}

static int qos_by_name(lua_State *L)
{
	const struct cr_lua_call *call = cr_lua_call_of(L);
	const struct cr_qos *q = cr_view_qos(call->g->view, lua_tostring(L, 2));

	if (!q && call->sample && call->g->view->qos_count)
		q = &call->g->view->qos[0];
	if (q)
		push_object(L, &qos_class, q);
	else
		lua_pushnil(L);
	return 1;
}

/* for name, partition in pairs(cluster.partitions): in Slurm's order. */
static int next_partition(lua_State *L)
{
	const struct cr_view *view = cr_lua_call_of(L)->g->view;
	lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));

	if ((size_t)i >= view->partition_count)
		return 0;
	lua_pushinteger(L, i + 1);
	lua_replace(L, lua_upvalueindex(1));
	lua_pushstring(L, view->partitions[i].name);
	push_object(L, &partition_class, &view->partitions[i]);
	return 2;
}

static int next_qos(lua_State *L)
{
	const struct cr_view *view = cr_lua_call_of(L)->g->view;
	lua_Integer i = lua_tointeger(L, lua_upvalueindex(1));

	if ((size_t)i >= view->qos_count)
		return 0;
	lua_pushinteger(L, i + 1);
	lua_replace(L, lua_upvalueindex(1));
	lua_pushstring(L, view->qos[i].name);
	push_object(L, &qos_class, &view->qos[i]);
	return 2;
}

static int all_partitions(lua_State *L)
{
	lua_pushinteger(L, 0);
	lua_pushcclosure(L, next_partition, 1);
	return 1;
}

static int all_qos(lua_State *L)
{
	lua_pushinteger(L, 0);
	lua_pushcclosure(L, next_qos, 1);
	return 1;
}

static void cluster_partitions(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	(void)of;
	lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)partition_by_name);
}

static void cluster_qos(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)call;
	(void)of;
	lua_rawgetp(L, LUA_REGISTRYINDEX, (const void *)qos_by_name);
}

FIELDS(cr_view) = {
	AT(cr_view, "name", TEXT, cluster),
	ASK("partitions", cluster_partitions),
	ASK("qos", cluster_qos),
	AT(cr_view, "age", U32, age),
};
CLASS(cluster_class, "cluster", cr_view, cluster_of);

/* ---- a class's fields: those of its table, and of a decision what it holds --------------- */

static size_t field_count(const struct class *class)
{
	return class->count + (class == &decision_class ? CR_DECISION_FIELDS : 0);
}

/* NULL: not for scripts. */
static const char *field_name(const struct class *class, size_t i)
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
		push_number(L, cr_decision_number(d, field), CR_UNSET);
		break;
	case CR_VALUE_FLAG:
		lua_pushboolean(L, cr_decision_flag(d, field));
		break;
	default:
		push_text(L, cr_decision_text(d, field));
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

/* ---- the objects' methods ------------------------------------------------------------------ */

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
	for (; o && (size_t)i < field_count(o->class); i++) {
		if (!field_name(o->class, (size_t)i))
			continue;
		lua_pushstring(L, field_name(o->class, (size_t)i));
		push_field_of(L, call, o, (size_t)i);
		if (!lua_isnil(L, -1))
			break;
		lua_pop(L, 2);
	}
	lua_pushinteger(L, i + 1);
	lua_replace(L, lua_upvalueindex(1));
	return o && (size_t)i < field_count(o->class) ? 2 : 0;
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

/* The metatable on top gets what all have: no writing, no changing of itself. */
static void finish_metatable(lua_State *L, const char *name, lua_CFunction pairs)
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

static void open_class(lua_State *L, const struct class *class)
{
	lua_createtable(L, 0, 6);
	lua_createtable(L, 0, (int)field_count(class));
	for (size_t i = 0; i < field_count(class); i++) {
		if (!field_name(class, i))
			continue;
		lua_pushinteger(L, (lua_Integer)i);
		lua_setfield(L, -2, field_name(class, i));
	}
	lua_pushcclosure(L, index_object, 1);
	lua_setfield(L, -2, "__index");
	finish_metatable(L, class->name, all_fields);
	lua_rawsetp(L, LUA_REGISTRYINDEX, class);
}

/* cluster.partitions and cluster.qos: found by name. */
static void open_container(lua_State *L, const char *name, lua_CFunction by_name,
			   lua_CFunction pairs)
{
	lua_newtable(L);
	lua_createtable(L, 0, 6);
	lua_pushcfunction(L, by_name);
	lua_setfield(L, -2, "__index");
	finish_metatable(L, name, pairs);
	lua_setmetatable(L, -2);
	lua_rawsetp(L, LUA_REGISTRYINDEX, (const void *)by_name);
}

static const struct class *const classes[] = {&job_class,       &decision_class,  &cluster_class,
					      &candidate_class, &partition_class, &qos_class};
#define CLASSES (sizeof(classes) / sizeof(classes[0]))

void cr_lua_open_views(lua_State *L)
{
	for (size_t i = 0; i < CLASSES; i++)
		open_class(L, classes[i]);
	open_container(L, "cluster.partitions", partition_by_name, all_partitions);
	open_container(L, "cluster.qos", qos_by_name, all_qos);
}

void cr_lua_push_root(lua_State *L, enum cr_lua_root root)
{
	push_object(L, classes[root], NULL); /* the roots are the first of the classes */
}

const char *cr_lua_view_field(size_t which, size_t i, const char **name)
{
	size_t shown = 0;

	for (size_t at = 0; which < CLASSES && at < field_count(classes[which]); at++) {
		if (!field_name(classes[which], at) || shown++ < i)
			continue;
		*name = classes[which]->name;
		return field_name(classes[which], at);
	}
	return NULL;
}
