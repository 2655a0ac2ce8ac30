/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The QOS that matter to one job, read once under assoc_mgr's locks: one table of
 * their names, limits of those that a decision can judge, and for each association a
 * bit for each name.  A site may have thousands, and one user all of them.
 */
#ifndef CR_JOB_SUBMIT_ACCOUNTS_QOS_H
#define CR_JOB_SUBMIT_ACCOUNTS_QOS_H

#include "base/arena.h"
#include "live/limits.h"
#include "policies/decide/outlook.h"

#include <slurm/slurmdb.h>

/** An association of the user's, as slurmctld has it and as it will be in the view. */
struct cr_assoc_read {
	const slurmdb_assoc_rec_t *from;
	struct cr_assoc *to;
};

struct cr_qos_reading {
	const struct cr_outlook *outlook;
	const struct cr_request *request;
	struct cr_arena *arena;
	struct cr_tres_names tres;
	const struct cr_assoc_read *assocs; /* the user's own */
	size_t assoc_count;
};

/**
 * Put the QOS into VIEW, which has partitions and associations, and into each
 * association its default one and those that it may use.  Called under read locks on
 * QOS, TRES and associations.  Returns 0; or -1 when the arena is full: what could be
 * read of the names is there, for rights to be judged by, but not all limits.
 */
int cr_qos_read(const struct cr_qos_reading *reading, struct cr_view *view);

#endif
