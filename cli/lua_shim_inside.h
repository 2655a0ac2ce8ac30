/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of cli/lua_shim.h: the interpreter, and what is pushed into it. */
#ifndef CR_CLI_LUA_SHIM_INSIDE_H
#define CR_CLI_LUA_SHIM_INSIDE_H

#include "cli/lua_shim.h"
#include "policies/lua/host.h"

struct cr_shim {
	struct cr_lua_worker worker; /* the libraries look here for what is running */
	char said[400];              /* slurm.log_user() */
	/* Of the call. */
	const char *name, *text;
	size_t len;
	const struct cr_request *request;
	const struct cr_view *view;
	struct cr_arena *arena;
	struct cr_shim_outcome *outcome;
};

static inline struct cr_shim *cr_shim_of(lua_State *L)
{
	return (struct cr_shim *)cr_lua_worker_of(L); /* its first member */
}

/** Put `slurm` into the table at the top of the stack, the script's globals. */
void cr_shim_open_slurm(lua_State *L);

/** Put `os` there: of it the calendar only, which many such scripts ask. */
void cr_shim_open_os(lua_State *L);

/** A function that takes anything and does nothing. */
int cr_shim_log_nothing(lua_State *L);

/** Push R as slurm_job_submit() finds its job. */
void cr_shim_push_job(lua_State *L, const struct cr_request *r);

/** Push VIEW's partitions as slurm_job_submit() finds them. */
void cr_shim_push_partitions(lua_State *L, const struct cr_view *view);

#endif
