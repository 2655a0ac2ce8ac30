/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One TRES of a job against the limits of one level of Slurm's chain, for limits.c.  Pure;
 * any thread.
 */
#ifndef CR_POLICIES_DECIDE_LIMIT_TRES_H
#define CR_POLICIES_DECIDE_LIMIT_TRES_H

#include "policies/decide/limits.h"

#include <stddef.h>
#include <stdint.h>

/** What is asked of one TRES. */
struct cr_asked {
	const char *tres;
	uint64_t amount, per_node;
	unsigned taken; /* bit for each rule that a QOS has spoken on */
};

#define CR_ASKED_MAX 5

/** A job on its way along the chain. */
struct cr_judging {
	const struct cr_limit_case *c;
	struct cr_asked asked[CR_ASKED_MAX];
	size_t count;
	unsigned counts_taken;
	uint32_t minutes; /* the most that the job's time limit can be */
	struct cr_binding *worst;
	/* The level being judged. */
	enum cr_limit_owner owner;
	const char *owner_name;
};

/** A times B, or half of CR_UNSET64 when it is more: a number still, above all limits. */
uint64_t cr_limit_product(uint64_t a, uint64_t b);

/** Does J's level belong to a QOS, the job's or the partition's? */
bool cr_limit_is_of_qos(const struct cr_judging *j);

/** The code of a job that is too large for J's level. */
enum cr_code cr_limit_code(const struct cr_judging *j);

/** FOUND at J's level becomes the worst if it is worse: of equals the chain's first is kept. */
void cr_limit_keep(struct cr_judging *j, struct cr_binding found);

/**
 * Judge A by L, J's level's limits for it.  A QOS's word on a rule silences what comes after
 * it; associations do not silence each other.  Of the accounts only the group limits bind:
 * Slurm hands the others down to the user's association itself.
 */
void cr_limit_judge_tres(struct cr_judging *j, struct cr_asked *a, const struct cr_tres_limit *l);

#endif
