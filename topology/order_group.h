/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rank order for jobs that talk inside groups of a fixed number of nodes (expert or tensor
 * parallelism, shards): groups are consecutive in rank, and as few of them as can be lie
 * across units, at every level of the topology at once.
 */
#ifndef CR_TOPOLOGY_ORDER_GROUP_H
#define CR_TOPOLOGY_ORDER_GROUP_H

#include "base/error.h"
#include "topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Can COUNT nodes be ordered by groups of GROUP?  It must be 2 at least and divide them. */
bool cr_order_takes_group(size_t count, uint32_t group);

/**
 * As cr_order(), by groups of GROUP nodes; where that cannot be, the ring's order.  Fewest
 * groups are split at every level, and the borders that a ring over all ranks crosses are
 * kept few.  Every group of the topology stays together in the order.
 */
int cr_order_groups(const struct cr_topology *t, const char *const *names, size_t count,
		    size_t anchor, uint32_t group, size_t *out, struct cr_error *err);

#define CR_GROUP_LEVELS 64 /* as many as a topology can have */

/** How many of the groups lie across the topology's groups of each level. */
struct cr_group_quality {
	size_t groups;
	unsigned levels;
	struct {
		size_t split, fewest; /* in this order, and in a best one */
	} level[CR_GROUP_LEVELS];
};

/**
 * Judge COUNT NAMES in rank order, cut into groups of GROUP.  A node that is not in T shares
 * no unit.  Returns 0 and fills *Q; -1 when out of memory or COUNT cannot be cut so.
 */
int cr_group_quality_of(const struct cr_topology *t, const char *const *names, size_t count,
			uint32_t group, struct cr_group_quality *q);

#endif
