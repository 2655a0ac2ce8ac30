/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's own limits on a job, judged along Slurm's own chain: the partition's
 * QOS, the job's QOS (OverPartQOS swaps the two), then, for what no QOS limits,
 * the user's association and the accounts upward.  Read from Slurm's source,
 * acct_policy.c, 24.11 to 26.05.  Pure; any thread.
 */
#ifndef CR_POLICIES_DECIDE_LIMITS_H
#define CR_POLICIES_DECIDE_LIMITS_H

#include "policies/decide/size.h"
#include "policies/job/codes.h"

enum cr_limit_verdict {
	CR_LIMIT_OK,
	CR_LIMIT_WAIT,   /* does not fit now; will when others end */
	CR_LIMIT_BUDGET, /* beyond what is left of a budget */
	CR_LIMIT_NEVER,  /* larger than the limit itself */
};

/** Whose limit it is. */
enum cr_limit_owner { CR_LIMIT_QOS, CR_LIMIT_PART_QOS, CR_LIMIT_USER, CR_LIMIT_ACCOUNT };

/** The limit that binds most. */
struct cr_binding {
	enum cr_limit_verdict verdict;
	enum cr_limit_owner owner;
	const char *owner_name; /* the QOS, user or account */
	const char *limit;      /* Slurm's word, "GrpTRES" */
	const char *tres;       /* "gres/gpu"; NULL for counts of jobs and times */
	uint64_t asked, max, used;
	enum cr_code code; /* when verdict is not OK */
};

/** What is judged. */
struct cr_limit_case {
	const struct cr_view *view;
	const struct cr_qos *partition_qos, *qos; /* either may be NULL */
	const struct cr_assoc *assoc;             /* the user's for this partition, or NULL */
	const struct cr_demand *demand;
	const char *gpu_type; /* that the job will ask for; NULL: untyped */
	/*
	 * The time limit that --time or DefaultTime give (CR_UNSET: Slurm fills in
	 * the least of the limits on it), and the most it can be before that.
	 * CR_UNSET there: not known, then no time is judged.
	 */
	uint32_t minutes_given, minutes;
};

/** The binding limit of CASE; verdict OK when there is none. */
void cr_limits_judge(const struct cr_limit_case *c, struct cr_binding *binding);

/** The user's association that counts in PARTITION, or NULL. */
const struct cr_assoc *cr_limits_assoc(const struct cr_view *view, const char *partition);

#endif
