/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_LIVE_RESERVATION_H
#define CR_LIVE_RESERVATION_H

#include "base/arena.h"
#include "policies/cluster/view.h"

#include <slurm/slurm.h>

/**
 * The reservations of MSG as an array in ARENA, COUNT of them is
 * MSG->record_count.  PARTITIONS, whose nodes are counted, is as in the view.
 * NODE_COUNT is how many nodes the cluster's table has.  NOW tells which are
 * active.  NULL when out of memory (or when there are none).
 */
const struct cr_reservation *cr_reservations_read(const reserve_info_msg_t *msg,
						  const partition_info_msg_t *partitions,
						  uint32_t node_count, time_t now,
						  struct cr_arena *arena);

#endif
