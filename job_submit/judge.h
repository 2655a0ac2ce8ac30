/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a submission and an update have in common: who and what they are judged
 * by, the decision, and what is said about it.
 *
 * Called by slurmctld under its read locks, two at once possible: no RPC, no
 * wait, and all memory for the decision on the stack.
 */
#ifndef CR_JOB_SUBMIT_JUDGE_H
#define CR_JOB_SUBMIT_JUDGE_H

#include "job_submit/alloc.h"
#include "policies/decide/decision.h"
#include "policies/decide/record.h"

struct job_descriptor;
struct job_record;

enum cr_event { CR_EVENT_SUBMIT, CR_EVENT_MODIFY };

#define CR_ID_MAX 40 /* bytes of a decision's number, the NUL included */

/** What a job is judged by, and slurmctld's functions, all borrowed for the call. */
struct cr_judge {
	const struct cr_policy *policy; /* NULL: none in force */
	const struct cr_view *view;     /* NULL: the cluster is not known yet */
	const struct cr_slurm_alloc *alloc;
	/*
	 * Add what belongs to this user (name, default account, associations,
	 * QOS, groups) to REQUEST and VIEW, as far as a decision by POLICY looks at it;
	 * texts into ARENA.  NULL: nothing is known.
	 */
	void (*add_accounts)(const struct cr_policy *policy, struct cr_request *request,
			     struct cr_view *view, struct cr_arena *arena);
	/* Set VIEW's group_denied as it is at this moment, ANEW; NULL: it stays as it is. */
	void (*add_groups)(const struct cr_request *request, struct cr_view *view,
			   struct cr_arena *arena, bool anew);
	/* Has slurmctld this partition, this node, at this moment?  NULL: the view's word counts.
	 */
	bool (*has_partition)(const char *name);
	bool (*has_node)(const char *name);
	/* Is UID root, SlurmUser, an operator or an administrator?  NULL: only root is. */
	bool (*is_privileged)(uint32_t uid);
	/* A job as it stands, and its end.  NULL: updates are not judged. */
	struct job_descriptor *(*copy_job)(struct job_record *job);
	void (*free_job)(struct job_descriptor *copy);
	/* A number of its own for a decision, for log, journal and record.  NULL: "-". */
	void (*give_id)(char id[CR_ID_MAX]);
	/* Take note of a decision; must not wait. */
	void (*note)(enum cr_event event, const struct cr_request *request,
		     const struct cr_decision *decision, const char *record, const char *id);
	/* Take note that REQUEST was not judged whole, and WHY; must not wait. */
	void (*note_unjudged)(enum cr_event event, const struct cr_request *request,
			      const char *why);
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

/** May SUBMIT_UID do what the policy forbids others? */
bool cr_judge_is_privileged(const struct cr_judge *judge, uint32_t submit_uid);

/** Bytes for what belongs to one user: some 500 associations, and the QOS that matter. */
#define CR_ACCOUNTS_ARENA 163840

/** All memory of a decision, for the caller's stack; the decision points into it. */
struct cr_judge_memory {
	struct cr_view view; /* what it was decided on: with what belongs to the user */
	char accounts[CR_ACCOUNTS_ARENA], decision[CR_DECIDE_ARENA];
};

/**
 * Decide on REQUEST, to which the user's accounts are added.  MISSING: why the job
 * cannot be judged whole, or NULL.  *DECISION is to be acted on in any case; where not
 * all was judged that is noted.
 */
void cr_judge_decide(const struct cr_judge *judge, enum cr_event event, struct cr_request *request,
		     const char *missing, struct cr_judge_memory *memory,
		     struct cr_decision *decision);

/**
 * Log and note DECISION, if it is to be recorded, under a number of its own.  Returns its JSON
 * for the job's record, in JSON; NULL when it is not recorded.
 */
const char *cr_judge_tell(const struct cr_judge *judge, enum cr_event event,
			  const struct cr_request *request, const struct cr_decision *decision,
			  char json[CR_RECORD_MAX]);

/** The answer for a refusal with CODE; MESSAGE is appended to *ERR_MSG (Slurm's memory). */
enum cr_answer cr_judge_refuse(const struct cr_judge *judge, enum cr_code code, const char *message,
			       char **err_msg);

#endif
