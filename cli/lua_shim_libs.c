/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a job_submit.lua finds beside its job: `slurm` with Slurm's own numbers, and `os`. */
#include "cli/lua_shim_inside.h"
#include "policies/lua/guard.h"

#include <lualib.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>

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

int cr_shim_log_nothing(lua_State *L)
{
	(void)L;
	return 0;
}

/* What the user would have been told; the last words count. */
static int log_user(lua_State *L)
{
	struct cr_shim *shim = cr_shim_of(L);
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

void cr_shim_open_slurm(lua_State *L)
{
	static const char *const silent[] = {"log_info",   "log_verbose", "log_debug", "log_debug2",
					     "log_debug3", "log_debug4",  "log_error"};

	lua_newtable(L);
	for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++) {
		lua_pushinteger(L, constants[i].value);
		lua_setfield(L, -2, constants[i].name);
	}
	for (size_t i = 0; i < sizeof(silent) / sizeof(silent[0]); i++) {
		lua_pushcfunction(L, cr_shim_log_nothing);
		lua_setfield(L, -2, silent[i]);
	}
	lua_getfield(L, -2, "string");
	lua_pushcclosure(L, log_user, 1);
	lua_pushvalue(L, -1);
	lua_setfield(L, -3, "log_user");
	lua_setfield(L, -2, "user_msg");
	lua_setfield(L, -2, "slurm");
}

void cr_shim_open_os(lua_State *L)
{
	static const char *const names[] = {"time", "date", "difftime", "clock", NULL};

	lua_newtable(L);
	luaL_requiref(L, "os", luaopen_os, 0);
	cr_lua_pick(L, -1, -2, names);
	lua_pop(L, 1);
	lua_setfield(L, -2, "os");
}
