/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The difference between what a policy wants of Slurm and what Slurm has, object by object. */
#ifndef CR_POLICIES_GOVERN_PLAN_H
#define CR_POLICIES_GOVERN_PLAN_H

#include "policies/govern/have.h"

/** A field that is not as wanted. */
struct cr_gov_change {
	enum cr_gov_key key;
	const char *element, *have, *value; /* "" where there is none */
	struct cr_pos pos;
};

/** One object that is to be added or changed: one command of sacctmgr. */
struct cr_gov_step {
	enum cr_gov_kind kind;
	bool add; /* else: change */
	const char *object;
	struct cr_gov_change *field;
	size_t count;
};

struct cr_gov_plan {
	const char *cluster; /* "" where there is none */
	struct cr_gov_step *step;
	size_t count;
	size_t fine; /* objects that are as wanted */
};

/**
 * Compare WANTS with HAVE, which is sorted, into PLAN, in ARENA; texts of WANTS stay
 * borrowed.  Returns 0, or -1 when out of memory.
 */
int cr_gov_plan_make(const struct cr_wants *wants, const struct cr_have *have,
		     struct cr_arena *arena, struct cr_gov_plan *plan);

/** The most words of a command, its NULL included. */
#define CR_GOV_WORDS_MAX 32

/**
 * The command that carries out STEP on CLUSTER, with those of its fields that PENDING has
 * (NULL: all), into WORDS, ended by NULL.  NULL in ARENA's stead when out of memory:
 * returns -1; for slurm.conf there is no command: WORDS is empty.
 */
int cr_gov_command(const struct cr_gov_step *step, const char *cluster, const bool *pending,
		   struct cr_arena *arena, const char *words[CR_GOV_WORDS_MAX]);

/** WORDS as a shell would read them, in ARENA; NULL when out of memory. */
const char *cr_gov_shell(const char *const *words, struct cr_arena *arena);

#endif
