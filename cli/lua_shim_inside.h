/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of cli/lua_shim.h: the interpreter, and what is pushed into it. */
#ifndef CR_CLI_LUA_SHIM_INSIDE_H
#define CR_CLI_LUA_SHIM_INSIDE_H

#include "cli/lua_shim.h"
#include "cli/lua_shim_fields.h"
#include "cli/lua_shim_parts.h"
#include "policies/lua/host.h"

struct cr_shim {
	struct cr_lua_worker worker; /* the libraries look here for what is running */
	char said[16384];            /* slurm.log_user(), a line for each */
	char unknown[500];           /* what it read and nobody here knows, "a, b" */
	size_t unknown_before;       /* bytes of it from before the call: while it was loaded */
	char vain[300];              /* what it set and Slurm does not let it set */
	bool sets_environment;
	const char *name, *text;
	size_t len;
	struct cr_shim_parts *parts;
	/* Of the call. */
	struct cr_shim_job job;
	const struct cr_shim_asked *asked;
	const struct cr_view *view; /* while it is loaded: the cluster without a user's part */
	struct cr_arena *arena;
	struct cr_shim_outcome *outcome;
};

static inline struct cr_shim *cr_shim_of(lua_State *L)
{
	return (struct cr_shim *)cr_lua_worker_of(L); /* its first member */
}

/** Does the Slurm of SHIM's cluster, the newest where it is not known, have what came SINCE? */
static inline bool cr_shim_since(const struct cr_shim *shim, uint32_t since)
{
	return !shim->view->slurm_version || shim->view->slurm_version >= since;
}

/** Note that the script read WHAT, which is not known here, and push the nil that it gets.  1. */
int cr_shim_unknown(lua_State *L, const char *what);

/** Note that the script set the field called NAME, which has no effect. */
void cr_shim_note_vain(lua_State *L, const char *name);

/** Push N as Lua 5.1 has it: an integer where it is whole. */
void cr_shim_push_number(lua_State *L, lua_Number n);

/** Push the table of a script's globals, and keep it as worker.env. */
void cr_shim_open(lua_State *L);

/** Put `slurm` into the table at the top of the stack, the script's globals. */
void cr_shim_open_slurm(lua_State *L);

/** Push the script in the LEN bytes at TEXT as a function of these globals; or raise its fault. */
void cr_shim_push_script(lua_State *L, const char *text, size_t len, const char *name);

/** A function that takes anything and does nothing. */
int cr_shim_log_nothing(lua_State *L);

/** Push the job of the call as slurm_job_submit() finds it. */
void cr_shim_push_job(lua_State *L);

/** Say in the outcome of the call what the job has become that was BEFORE. */
void cr_shim_take_outcome(struct cr_shim *shim, const struct cr_shim_job *before);

#endif
