/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calling a hook: an interpreter from the pool, fresh globals, the breaker. */
#include "policies/lua/pool.h"

#include "policies/decide/decision_fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *cr_lua_hook_name(enum cr_hook hook)
{
	static const char *const names[] = {"classify", "decide"};

	return names[hook];
}

/* ---- within the interpreter ------------------------------------------------------ */

/*
 * The file is run anew for each decision: what a job leaves in variables, even
 * in tables that functions hold on to, is gone before the next one.  Leaves the
 * globals on the stack.
 */
static void run_file(lua_State *L, struct cr_lua_worker *w)
{
	lua_newtable(L);
	lua_pushvalue(L, -1);
	lua_rawseti(L, LUA_REGISTRYINDEX, w->globals);
	lua_rawgeti(L, LUA_REGISTRYINDEX, w->env);
	lua_setmetatable(L, -2);
	lua_rawgeti(L, LUA_REGISTRYINDEX, w->chunk);
	lua_pushvalue(L, -2);
	if (!lua_setupvalue(L, -2, 1))
		lua_pop(L, 1); /* a file that uses no global has no upvalue */
	lua_call(L, 0, 0);
}

static int run_hook(lua_State *L)
{
	struct cr_lua_call *call = lua_touserdata(L, 1);
	struct cr_lua_worker *w = cr_lua_worker_of(L);
	int objects[] = {w->job, w->decision, w->cluster};
	int n = call->hook == CR_HOOK_CLASSIFY ? 1 : 3;

	if (w->loaded) {
		lua_rawgeti(L, LUA_REGISTRYINDEX, w->globals);
	} else {
		w->faulty = true;
		run_file(L, w);
		w->faulty = false;
		w->loaded = true;
	}
	if (call->sample) {
		lua_rawgeti(L, LUA_REGISTRYINDEX, w->sample_env);
		lua_setmetatable(L, -2);
	}
	lua_pushstring(L, cr_lua_hook_name(call->hook));
	lua_rawget(L, -2);
	if (lua_isnil(L, -1))
		return 0;
	w->faulty = lua_type(L, -1) != LUA_TFUNCTION;
	if (w->faulty)
		return luaL_error(L, "'%s' is a %s, not a function", cr_lua_hook_name(call->hook),
				  luaL_typename(L, -1));
	for (int i = 0; i < n; i++)
		lua_rawgeti(L, LUA_REGISTRYINDEX, objects[i]);
	lua_call(L, n, 1);
	cr_lua_take_result(L, call);
	return 0;
}

int cr_lua_worker_run(struct cr_lua_worker *w, struct cr_lua_call *call)
{
	int rc;

	w->call = call;
	w->faulty = false;
	w->global = NULL;
	call->outcome = CR_SCRIPT_SILENT;
	*call->result = (struct cr_script_result){.ordered = false};
	cr_decision_clear(&call->result->wish);
	rc = cr_lua_state_run(w->state, run_hook, call);
	w->call = NULL;
	if (rc == 0)
		return 0;
	w->loaded = false; /* what a stopped call leaves half done is for nobody */
	call->outcome = w->state->stop == CR_LUA_STOP_REFUSED ? CR_SCRIPT_REFUSES
							      : CR_SCRIPT_FAILED;
	return call->outcome == CR_SCRIPT_REFUSES ? 0 : -1;
}

/* ---- the pool --------------------------------------------------------------------- */

