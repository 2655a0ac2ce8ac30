/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One user's part of a view, built by one set of rules whoever asks: slurmctld's
 * plugin from slurmctld's memory, the command from what slurmctld tells or from a
 * snapshot.  They differ in where associations are found, and in nothing else.
 */
#ifndef CR_POLICIES_CLUSTER_USER_VIEW_H
#define CR_POLICIES_CLUSTER_USER_VIEW_H

#include "base/arena.h"
#include "policies/cluster/view.h"

/** Where the associations of one user are; FROM is passed on to each function. */
struct cr_user_source {
	void *from;
	/* The user's own with ACCOUNT, for PARTITION alone or (NULL) for all; NULL: none. */
	const void *(*find)(void *from, const char *account, const char *partition);
	/* The account of jobs that name none; NULL: not known.  Outlives the view. */
	const char *(*default_account)(void *from);
	/* The one above ASSOC: its account's, then that of each account up to root; NULL: none. */
	const void *(*above)(void *from, const void *assoc);
	/* ASSOC into *TO.  0, or -1 when the arena is full. */
	int (*read)(void *from, const void *assoc, struct cr_assoc *to);
};

/**
 * Set *ACCOUNT to the default account when it is NULL, and when the user has no
 * association with it and slurmctld does not enforce associations: Slurm does so
 * too, after it asked us.  Then add the user's associations with that account to
 * VIEW, which has its partitions, and those of the accounts above; there are none
 * where the user has none.  Arrays live in ARENA.
 * Returns 0; or -1 when the arena is full, *ACCOUNT and *VIEW untouched.
 */
int cr_user_view_add(const struct cr_user_source *source, const char **account,
		     struct cr_arena *arena, struct cr_view *view);

#endif
