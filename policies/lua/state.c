/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interpreter within bounds: instructions by a hook, memory by the allocator, time
 * by a last resort.
 */
#include "policies/lua/core.h"

#include "base/buffer.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HOOK_EVERY  100 /* instructions between two looks at the budget */
#define CLOCK_EVERY 200 /* units between two looks at the clock: it is a system call */

/*
 * One instruction can work on as much memory as one block has (a string taken for a number,
 * a call with all values of the stack), so a bound on the block is a bound on the
 * instruction: some 50 microseconds (tests/unit/test_lua_costs.c).  The one that is dearer, a
 * table of keys that all hash alike when it grows, costs a few milliseconds at this size.
 */
#define STRING_MAX ((size_t)64 << 10)
#define BLOCK_MAX  ((size_t)128 << 10)
/* While the policy is loaded, by nobody's job: its data may be larger. */
#define BLOCK_MAX_LOADING ((size_t)512 << 10)
/* Memory asked for in one run, as a multiple of the cap: copying costs time too. */
#define CHURN_FACTOR 4
/* Each request turned down costs a full collection first. */
#define DENIED_MAX 8

#define GC_PAUSE 1000 /* percent */

#define DEFAULT_INSTRUCTIONS 200000
#define DEFAULT_MEMORY       ((size_t)8 << 20)
#define DEFAULT_MILLISECONDS 20

static bool may_grant(const struct cr_lua_state *s, size_t old, size_t size, size_t block_max)
{
	if (size <= old)
		return true;
	return size <= block_max && s->used - old + size <= s->limits.memory &&
	       s->churn + size <= s->limits.memory * CHURN_FACTOR && s->denied < DENIED_MAX;
}

static void *allocate_bounded(void *ud, void *block, size_t osize, size_t nsize)
{
	struct cr_lua_state *s = ud;
	size_t old = block ? osize : 0; /* for a new block, osize says its kind */
	bool is_string = !block && osize == LUA_TSTRING;
	void *now;

	if (nsize == 0) {
		free(block);
		s->used -= old;
		return NULL;
	}
	if (!may_grant(s, old, nsize, is_string ? STRING_MAX : s->block_max)) {
		s->denied++;
		return NULL;
	}
	now = block ? realloc(block, nsize) : malloc(nsize);
	if (!now)
		return NULL;
	s->used = s->used - old + nsize;
	s->churn += nsize > old ? nsize : 0;
	return now;
}

struct cr_lua_state *cr_lua_state_of(lua_State *L)
{
	return *(struct cr_lua_state **)lua_getextraspace(L);
}

