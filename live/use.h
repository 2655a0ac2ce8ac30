/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_LIVE_USE_H
#define CR_LIVE_USE_H

#include "policies/cluster/snapshot.h"

#include <slurm/slurm.h>
#include <slurm/slurmdb.h>

/**
 * What users and accounts use in each QOS of MSG, into the `use` of ACCOUNTS; it
 * lives in ARENA.  A user without an association has no name there and is left
 * out.  Returns 0, or -1 when out of memory.
 */
int cr_live_use_read(const assoc_mgr_info_msg_t *msg, struct cr_arena *arena,
		     struct cr_accounts *accounts);

#endif
