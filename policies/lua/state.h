/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One Lua interpreter that cannot outrun its bounds: a budget of instructions,
 * a cap on memory, a last resort of processor time.  For the files lua*.c only.
 *
 * What a script does in Lua is counted by a hook; what it makes C functions do
 * is charged by these (cr_lua_charge()) in proportion to the bytes or elements
 * they look at, inside their loops: what a metatable says of a length, or a
 * string that is taken for a number, is not known before.  Whoever exceeds a bound is stopped by an
 * error that no pcall of the script's catches: our pcall passes it on, and every further
 * instruction raises it again.
 *
 * Threads: a state belongs to one thread at a time.
 */
#ifndef CR_POLICIES_LUA_STATE_H
#define CR_POLICIES_LUA_STATE_H

#include "base/error.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bounds of one run.  0: the default. */
struct cr_lua_limits {
	uint32_t instructions; /* 200,000 */
	size_t memory;         /* bytes in use at any time: 8 MiB */
	uint32_t milliseconds; /* processor time of a decision's runs: 20 */
};

enum cr_lua_stop {
	CR_LUA_RUNS,
	CR_LUA_STOP_INSTRUCTIONS,
	CR_LUA_STOP_MEMORY,
	CR_LUA_STOP_TIME,
	CR_LUA_STOP_REFUSED, /* commroute.refuse(): an end, not a failure */
};

#define CR_LUA_TRACE_MAX 600

struct cr_lua_state {
	lua_State *L;
	struct cr_lua_limits limits;
	/* Memory. */
	size_t used;
	size_t block_max; /* of one block */
	size_t churn;     /* bytes asked for in this run, freed or not */
	unsigned denied;  /* requests turned down in this run */
	/* The run. */
	int64_t left;      /* instructions */
	uint64_t unlooked; /* of them, since the clock was looked at */
	int64_t deadline;  /* CLOCK_THREAD_CPUTIME_ID, nanoseconds; 0: the next run sets it */
	enum cr_lua_stop stop;
	char trace[CR_LUA_TRACE_MAX]; /* of the failure: one printable line */
	void *host;                   /* the user's, see cr_lua_host() */
};

/**
 * A new interpreter without any library.  HOST is what cr_lua_host() gives.
 * NULL when out of memory.  Free with cr_lua_state_destroy().
 */
struct cr_lua_state *cr_lua_state_new(const struct cr_lua_limits *limits, void *host);

/** Free STATE.  NULL is allowed. */
void cr_lua_state_destroy(struct cr_lua_state *state);

/**
 * Run FN(ctx as light userdata) with a fresh budget; the stack is empty before
 * and after.  Returns 0; or -1 with STATE->trace (and STATE->stop) set.
 */
int cr_lua_state_run(struct cr_lua_state *state, lua_CFunction fn, void *ctx);

/** The next run gets all of the processor time; until then runs share what one was given. */
void cr_lua_state_restart_clock(struct cr_lua_state *state);

/** What runs from now on runs for a job: blocks of memory are smaller than for loading. */
void cr_lua_state_loaded(struct cr_lua_state *state);

/** The state that L belongs to. */
struct cr_lua_state *cr_lua_state_of(lua_State *L);

/** Take UNITS instructions from the budget.  Does not return when it is spent. */
void cr_lua_charge(lua_State *L, uint64_t units);

/** End the run as STOP, whatever pcall says.  Does not return. */
int cr_lua_stop_now(lua_State *L, enum cr_lua_stop stop) __attribute__((noreturn));

#endif
