/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_desc and partitions as Slurm's own plugin for job_submit.lua would push them. */
#include "cli/lua_shim_inside.h"

#include <slurm/slurm.h>

static void set_text(lua_State *L, const char *key, const char *text)
{
	if (text && *text) {
		lua_pushstring(L, text);
		lua_setfield(L, -2, key);
	}
}

static void set_number(lua_State *L, const char *key, uint32_t n, lua_Integer unset)
{
	lua_pushinteger(L, n == CR_UNSET ? unset : n == CR_INFINITE ? (lua_Integer)INFINITE : n);
	lua_setfield(L, -2, key);
}

static void set_gpus(lua_State *L, const char *key, const struct cr_gpus *gpus)
{
	if (gpus->count == CR_UNSET)
		return;
	lua_pushfstring(L, "gres/gpu%s%s:%d", gpus->type[0] ? ":" : "", gpus->type,
			(int)gpus->count);
	lua_setfield(L, -2, key);
}

void cr_shim_push_job(lua_State *L, const struct cr_request *r)
{
	lua_newtable(L);
	set_text(L, "partition", r->partition);
	set_text(L, "qos", r->qos);
	set_text(L, "account", r->account_given ? r->account : NULL);
	set_text(L, "default_account", r->account);
	set_text(L, "features", r->features);
	set_text(L, "reservation", r->reservation);
	set_text(L, "name", r->name);
	set_text(L, "user_name", r->user);
	set_text(L, "req_nodes", r->nodelist);
	set_text(L, "exc_nodes", r->exclude);
	set_text(L, "script", r->batch ? "#!/bin/sh\n" : NULL);
	set_text(L, "array_inx", r->array ? "0" : NULL);
	set_gpus(L, "tres_per_job", &r->gpus_per_job);
	set_gpus(L, "tres_per_node", &r->gpus_per_node);
	set_gpus(L, "tres_per_task", &r->gpus_per_task);
	set_gpus(L, "tres_per_socket", &r->gpus_per_socket);
	set_gpus(L, "gres", &r->gpus_per_node);
	set_number(L, "user_id", r->uid, NO_VAL);
	set_number(L, "min_nodes", r->min_nodes, NO_VAL);
	set_number(L, "max_nodes", r->max_nodes, NO_VAL);
	set_number(L, "num_tasks", r->tasks, NO_VAL);
	set_number(L, "ntasks_per_node", r->tasks_per_node, NO_VAL16);
	set_number(L, "cpus_per_task", r->cpus_per_task, NO_VAL16);
	set_number(L, "min_cpus", r->min_cpus, NO_VAL);
	set_number(L, "max_cpus", CR_UNSET, NO_VAL);
	set_number(L, "time_limit", r->time_limit, NO_VAL);
	set_number(L, "time_min", r->time_min, NO_VAL);
	set_number(L, "priority", CR_UNSET, NO_VAL);
	set_number(L, "nice", CR_UNSET, NO_VAL);
	set_number(L, "req_switch", r->switches, NO_VAL);
	set_number(L, "wait4switch", r->switch_wait, NO_VAL);
	set_number(L, "shared", r->exclusive == CR_EXCLUSIVE_NODE ? 0 : CR_UNSET, NO_VAL16);
	set_number(L, "requeue", r->requeue == CR_UNSAID ? CR_UNSET : (uint32_t)r->requeue,
		   NO_VAL16);
	set_number(L, "contiguous", r->contiguous, 0);
}

void cr_shim_push_partitions(lua_State *L, const struct cr_view *view)
{
	lua_newtable(L);
	for (size_t i = 0; i < view->partition_count; i++) {
		const struct cr_partition *p = &view->partitions[i];

		lua_newtable(L);
		set_text(L, "name", p->name);
		set_text(L, "qos", p->qos);
		set_number(L, "flag_default", p->is_default, 0);
		set_number(L, "total_nodes", p->nodes, 0);
		set_number(L, "min_nodes", p->min_nodes, 0);
		set_number(L, "max_nodes", p->max_nodes, INFINITE);
		set_number(L, "max_time", p->max_time, INFINITE);
		set_number(L, "default_time", p->default_time, NO_VAL);
		set_number(L, "state_up", p->up ? 3 : 1, 0);
		lua_setfield(L, -2, p->name);
	}
}
