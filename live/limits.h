/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's limits (arrays by TRES number, one per kind of limit) as a view has
 * them (one entry per TRES that anything limits).  Pure but for the arena.
 */
#ifndef CR_LIVE_LIMITS_H
#define CR_LIVE_LIMITS_H

#include "base/arena.h"
#include "policies/cluster/view.h"

#include <slurm/slurm.h>
#include <slurm/slurmdb.h>

/** The names of all TRES, by number. */
struct cr_tres_names {
	char **name;
	uint32_t count;
};

/**
 * QOS, with the use of UID and ACCOUNT in it, into *LIMITS; arrays and names go
 * to ARENA.  Called under assoc_mgr's read locks on QOS and TRES.
 * Returns 0, or -1 when the arena is full.
 */
int cr_limits_of_qos(const slurmdb_qos_rec_t *qos, const struct cr_tres_names *names, uint32_t uid,
		     const char *account, struct cr_arena *arena, struct cr_limits *limits);

/** The same of an association (locks on associations and TRES). */
int cr_limits_of_assoc(const slurmdb_assoc_rec_t *assoc, const struct cr_tres_names *names,
		       struct cr_arena *arena, struct cr_limits *limits);

/** The QOS_FLAG_* bits of FLAGS as bits of enum cr_qos_flag. */
uint32_t cr_qos_flags_of(uint32_t flags);

#endif
