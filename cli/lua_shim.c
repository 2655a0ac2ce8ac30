/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a job_submit.lua for Slurm's own plugin finds: slurm, job_desc and partitions, imitated. */
#include "cli/lua_shim.h"

#include "base/buffer.h"
#include "base/text.h"
#include "policies/lua/guard.h"
#include "policies/lua/host.h"
#include "policies/lua/libs.h"

#include <lualib.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cr_shim {
	struct cr_lua_worker worker; /* the libraries look here for what is running */
	char said[400];              /* slurm.log_user() */
	/* Of the call. */
	const char *name, *text;
	size_t len;
	const struct cr_request *request;
	const struct cr_view *view;
	struct cr_arena *arena;
	struct cr_shim_outcome *outcome;
};

static struct cr_shim *shim_of(lua_State *L)
{
	return (struct cr_shim *)cr_lua_worker_of(L); /* its first member */
}

/* ---- the slurm table ------------------------------------------------------------ */

static const struct {
	const char *name;
	lua_Integer value;
} constants[] = {
#define NAMED(constant) {#constant, (lua_Integer)(constant)}
	{"SUCCESS", SLURM_SUCCESS},
	{"ERROR", SLURM_ERROR},
	{"FAILURE", SLURM_ERROR},
	NAMED(NO_VAL),
	NAMED(NO_VAL8),
	NAMED(NO_VAL16),
	NAMED(NO_VAL64),
	NAMED(INFINITE),
	NAMED(INFINITE64),
	NAMED(ALLOC_SID_ADMIN_HOLD),
	NAMED(ALLOC_SID_USER_HOLD),
	NAMED(ESLURM_ACCESS_DENIED),
	NAMED(ESLURM_INVALID_PARTITION_NAME),
	NAMED(ESLURM_INVALID_ACCOUNT),
	NAMED(ESLURM_INVALID_LICENSES),
	NAMED(ESLURM_INVALID_NODE_COUNT),
	NAMED(ESLURM_INVALID_TIME_LIMIT),
	NAMED(ESLURM_INVALID_QOS),
	NAMED(ESLURM_NOT_SUPPORTED),
	NAMED(ESLURM_DISABLED),
	NAMED(ESLURM_MISSING_TIME_LIMIT),
	NAMED(ESLURM_REQUESTED_PART_CONFIG_UNAVAILABLE),
	NAMED(ESLURM_JOB_MISSING_SIZE_SPECIFICATION),
};

static int log_nothing(lua_State *L)
{
	(void)L;
	return 0;
}

/* What the user would have been told; the last words count. */
static int log_user(lua_State *L)
{
	struct cr_shim *shim = shim_of(L);
	int n = lua_gettop(L);

	if (n > 1) {
		lua_getfield(L, lua_upvalueindex(1), "format");
		lua_insert(L, 1);
		lua_call(L, n, 1);
	}
	(void)snprintf(shim->said, sizeof(shim->said), "%s",
		       lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
	return 0;
}

/* The table at the top of the stack is the script's globals. */
static void open_slurm(lua_State *L)
{
	static const char *const silent[] = {"log_info",   "log_verbose", "log_debug", "log_debug2",
					     "log_debug3", "log_debug4",  "log_error"};

	lua_newtable(L);
	for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++) {
		lua_pushinteger(L, constants[i].value);
		lua_setfield(L, -2, constants[i].name);
	}
	for (size_t i = 0; i < sizeof(silent) / sizeof(silent[0]); i++) {
		lua_pushcfunction(L, log_nothing);
		lua_setfield(L, -2, silent[i]);
	}
	lua_getfield(L, -2, "string");
	lua_pushcclosure(L, log_user, 1);
	lua_pushvalue(L, -1);
	lua_setfield(L, -3, "log_user");
	lua_setfield(L, -2, "user_msg");
	lua_setfield(L, -2, "slurm");
}

/* Of os the calendar only, which many such scripts ask. */
static void open_os(lua_State *L)
{
	static const char *const names[] = {"time", "date", "difftime", "clock", NULL};

	lua_newtable(L);
	luaL_requiref(L, "os", luaopen_os, 0);
	cr_lua_pick(L, -1, -2, names);
	lua_pop(L, 1);
	lua_setfield(L, -2, "os");
}

/* Our libraries, less their strictness: such scripts ask for what may not be there. */
static int load_script(lua_State *L)
{
	struct cr_shim *shim = lua_touserdata(L, 1);

	cr_lua_open_libs(L);
	lua_pushnil(L);
	lua_setmetatable(L, -2);
	lua_pushnil(L);
	lua_setfield(L, -2, "commroute");
	open_slurm(L);
	open_os(L);
	lua_pushcfunction(L, log_nothing);
	lua_setfield(L, -2, "print");
	lua_pushvalue(L, -1);
	lua_setfield(L, -2, "_G");
	lua_pushvalue(L, -1);
	shim->worker.env = luaL_ref(L, LUA_REGISTRYINDEX);
	lua_pushfstring(L, "=%s", shim->name);
	if (luaL_loadbufferx(L, shim->text, shim->len, lua_tostring(L, -1), "t") != LUA_OK)
		return lua_error(L);
	lua_pushvalue(L, -3);
	if (!lua_setupvalue(L, -2, 1))
		lua_pop(L, 1);
	lua_call(L, 0, 0);
	lua_rawgeti(L, LUA_REGISTRYINDEX, shim->worker.env);
	if (lua_getfield(L, -1, "slurm_job_submit") != LUA_TFUNCTION)
		return luaL_error(L, "the script has no function slurm_job_submit");
	return 0;
}

