/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `job` as a script sees it, and in it the `change` that an update asks for. */
#include "policies/lua/view.h"

#include "policies/job/enum_names.h"

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
	cr_lua_show_text(L, call->g->d->profile                 ? call->g->d->profile
			    : option->kind == CR_OPTION_PROFILE ? option->profile
								: NULL);
}

static void job_nodes(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;
	struct cr_size size;

	size_of(call, of, &size);
	cr_lua_show_number(L, size.nodes != CR_UNSET ? size.nodes : r->min_nodes, CR_UNSET);
}

static void job_gpus(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	struct cr_size size;

	size_of(call, of, &size);
	cr_lua_show_number(L, size.gpus, CR_UNSET);
}

static void job_gpu_type(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	struct cr_size size;

	size_of(call, of, &size);
	cr_lua_show_text(L, size.gpu_type);
}

static void job_tenant(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	(void)of;
	cr_lua_show_text(L, call->g->d->tenant);
}

/* 0 means unset too, as in Slurm. */
static void job_segment(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	cr_lua_show_number(L, r->segment ? r->segment : CR_UNSET, CR_UNSET);
}

static void job_switches(lua_State *L, const struct cr_lua_call *call, const void *of)
{
	const struct cr_request *r = of;

	(void)call;
	cr_lua_show_number(L, r->switches ? r->switches : CR_UNSET, CR_UNSET);
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
	cr_lua_show_text(L, words[((const struct cr_request *)of)->exclusive]);
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
		cr_lua_show_object(L, &cr_lua_job_class, r->change);
	else
		lua_pushnil(L);
}

static const struct cr_lua_field fields[] = {
	CR_LUA_AT(cr_request, "user", TEXT, user),
	CR_LUA_AT(cr_request, "uid", U32, uid),
	CR_LUA_AT(cr_request, "account", TEXT, account),
	CR_LUA_AT(cr_request, "account_given", FLAG, account_given),
	CR_LUA_AT(cr_request, "privileged", FLAG, privileged),
	CR_LUA_AT(cr_request, "name", TEXT, name),
	CR_LUA_AT(cr_request, "comm_profile", TEXT, comm_profile),
	CR_LUA_ASK("profile", job_profile),
	CR_LUA_ASK("tenant", job_tenant),
	CR_LUA_ASK("nodes", job_nodes),
	CR_LUA_ASK("gpus", job_gpus),
	CR_LUA_ASK("gpu_type", job_gpu_type),
	CR_LUA_AT(cr_request, "min_nodes", U32, min_nodes),
	CR_LUA_AT(cr_request, "max_nodes", U32, max_nodes),
	CR_LUA_AT(cr_request, "tasks", U32, tasks),
	CR_LUA_AT(cr_request, "tasks_per_node", U32, tasks_per_node),
	CR_LUA_AT(cr_request, "cpus_per_task", U32, cpus_per_task),
	CR_LUA_AT(cr_request, "memory_per_node", U64, memory_per_node),
	CR_LUA_AT(cr_request, "memory_per_cpu", U64, memory_per_cpu),
	CR_LUA_AT(cr_request, "time_limit", U32, time_limit),
	CR_LUA_AT(cr_request, "time_min", U32, time_min),
	CR_LUA_AT(cr_request, "batch", FLAG, batch),
	CR_LUA_ASK("modify", job_modify),
	CR_LUA_ASK("change", job_change),
	CR_LUA_AT(cr_request, "array", FLAG, array),
	CR_LUA_AT(cr_request, "array_tasks", U32, array_tasks),
	CR_LUA_AT(cr_request, "het_offset", U32, het_offset),
	CR_LUA_ASK("requeue", job_requeue),
	CR_LUA_AT(cr_request, "partition", TEXT, partition),
	CR_LUA_AT(cr_request, "qos", TEXT, qos),
	CR_LUA_AT(cr_request, "reservation", TEXT, reservation),
	CR_LUA_AT(cr_request, "features", TEXT, features),
	CR_LUA_AT(cr_request, "nodelist", TEXT, nodelist),
	CR_LUA_AT(cr_request, "exclude", TEXT, exclude),
	CR_LUA_ASK("segment", job_segment),
	CR_LUA_ASK("switches", job_switches),
	CR_LUA_AT(cr_request, "switch_wait", U32, switch_wait),
	CR_LUA_ASK("exclusive", job_exclusive),
	CR_LUA_AT(cr_request, "contiguous", FLAG, contiguous),
	CR_LUA_AT(cr_request, "overcommit", FLAG, overcommit),
};
const struct cr_lua_class cr_lua_job_class = {"job", fields, sizeof(fields) / sizeof(fields[0]),
					      job_of, false};
