/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a policy governs, as it is now: slurm.conf as slurmctld has it, QOS and accounts of
 * slurmdbd. */
#ifndef CR_LIVE_GOVERNED_H
#define CR_LIVE_GOVERNED_H

#include "policies/govern/have.h"

/**
 * Read all of it into HAVE, in ARENA, sorted: accounts of CLUSTER ("": no slurmdbd, then slurm.conf
 * alone).  Blocks for as long as Slurm does.  Returns 0, or -1 with ERR.
 */
int cr_governed_read(const char *cluster, struct cr_arena *arena, struct cr_have *have,
		     struct cr_error *err);

/** The same for one QOS or account alone: HAVE has that one, or nothing. */
int cr_governed_read_one(enum cr_gov_kind kind, const char *name, const char *cluster,
			 struct cr_arena *arena, struct cr_have *have, struct cr_error *err);

#endif