/* ---- job_desc --------------------------------------------------------------------- */

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

static void push_job(lua_State *L, const struct cr_request *r)
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

static void push_partitions(lua_State *L, const struct cr_view *view)
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

/* ---- what became of it --------------------------------------------------------------- */

static const char *text_of(lua_State *L, const struct cr_shim *shim, int job, const char *key)
{
	const char *text = NULL;

	if (lua_getfield(L, job, key) == LUA_TSTRING || lua_type(L, -1) == LUA_TNUMBER)
		text = cr_arena_strdup(shim->arena, lua_tostring(L, -1));
	lua_pop(L, 1);
	return text && *text ? text : NULL;
}

static bool is_followed(const char *key)
{
	static const char *const keys[] = {"partition", "qos",         "account",
					   "features",  "reservation", "time_limit"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

/* The names of fields that differ from those of the job BEFORE. */
static const char *list_changed(lua_State *L, const struct cr_shim *shim, int job, int before)
{
	char list[200];
	struct cr_buffer b = cr_buffer(list, sizeof(list));

	for (lua_pushnil(L); lua_next(L, job); lua_pop(L, 1)) {
		const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;

		if (!key || is_followed(key) || b.used > sizeof(list) - 60)
			continue;
		lua_getfield(L, before, key);
		if (!lua_rawequal(L, -1, -2))
			cr_buffer_print(&b, "%s%.50s", b.used ? ", " : "", key);
		lua_pop(L, 1);
	}
	return b.used ? cr_arena_strdup(shim->arena, list) : NULL;
}

static void take_outcome(lua_State *L, const struct cr_shim *shim, int job, int before)
{
	struct cr_shim_outcome *o = shim->outcome;
	lua_Integer limit;

	o->partition = text_of(L, shim, job, "partition");
	o->qos = text_of(L, shim, job, "qos");
	o->account = text_of(L, shim, job, "account");
	o->features = text_of(L, shim, job, "features");
	o->reservation = text_of(L, shim, job, "reservation");
	o->others = list_changed(L, shim, job, before);
	lua_getfield(L, job, "time_limit");
	limit = lua_tointeger(L, -1);
	o->time_limit = limit <= 0 || limit == NO_VAL ? CR_UNSET
			: limit == INFINITE           ? CR_INFINITE
						      : (uint32_t)limit;
	lua_pop(L, 1);
}

static int call_submit(lua_State *L)
{
	struct cr_shim *shim = lua_touserdata(L, 1);
	int job, before;

	push_job(L, shim->request);
	before = lua_gettop(L);
	push_job(L, shim->request);
	job = lua_gettop(L);
	lua_rawgeti(L, LUA_REGISTRYINDEX, shim->worker.env);
	lua_getfield(L, -1, "slurm_job_submit");
	lua_pushvalue(L, job);
	push_partitions(L, shim->view);
	lua_pushinteger(L, shim->request->uid);
	lua_call(L, 3, 1);
	shim->outcome->refused = lua_type(L, -1) != LUA_TNUMBER || lua_tointeger(L, -1) != 0;
	take_outcome(L, shim, job, before);
	return 0;
}

void cr_shim_submit(struct cr_shim *shim, const struct cr_request *request,
		    const struct cr_view *view, struct cr_arena *arena,
		    struct cr_shim_outcome *outcome)
{
	*outcome = (struct cr_shim_outcome){.time_limit = CR_UNSET};
	shim->request = request;
	shim->view = view;
	shim->arena = arena;
	shim->outcome = outcome;
	shim->said[0] = '\0';
	if (cr_lua_state_run(shim->worker.state, call_submit, shim) != 0) {
		*outcome = (struct cr_shim_outcome){.failed = true, .time_limit = CR_UNSET};
		outcome->text = cr_arena_strdup(arena, shim->worker.state->trace);
	} else if (shim->said[0]) {
		outcome->text = cr_arena_strdup(arena, shim->said);
	}
}

struct cr_shim *cr_shim_new(const char *name, const char *text, size_t len, struct cr_error *err)
{
	struct cr_lua_limits limits = {
		.instructions = 2000000, .memory = (size_t)80 << 20, .milliseconds = 2500};
	struct cr_shim *shim = calloc(1, sizeof(*shim));

	if (shim)
		shim->worker.state = cr_lua_state_new(&limits, &shim->worker);
	if (!shim || !shim->worker.state) {
		free(shim);
		cr_error_set(err, "out of memory");
		return NULL;
	}
	shim->name = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	shim->text = text;
	shim->len = len;
	if (cr_lua_state_run(shim->worker.state, load_script, shim) == 0)
		return shim;
	cr_error_set(err, "%s", shim->worker.state->trace);
	cr_shim_destroy(shim);
	return NULL;
}

void cr_shim_destroy(struct cr_shim *shim)
{
	if (!shim)
		return;
	cr_lua_state_destroy(shim->worker.state);
	free(shim);
}
