/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job_submit.lua for Slurm's own plugin run on a job, and what it made of it. */
#include "cli/lua_shim_inside.h"

#include "base/buffer.h"

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

	cr_shim_push_job(L, shim->request);
	before = lua_gettop(L);
	cr_shim_push_job(L, shim->request);
	job = lua_gettop(L);
	lua_rawgeti(L, LUA_REGISTRYINDEX, shim->worker.env);
	lua_getfield(L, -1, "slurm_job_submit");
	lua_pushvalue(L, job);
	cr_shim_push_partitions(L, shim->view);
	lua_pushinteger(L, shim->request->uid);
	lua_call(L, 3, 1);
	/* What is no number is no refusal: Slurm's plugin says so in its log, and takes the job. */
	shim->outcome->refused = lua_isnumber(L, -1) &&
				 (int64_t)lua_tonumber(L, -1) != SLURM_SUCCESS;
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
	shim->unknown[shim->unknown_before] = '\0';
	if (cr_lua_state_run(shim->worker.state, call_submit, shim) != 0) {
		*outcome = (struct cr_shim_outcome){.failed = true, .time_limit = CR_UNSET};
		outcome->text = cr_arena_strdup(arena, shim->worker.state->trace);
	} else if (shim->said[0]) {
		outcome->text = cr_arena_strdup(arena, shim->said);
	}
	if (shim->unknown[0])
		outcome->unknown = cr_arena_strdup(arena, shim->unknown);
}

struct cr_shim *cr_shim_new(const char *name, const char *text, size_t len,
			    const struct cr_view *view, struct cr_error *err)
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
	shim->view = view;
	if (cr_lua_state_run(shim->worker.state, load_script, shim) == 0) {
		shim->unknown_before = strlen(shim->unknown);
		return shim;
	}
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
