/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `slurm` as a job_submit.lua finds it: Slurm's own numbers and error codes, its log, and the
 * calls into slurmctld, as far as the cluster that is known here can answer them.
 */
#include "cli/lua_shim_inside.h"

#include "policies/job/slurm_values.h"
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <string.h>

/*
 * The names that Slurm gives beside its table of errors (read in src/lua/slurm_lua.c, and seen
 * on the test cluster); TIME890 is its spelling.  As doubles, since there all numbers are: what
 * does not fit into one is the next that does.
 */
static const struct {
	const char *name;
	lua_Number value;
} constants[] = {
#define NAMED(constant) {#constant, (lua_Number)(constant)}
	{"SUCCESS", SLURM_SUCCESS},
	{"ERROR", SLURM_ERROR},
	{"FAILURE", SLURM_ERROR},
	{"MAIL_JOB_TIME890", MAIL_JOB_TIME90},
	NAMED(ALLOC_SID_ADMIN_HOLD),
	NAMED(ALLOC_SID_USER_HOLD),
	NAMED(GRES_ALLOW_TASK_SHARING),
	NAMED(GRES_DISABLE_BIND),
	NAMED(GRES_ENFORCE_BIND),
	NAMED(GRES_MULT_TASKS_PER_SHARING),
	NAMED(GRES_ONE_TASK_PER_SHARING),
	NAMED(INFINITE),
	NAMED(INFINITE64),
	NAMED(JOB_SHARED_MCS),
	NAMED(JOB_SHARED_NONE),
	NAMED(JOB_SHARED_OK),
	NAMED(JOB_SHARED_USER),
	NAMED(KILL_INV_DEP),
	NAMED(MAIL_INVALID_DEPEND),
	NAMED(MAIL_JOB_BEGIN),
	NAMED(MAIL_JOB_END),
	NAMED(MAIL_JOB_FAIL),
	NAMED(MAIL_JOB_REQUEUE),
	NAMED(MAIL_JOB_STAGE_OUT),
	NAMED(MAIL_JOB_TIME100),
	NAMED(MAIL_JOB_TIME50),
	NAMED(MAIL_JOB_TIME80),
	NAMED(MEM_PER_CPU),
	NAMED(NICE_OFFSET),
	NAMED(NO_KILL_INV_DEP),
	NAMED(NO_VAL),
	NAMED(NO_VAL16),
	NAMED(NO_VAL64),
	NAMED(NO_VAL8),
	NAMED(SHARED_FORCE),
	NAMED(SPREAD_JOB),
	NAMED(STEPMGR_ENABLED),
	NAMED(USE_MIN_NODES),
#ifdef CONSOLIDATE_SEGMENTS
	NAMED(CONSOLIDATE_SEGMENTS),
#endif
#ifdef EXPEDITED_REQUEUE
	NAMED(EXPEDITED_REQUEUE),
#endif
#ifdef SPREAD_SEGMENTS
	NAMED(SPREAD_SEGMENTS),
#endif
};

static void set_number(lua_State *L, const char *name, lua_Number n)
{
	cr_shim_push_number(L, n);
	lua_setfield(L, -2, name);
}

/* ---- functions --------------------------------------------------------------------------- */

/* What the user would be told: all of it, a line each. */
static int tell_user(lua_State *L)
{
	struct cr_shim *shim = cr_shim_of(L);
	const char *text = lua_tostring(L, -1);
	size_t used = strlen(shim->said);

	(void)snprintf(shim->said + used, sizeof(shim->said) - used, "%s%s", used ? "\n" : "",
		       text ? text : "(null)");
	return 0;
}

/* Minutes; -1 without a limit, -2 when it is no time. */
static int minutes_of_text(lua_State *L)
{
	const char *text = lua_tostring(L, -1);
	uint32_t minutes = NO_VAL;

	if (text)
		(void)cr_slurm_minutes(text, &minutes, NULL);
	lua_pushinteger(L, minutes < NO_VAL ? (lua_Integer)minutes : (int32_t)minutes);
	return 1;
}

static int priority_of_qos(lua_State *L)
{
	const struct cr_shim *shim = cr_shim_of(L);
	const char *name = lua_tostring(L, -1);
	const struct cr_qos *qos;

	if (!shim->view->have_qos)
		return cr_shim_unknown(L, "slurm.get_qos_priority");
	qos = cr_view_qos(shim->view, name);
	if (!qos)
		return 0;
	lua_pushinteger(L, qos->priority);
	return 1;
}

static int unknown_function(lua_State *L)
{
	return cr_shim_unknown(L, lua_tostring(L, lua_upvalueindex(1)));
}

/* What is not known before a call: slurmctld's jobs and reservations, the cluster's name. */
static int look_up(lua_State *L)
{
	const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
	bool jobs = strcmp(key, "jobs") == 0;

	if (strcmp(key, "CLUSTER_NAME") == 0)
		return cr_shim_unknown(L, "slurm.CLUSTER_NAME");
	if (jobs || strcmp(key, "reservations") == 0) {
		(void)cr_shim_unknown(L, jobs ? "slurm.jobs" : "slurm.reservations");
		lua_newtable(L);
	} else {
		lua_pushnil(L);
	}
	return 1;
}

static void set_converters(lua_State *L)
{
	static const char *const names[] = {"slurm.to_json", "slurm.from_json", "slurm.to_yaml",
					    "slurm.from_yaml"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		lua_pushstring(L, names[i]);
		lua_pushcclosure(L, unknown_function, 1);
		lua_setfield(L, -2, strchr(names[i], '.') + 1);
	}
}

static void set_look_up(lua_State *L)
{
	lua_createtable(L, 0, 1);
	lua_pushcfunction(L, look_up);
	lua_setfield(L, -2, "__index");
	lua_setmetatable(L, -2);
}

void cr_shim_open_slurm(lua_State *L)
{
	static const luaL_Reg functions[] = {
		{"error", cr_shim_log_nothing}, {"get_qos_priority", priority_of_qos},
		{"log", cr_shim_log_nothing},   {"time_str2mins", minutes_of_text},
		{"user_msg", tell_user},        {NULL, NULL},
	};
	const struct cr_shim *shim = cr_shim_of(L);

	lua_newtable(L);
	for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++)
		set_number(L, constants[i].name, constants[i].value);
	for (unsigned i = 0; i < slurm_errtab_size; i++)
		set_number(L, slurm_errtab[i].xe_name, slurm_errtab[i].xe_number);
	luaL_setfuncs(L, functions, 0);
	if (cr_shim_since(shim, CR_SINCE_LUA_CONVERTERS))
		set_converters(L);
	if (shim->view->cluster) {
		lua_pushstring(L, shim->view->cluster);
		lua_setfield(L, -2, "CLUSTER_NAME");
	}
	set_look_up(L);
	lua_setfield(L, -2, "slurm");
}
