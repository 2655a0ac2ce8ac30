/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One job as the controller tells it. */
#ifndef CR_LIVE_JOB_H
#define CR_LIVE_JOB_H

#include "base/arena.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

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
 * Ask about job ID, after cr_live_init().  Texts live in ARENA.  On any answer
 * but CR_LIVE_FOUND, *JOB is untouched and ERR says why.  Blocks for as long as
 * Slurm's RPC does.
 */
enum cr_live_answer cr_live_job_load(uint32_t id, struct cr_arena *arena, struct cr_live_job *job,
				     struct cr_error *err);

#endif
