/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One job as the controller tells it. */
#ifndef CR_LIVE_JOB_H
#define CR_LIVE_JOB_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

/** A job as Slurm's tools name it: 18, 18_2 of an array, 19+1 of a heterogeneous job. */
struct cr_live_job_name {
	uint32_t id;
	bool is_task, is_component;
	uint32_t part; /* the task or component, where it is one */
};

/** TEXT as such a name.  Returns 0, or -1 with ERR. */
int cr_live_job_name(const char *text, struct cr_live_job_name *name, struct cr_error *err);

/** Texts are NULL where Slurm has none. */
struct cr_live_job {
	const char *state;        /* Slurm's word, "PENDING" */
	const char *state_reason; /* Slurm's word for why it waits, "Resources" */
	const char *state_desc;   /* more about that */
	bool pending;
	const char *nodes; /* host list */
	const char *partition, *qos;
	const char *admin_comment, *extra; /* where a record of ours may stand */
	uint32_t segment, switches;        /* as asked for; 0 = none */
};

enum cr_live_answer {
	CR_LIVE_FOUND,
	CR_LIVE_NOT_THERE, /* the controller knows no such thing */
	CR_LIVE_NO_ANSWER, /* it could not be asked, or memory ran out */
};

/**
 * Ask about the job NAME, after cr_live_init(): of an array without a task its first record,
 * of a task that does not run yet the record that it waits in.  Texts live in ARENA.  On any answer
 * but CR_LIVE_FOUND, *JOB is untouched and ERR says why.  Blocks for as long as
 * Slurm's RPC does.
 */
enum cr_live_answer cr_live_job_load(const struct cr_live_job_name *name, struct cr_arena *arena,
				     struct cr_live_job *job, struct cr_error *err);

#endif