static uint64_t monotonic_us(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void wait_for_one(struct cr_lua *lua)
{
	uint64_t start = monotonic_us(), took;

	while (!lua->idle)
		pthread_cond_wait(&lua->returned, &lua->lock);
	took = monotonic_us() - start;
	lua->waits++;
	if (took > lua->longest_wait_us)
		lua->longest_wait_us = took;
}

/* The wait is bounded by the bounds of those that run. */
static struct cr_lua_worker *take_worker(struct cr_lua *lua)
{
	struct cr_lua_worker *w;

	pthread_mutex_lock(&lua->lock);
	if (!lua->idle)
		wait_for_one(lua);
	w = lua->idle;
	lua->idle = w->next;
	pthread_mutex_unlock(&lua->lock);
	return w;
}

static void give_back(struct cr_lua *lua, struct cr_lua_worker *w)
{
	pthread_mutex_lock(&lua->lock);
	w->next = lua->idle;
	lua->idle = w;
	pthread_cond_signal(&lua->returned);
	pthread_mutex_unlock(&lua->lock);
}

/* ---- the breaker -------------------------------------------------------------------- */

static void log_text(const struct cr_lua *lua, const char *text)
{
	if (lua->log.line)
		lua->log.line(lua->log.ctx, CR_ERROR, text);
}

static void note_failure(struct cr_lua *lua, enum cr_hook hook, const char *trace)
{
	char line[CR_LUA_TRACE_MAX + 120];

	atomic_fetch_add(&lua->failures[hook], 1);
	(void)snprintf(line, sizeof(line), "Lua: %s failed: %s", cr_lua_hook_name(hook), trace);
	log_text(lua, line);
	if (atomic_fetch_add(&lua->in_a_row[hook], 1) + 1 < CR_LUA_BREAKER ||
	    atomic_exchange(&lua->disabled[hook], true))
		return;
	(void)snprintf(line, sizeof(line),
		       "Lua: %s failed %d times in a row and is not called any more until the "
		       "policy is loaded again",
		       cr_lua_hook_name(hook), CR_LUA_BREAKER);
	log_text(lua, line);
}

/* The clock is the view's: the same view gives the same decision. */
static int64_t time_of(const struct cr_view *view)
{
	return view->taken ? view->taken + view->age : (int64_t)time(NULL);
}

static const char *keep_trace(struct cr_deciding *g, const char *trace)
{
	const char *kept = cr_arena_strdup(g->arena, trace);

	return kept ? kept : "failed";
}

static enum cr_script_outcome call_hook(struct cr_script *script, enum cr_hook hook,
					struct cr_deciding *g, struct cr_script_result *result)
{
	struct cr_lua *lua = (struct cr_lua *)script;
	struct cr_lua_call call = {.hook = hook,
				   .g = g,
				   .result = result,
				   .now = time_of(g->view),
				   .trusted = script->trusted,
				   .log = &lua->log};
	struct cr_lua_worker *w;

	if (atomic_load(&lua->disabled[hook])) {
		*result = (struct cr_script_result){.text = "disabled after repeated failures"};
		return CR_SCRIPT_FAILED;
	}
	atomic_fetch_add(&lua->calls[hook], 1);
	w = (struct cr_lua_worker *)g->script_session;
	if (!w) {
		w = take_worker(lua);
		w->loaded = false;
		cr_lua_state_restart_clock(w->state);
		g->script_session = (struct cr_script_session *)w;
	}
	if (cr_lua_worker_run(w, &call) != 0) {
		*result = (struct cr_script_result){.text = keep_trace(g, w->state->trace)};
		note_failure(lua, hook, w->state->trace);
	} else {
		atomic_store(&lua->in_a_row[hook], 0);
	}
	return call.outcome;
}

static void end_session(struct cr_script *script, struct cr_script_session *session)
{
	give_back((struct cr_lua *)script, (struct cr_lua_worker *)session);
}

/* ---- the object ---------------------------------------------------------------------- */

static void destroy_script(struct cr_script *script)
{
	struct cr_lua *lua = (struct cr_lua *)script;

	for (size_t i = 0; i < lua->workers; i++)
		cr_lua_worker_destroy(lua->worker[i]);
	pthread_cond_destroy(&lua->returned);
	pthread_mutex_destroy(&lua->lock);
	free(lua);
}

struct cr_lua *cr_lua_new(const struct cr_lua_log *log)
{
	static const struct cr_script_ops ops = {call_hook, end_session};
	struct cr_lua *lua = calloc(1, sizeof(*lua));

	if (!lua)
		return NULL;
	lua->script.ops = &ops;
	lua->script.destroy = destroy_script;
	if (log)
		lua->log = *log;
	pthread_mutex_init(&lua->lock, NULL);
	pthread_cond_init(&lua->returned, NULL);
	return lua;
}

void cr_lua_add(struct cr_lua *lua, struct cr_lua_worker *worker)
{
	lua->worker[lua->workers++] = worker;
	worker->next = lua->idle;
	lua->idle = worker;
}

void cr_lua_worker_destroy(struct cr_lua_worker *worker)
{
	if (!worker)
		return;
	cr_lua_state_destroy(worker->state);
	free(worker);
}

bool cr_lua_stats(const struct cr_policy *policy, struct cr_lua_stats *stats)
{
	struct cr_lua *lua = (struct cr_lua *)policy->script;

	if (!lua)
		return false;
	for (size_t i = 0; i < CR_HOOKS; i++) {
		stats->calls[i] = atomic_load(&lua->calls[i]);
		stats->failures[i] = atomic_load(&lua->failures[i]);
		stats->disabled[i] = atomic_load(&lua->disabled[i]);
	}
	pthread_mutex_lock(&lua->lock);
	stats->waits = lua->waits;
	stats->longest_wait_us = lua->longest_wait_us;
	pthread_mutex_unlock(&lua->lock);
	return true;
}
