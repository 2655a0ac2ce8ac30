/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The interpreters of one script, all alike, and who uses them: the object
 * behind struct cr_script.  For lua.c and open.c only.
 */
#ifndef CR_POLICIES_LUA_POOL_H
#define CR_POLICIES_LUA_POOL_H

#include "policies/lua/host.h"

#include <pthread.h>
#include <stdatomic.h>

#define CR_LUA_WORKERS_MAX 16

struct cr_lua {
	struct cr_script script; /* first: the decision holds a pointer to it */
	struct cr_lua_log log;
	/* The pool. */
	pthread_mutex_t lock;
	pthread_cond_t returned;
	struct cr_lua_worker *idle;
	struct cr_lua_worker *worker[CR_LUA_WORKERS_MAX];
	size_t workers;
	uint64_t waits, longest_wait_us; /* under the lock */
	/* By hook. */
	atomic_ullong calls[CR_HOOKS], failures[CR_HOOKS];
	atomic_uint in_a_row[CR_HOOKS];
	atomic_bool disabled[CR_HOOKS];
};

/** "classify", "decide": the global that a script defines.  Static. */
const char *cr_lua_hook_name(enum cr_hook hook);

/** A new pool without interpreters, or NULL.  Destroy by its ops. */
struct cr_lua *cr_lua_new(const struct cr_lua_log *log);

/** Give WORKER, made by open.c, to LUA. */
void cr_lua_add(struct cr_lua *lua, struct cr_lua_worker *worker);

/** Free WORKER.  NULL is allowed. */
void cr_lua_worker_destroy(struct cr_lua_worker *worker);

/** Run CALL's hook on WORKER.  Returns 0, or -1 with worker->state's trace set. */
int cr_lua_worker_run(struct cr_lua_worker *worker, struct cr_lua_call *call);

#endif