static int64_t cpu_time(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static const char *stop_text(const struct cr_lua_state *s, char *buf, size_t size)
{
	switch (s->stop) {
	case CR_LUA_STOP_INSTRUCTIONS:
		(void)snprintf(buf, size, "the budget of %u instructions is spent",
			       s->limits.instructions);
		break;
	case CR_LUA_STOP_MEMORY:
		(void)snprintf(buf, size, "not enough memory within %zu KB",
			       s->limits.memory >> 10);
		break;
	case CR_LUA_STOP_TIME:
		(void)snprintf(buf, size, "%u ms of processor time are spent",
			       s->limits.milliseconds);
		break;
	case CR_LUA_STOP_REFUSED:
		(void)snprintf(buf, size, "commroute.refuse()");
		break;
	default:
		(void)snprintf(buf, size, "runs");
	}
	return buf;
}

/* The innermost functions of the call stack, on one line, without asking for memory of Lua's. */
static void note_trace(lua_State *L, const char *text)
{
	struct cr_lua_state *s = cr_lua_state_of(L);
	char raw[CR_LUA_TRACE_MAX];
	struct cr_buffer b = cr_buffer(raw, sizeof(raw));
	lua_Debug ar;

	cr_buffer_print(&b, "%.300s", text);
	for (int level = 0; level < 12 && !b.full; level++) {
		if (!lua_getstack(L, level, &ar))
			break;
		if (!lua_getinfo(L, "Sln", &ar) || ar.currentline < 0)
			continue;
		cr_buffer_print(&b, " < %s:%d in %s", ar.short_src, ar.currentline,
				ar.name           ? ar.name
				: *ar.what == 'm' ? "the file"
						  : "?");
	}
	cr_text_printable(s->trace, sizeof(s->trace), raw, strlen(raw));
}

static void stop_hook(lua_State *L, lua_Debug *ar);

int cr_lua_stop_now(lua_State *L, enum cr_lua_stop stop)
{
	struct cr_lua_state *s = cr_lua_state_of(L);
	char text[80];

	if (s->stop == CR_LUA_RUNS) {
		s->stop = stop;
		note_trace(L, stop_text(s, text, sizeof(text)));
		lua_sethook(L, stop_hook, LUA_MASKCOUNT, 1);
	}
	lua_pushnil(L); /* an error value that needs no memory; the reason is in the state */
	(void)lua_error(L);
	abort(); /* not reached: lua_error() does not return, but is not declared so */
}

static void look_at_clock(lua_State *L, struct cr_lua_state *s)
{
	s->unlooked = 0;
	if (cpu_time() > s->deadline)
		cr_lua_stop_now(L, CR_LUA_STOP_TIME);
}

static void stop_hook(lua_State *L, lua_Debug *ar)
{
	(void)ar;
	cr_lua_charge(L, HOOK_EVERY);
}

void cr_lua_charge(lua_State *L, uint64_t units)
{
	struct cr_lua_state *s = cr_lua_state_of(L);

	if (s->stop != CR_LUA_RUNS)
		cr_lua_stop_now(L, s->stop);
	if (units >= (uint64_t)s->left) {
		s->left = 0;
		cr_lua_stop_now(L, CR_LUA_STOP_INSTRUCTIONS);
	}
	s->left -= (int64_t)units;
	s->unlooked += units;
	if (s->unlooked >= CLOCK_EVERY)
		look_at_clock(L, s);
}

/* The message handler of the run: what was raised, and from where. */
static int on_error(lua_State *L)
{
	struct cr_lua_state *s = cr_lua_state_of(L);
	char text[80];

	if (s->stop != CR_LUA_RUNS)
		return 1;
	if (lua_type(L, 1) == LUA_TSTRING) {
		note_trace(L, lua_tostring(L, 1));
		return 1;
	}
	/* Its __tostring, if it has one, is the script's own code: not asked. */
	(void)snprintf(text, sizeof(text), "the error is a value of type %s",
		       lua_typename(L, lua_type(L, 1)));
	note_trace(L, text);
	return 1;
}

static void fresh_budget(struct cr_lua_state *s)
{
	s->left = s->limits.instructions;
	s->churn = 0;
	s->denied = 0;
	s->unlooked = 0;
	s->stop = CR_LUA_RUNS;
	s->trace[0] = '\0';
	if (!s->deadline)
		s->deadline = cpu_time() + (int64_t)s->limits.milliseconds * 1000000;
	lua_sethook(s->L, stop_hook, LUA_MASKCOUNT, HOOK_EVERY);
}

/* What a run left must not count against the next one's memory. */
static void tidy_state(struct cr_lua_state *s)
{
	lua_settop(s->L, 0);
	if (s->denied || s->used > s->limits.memory / 4) {
		s->denied = 0;
		(void)lua_gc(s->L, LUA_GCCOLLECT);
	}
}

void cr_lua_state_restart_clock(struct cr_lua_state *s)
{
	s->deadline = 0;
}

void cr_lua_state_loaded(struct cr_lua_state *s)
{
	s->block_max = BLOCK_MAX;
}

int cr_lua_state_run(struct cr_lua_state *s, lua_CFunction fn, void *ctx)
{
	struct cr_lua_state *outer = cr_lua_core_enter(s);
	int status;

	fresh_budget(s);
	lua_pushcfunction(s->L, on_error);
	lua_pushcfunction(s->L, fn);
	lua_pushlightuserdata(s->L, ctx);
	status = lua_pcall(s->L, 1, 0, 1);
	if (status == LUA_ERRMEM && s->stop == CR_LUA_RUNS) {
		s->stop = CR_LUA_STOP_MEMORY;
		stop_text(s, s->trace, sizeof(s->trace));
	}
	if (status != LUA_OK && !s->trace[0])
		(void)snprintf(s->trace, sizeof(s->trace), "an error while handling an error");
	tidy_state(s);
	(void)cr_lua_core_enter(outer);
	return status == LUA_OK ? 0 : -1;
}

struct cr_lua_state *cr_lua_state_new(const struct cr_lua_limits *limits, void *host)
{
	struct cr_lua_state *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->limits = *limits;
	s->host = host;
	s->block_max = BLOCK_MAX_LOADING;
	if (!s->limits.instructions)
		s->limits.instructions = DEFAULT_INSTRUCTIONS;
	if (!s->limits.memory)
		s->limits.memory = DEFAULT_MEMORY;
	if (!s->limits.milliseconds)
		s->limits.milliseconds = DEFAULT_MILLISECONDS;
	s->L = lua_newstate(allocate_bounded, s);
	if (!s->L) {
		free(s);
		return NULL;
	}
	*(struct cr_lua_state **)lua_getextraspace(s->L) = s;
	/* A call leaves a few KB: collect when there are ten times as many as are in use. */
	(void)lua_gc(s->L, LUA_GCINC, GC_PAUSE, 0, 0);
	return s;
}

void cr_lua_state_destroy(struct cr_lua_state *s)
{
	if (!s)
		return;
	lua_close(s->L);
	free(s);
}
