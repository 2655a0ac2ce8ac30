/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of policies/lua share about one call of a hook: the decision it is
 * about, seen by the script as read-only objects.  For these files only.
 */
#ifndef CR_POLICIES_LUA_HOST_H
#define CR_POLICIES_LUA_HOST_H

#include "policies/decide/script.h"
#include "policies/lua/lua.h"
#include "policies/lua/state.h"

#define CR_LUA_LOG_LINES 10 /* a call may log so many; more are dropped */

/** One call of a hook. */
struct cr_lua_call {
	enum cr_hook hook;
	struct cr_deciding *g; /* NULL while a file is loaded */
	struct cr_script_result *result;
	enum cr_script_outcome outcome;
	int64_t now; /* Unix time of the decision */
	bool trusted;
	bool sample; /* no real job: partitions and QOS exist by any name */
	unsigned lines;
	const struct cr_lua_log *log;
};

/** What a state's host points to: one interpreter of a script. */
struct cr_lua_worker {
	struct cr_lua_state *state;
	struct cr_lua_call *call; /* NULL between calls */
	bool loaded;              /* the file was run for this decision */
	bool faulty;              /* what fails now fails whatever the job is */
	/* Globals that a hook set on the sample job: gone after each call, so most likely a
	 * mistake. */
	const char *global; /* the first one's name, owned by the state until the next run */
	int chunk, globals, env, sample_env, job, decision, cluster; /* in the registry */
	struct cr_lua_worker *next;
};

/** The interpreter that L belongs to. */
struct cr_lua_worker *cr_lua_worker_of(lua_State *L);

/** The call in progress; raises an error when there is none. */
struct cr_lua_call *cr_lua_call_of(lua_State *L);

/* ---- view.c: what scripts see ------------------------------------------ */

enum cr_lua_root { CR_LUA_JOB, CR_LUA_DECISION, CR_LUA_CLUSTER };

/** Push the object that shows the current call's job, decision or cluster. */
void cr_lua_push_root(lua_State *L, enum cr_lua_root root);

/**
 * Field I of class WHICH (job, decision ...; both count from 0), with the class's
 * name in *NAME; NULL past the end.  For the test of the manual.
 */
const char *cr_lua_view_field(size_t which, size_t i, const char **name);

/** Make the classes of these objects.  Once per state. */
void cr_lua_open_views(lua_State *L);

/* ---- result.c: what they answer ----------------------------------------- */

/** Check the value on top of the stack, a hook's answer, and put it into CALL->result. */
void cr_lua_take_result(lua_State *L, struct cr_lua_call *call);

/* ---- data.c -------------------------------------------------------------- */

struct cr_yaml_node;

/** Push NODE as a read-only table (or a number, text, boolean). */
void cr_lua_push_yaml(lua_State *L, const struct cr_yaml_node *node);

#endif
