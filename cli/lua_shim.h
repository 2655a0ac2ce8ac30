/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A job_submit.lua written for Slurm's own plugin, run on jobs that are not
 * submitted: a shim of the `slurm` table, of job_desc and of the partitions,
 * within the bounds of a policy's script (lua_state.h), ten times as wide.
 */
#ifndef CR_CLI_LUA_SHIM_H
#define CR_CLI_LUA_SHIM_H

#include "base/arena.h"
#include "cli/lua_shim_line.h"

struct cr_shim;

/** What the script made of one job.  Texts live in the arena given. */
struct cr_shim_outcome {
	bool failed;           /* it raised an error, or was stopped: text says why */
	bool refused;          /* it returned a number that is not slurm.SUCCESS */
	const char *text;      /* of the failure, or what it told the user; or NULL */
	const char *unknown;   /* what it read that is not known here, "a, b"; or NULL */
	const char *partition; /* as it left it; NULL: unset */
	const char *qos, *account, *features, *reservation;
	uint32_t time_limit;                     /* minutes; CR_UNSET */
	uint32_t segment, switches, switch_wait; /* CR_UNSET */
	const char *others;                      /* further fields it changed, "a, b"; or NULL */
	const char *vain; /* fields it set that Slurm does not let it set; or NULL */
};

/**
 * Load the script in the LEN bytes at TEXT, called NAME, on the cluster in VIEW (without any
 * user's part); LIVE: slurmctld can be asked what the view does not tell.  All are borrowed.
 * Returns an object to be freed with cr_shim_destroy(), or NULL with ERR set.
 */
struct cr_shim *cr_shim_new(const char *name, const char *text, size_t len,
			    const struct cr_view *view, bool live, struct cr_error *err);

/** Free SHIM.  NULL is allowed. */
void cr_shim_destroy(struct cr_shim *shim);

/** Call its slurm_job_submit() with the job that ASKED describes. */
void cr_shim_submit(struct cr_shim *shim, const struct cr_shim_asked *asked, struct cr_arena *arena,
		    struct cr_shim_outcome *outcome);

#endif
