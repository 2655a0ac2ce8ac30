/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which nodes are in which partitions, as slurmctld tells it. */
#ifndef CR_LIVE_MEMBERSHIP_H
#define CR_LIVE_MEMBERSHIP_H

#include "base/arena.h"
#include "base/error.h"
#include "policies/cluster/view.h"

#include <slurm/slurm.h>

/**
 * Sort NODES by the PARTITIONS that each is in, into *VIEW, of which the partitions are
 * those of PARTITIONS in the same order: its memberships, and their index; all in ARENA.
 * Returns 0; or -1 with ERR, *VIEW untouched, when out of memory.
 */
int cr_memberships_read(const node_info_msg_t *nodes, const partition_info_msg_t *partitions,
			struct cr_arena *arena, struct cr_view *view, struct cr_error *err);

#endif
