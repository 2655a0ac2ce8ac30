/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a job that is not submitted would start: Slurm's own estimate. */
#ifndef CR_LIVE_WILL_RUN_H
#define CR_LIVE_WILL_RUN_H

#include "base/arena.h"
#include "policies/decide/decision.h"

/** Slurm's answer for one partition. */
struct cr_will_run {
	const char *problem; /* why it would not run there, in Slurm's words; or NULL */
	int64_t start;       /* Unix time */
	const char *nodes;   /* host list, or NULL */
	int preempts;        /* how many jobs would have to go for it */
};

/**
 * Ask the controller, after cr_live_init(), when REQUEST would start in
 * PARTITION, as the caller's own job; in DECISION's partition with what the
 * decision would set.  Texts live in ARENA.  Returns 0 and sets *ANSWER, whose
 * problem is set when the controller refuses or does not answer; or -1 when out
 * of memory, *ANSWER untouched.  Nothing is submitted.
 */
int cr_will_run_ask(const char *partition, const struct cr_request *request,
		    const struct cr_decision *decision, struct cr_arena *arena,
		    struct cr_will_run *answer);

#endif
