/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job_submit.lua for Slurm's own plugin run on a job, and what it made of it. */
#include "cli/lua_shim_inside.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load_script(lua_State *L)
{
	struct cr_shim *shim = lua_touserdata(L, 1);
	lua_Number code;

	cr_shim_open(L);
	lua_pushfstring(L, "=%s", shim->name);
	cr_shim_push_script(L, shim->text, shim->len, lua_tostring(L, -1));
	lua_call(L, 0, 1);
	code = lua_tonumber(L, -1);
	if (code != SLURM_SUCCESS)
		return luaL_error(L,
				  "the script returns %f when it is loaded: Slurm takes it for "
				  "a failure",
				  code);
	lua_rawgeti(L, LUA_REGISTRYINDEX, shim->worker.env);
	if (lua_getfield(L, -1, "slurm_job_submit") != LUA_TFUNCTION)
		return luaL_error(L, "the script has no function slurm_job_submit");
	return 0;
}

static int call_submit(lua_State *L)
{
	struct cr_shim *shim = lua_touserdata(L, 1);
	struct cr_shim_job before = shim->job;
	const struct cr_shim_value *owner = &before.slots[CR_SLOT_USER_ID];
	uint32_t uid = owner->is == CR_SHIM_IS_NUMBER ? (uint32_t)owner->number : NO_VAL;

	lua_rawgeti(L, LUA_REGISTRYINDEX, shim->worker.env);
	lua_getfield(L, -1, "slurm_job_submit");
	cr_shim_push_job(L);
	cr_shim_parts_push(L, shim->parts, shim->asked->request, uid);
	lua_pushinteger(L, uid);
	lua_call(L, 3, 1);
	/* What is no number is no refusal: Slurm's plugin says so in its log, and takes the job. */
	shim->outcome->refused = lua_isnumber(L, -1) &&
				 (int64_t)lua_tonumber(L, -1) != SLURM_SUCCESS;
	cr_shim_take_outcome(shim, &before);
	return 0;
}

static void begin_call(struct cr_shim *shim, const struct cr_shim_asked *asked,
		       struct cr_arena *arena, struct cr_shim_outcome *outcome)
{
	shim->asked = asked;
	shim->view = asked->view;
	shim->arena = arena;
	shim->outcome = outcome;
	shim->said[0] = shim->vain[0] = '\0';
	shim->sets_environment = false;
	shim->unknown[shim->unknown_before] = '\0';
	cr_shim_job_read(asked, arena, &shim->job);
}

static const struct cr_shim_outcome nothing = {
	.time_limit = CR_UNSET, .segment = CR_UNSET, .switches = CR_UNSET, .switch_wait = CR_UNSET};

void cr_shim_submit(struct cr_shim *shim, const struct cr_shim_asked *asked, struct cr_arena *arena,
		    struct cr_shim_outcome *outcome)
{
	*outcome = nothing;
	begin_call(shim, asked, arena, outcome);
	if (cr_lua_state_run(shim->worker.state, call_submit, shim) != 0) {
		*outcome = nothing;
		outcome->failed = true;
		outcome->text = cr_arena_strdup(arena, shim->worker.state->trace);
	} else if (shim->said[0]) {
		outcome->text = cr_arena_strdup(arena, shim->said);
	}
	if (shim->unknown[0])
		outcome->unknown = cr_arena_strdup(arena, shim->unknown);
}

void cr_shim_destroy(struct cr_shim *shim)
{
	if (!shim)
		return;
	cr_lua_state_destroy(shim->worker.state);
	cr_shim_parts_destroy(shim->parts);
	free(shim);
}

struct cr_shim *cr_shim_new(const char *name, const char *text, size_t len,
			    const struct cr_view *view, bool live, struct cr_error *err)
{
	struct cr_lua_limits limits = {
		.instructions = 2000000, .memory = (size_t)80 << 20, .milliseconds = 2500};
	struct cr_shim *shim = calloc(1, sizeof(*shim));

	if (shim) {
		shim->worker.state = cr_lua_state_new(&limits, &shim->worker);
		shim->parts = cr_shim_parts_new(view, live);
	}
	if (!shim || !shim->worker.state || !shim->parts) {
		cr_shim_destroy(shim);
		cr_error_set(err, "out of memory");
		return NULL;
	}
	shim->name = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
	shim->text = text;
	shim->len = len;
	shim->view = view;
	if (cr_lua_state_run(shim->worker.state, load_script, shim) == 0) {
		shim->unknown_before = strlen(shim->unknown);
		return shim;
	}
	cr_error_set(err, "%s", shim->worker.state->trace);
	cr_shim_destroy(shim);
	return NULL;
}
