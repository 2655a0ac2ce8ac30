/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One submission, from job description to job description.
 *
 * Called by slurmctld under its read locks, two at once possible: no I/O, no
 * RPC, no wait, and all memory for the decision on the stack.
 */
#ifndef CR_JOB_SUBMIT_SUBMIT_H
#define CR_JOB_SUBMIT_SUBMIT_H

#include "job_submit/alloc.h"
#include "policies/decision.h"

struct job_descriptor;

/** What a submission is judged by, all borrowed for the call. */
struct cr_submit_context {
	const struct cr_policy *policy; /* NULL: none in force */
	const struct cr_view *view;     /* NULL: the cluster is not known yet */
	const struct cr_slurm_alloc *alloc;
	/*
	 * Add what belongs to this user (name, default account, associations,
	 * QOS) to REQUEST and VIEW; texts into ARENA.  NULL: nothing is known.
	 */
	void (*add_accounts)(struct cr_request *request, struct cr_view *view,
			     struct cr_arena *arena);
};

/** What to answer slurmctld with. */
enum cr_answer {
	CR_ANSWER_ACCEPT,
	CR_ANSWER_BAD_OPTION, /* CR-1xx */
	CR_ANSWER_NO_RIGHT,   /* CR-2xx */
	CR_ANSWER_NO_FIT,     /* CR-3xx */
	CR_ANSWER_OVER_LIMIT, /* CR-4xx */
	CR_ANSWER_REFUSED,    /* anything else */
};

/**
 * Judge DESC, submitted by SUBMIT_UID, and change it as the policy says; names
 * that only we may set are removed from it whatever CONTEXT holds.  A message
 * for the user is appended to *ERR_MSG (Slurm's memory).
 */
enum cr_answer cr_submit(const struct cr_submit_context *context, struct job_descriptor *desc,
			 uint32_t submit_uid, char **err_msg);

#endif
