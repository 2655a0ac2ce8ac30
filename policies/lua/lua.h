/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The site's own rules in Lua: what runs `lua:` of a policy.
 *
 *	function classify(job)                    -> a profile's name, or nothing
 *	function decide(job, decision, cluster)   -> a table of wishes, or nothing
 *
 * Both are optional.  For each job the file is run anew with fresh globals, so
 * nothing is kept from one job to the next; docs/lua.md is the manual.
 *
 * A failing script (an error, a bound of state.h, a result that the policy
 * does not allow) leaves the decision as it is without it, or refuses the job,
 * as configured; after CR_LUA_BREAKER failures in a row the hook is not called
 * any more until the policy is loaded again.
 *
 * Threads: several interpreters stand ready, each used by one thread at a time;
 * who finds none waits, and the waits are counted.
 */
#ifndef CR_POLICIES_LUA_LUA_H
#define CR_POLICIES_LUA_LUA_H

#include "policies/file/policy.h"
#include "policies/file/policy_file.h"

#include <stdint.h>

#define CR_LUA_BREAKER 10

/** Where lines go: failures (CR_ERROR), and what the script logs (CR_WARNING).  Any thread. */
struct cr_lua_log {
	void (*line)(void *ctx, enum cr_severity severity, const char *text);
	void *ctx;
};

/**
 * Make POLICY's script ready: read the files that `lua:` names through READER,
 * compile it in every interpreter, and run each hook on a sample job.  To be
 * called once after loading, before the policy is shared.  LOG may be NULL.
 * Returns 0 (also when the policy names no script), or -1 with what is wrong in
 * DIAGS; POLICY is then unchanged and still to be destroyed by the caller.
 */
int cr_lua_open(struct cr_policy *policy, const struct cr_policy_reader *reader,
		const struct cr_lua_log *log, struct cr_diags *diags);

/**
 * cr_policy_read() and cr_lua_open() in one: NULL when either fails.  The
 * script's files are watched as well.
 */
struct cr_policy *cr_lua_read_policy(const char *path, bool trusted, const char *cluster,
				     struct cr_policy_watch *watch, const struct cr_lua_log *log,
				     struct cr_diags *diags);

/** Counters since the policy was loaded. */
struct cr_lua_stats {
	uint64_t calls[2], failures[2]; /* of classify, decide */
	bool disabled[2];               /* by too many failures in a row */
	uint64_t waits;                 /* calls that found no interpreter free */
	uint64_t longest_wait_us;
};

/** The counters of POLICY's script.  Returns false when it has none.  Any thread. */
bool cr_lua_stats(const struct cr_policy *policy, struct cr_lua_stats *stats);

#endif
