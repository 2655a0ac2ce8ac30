/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many groups of a fixed number of nodes, one after another in rank, lie across units, and
 * how few could: a unit with C of the nodes holds C / GROUP whole groups at most.
 */
#ifndef CR_TOPOLOGY_GROUP_QUALITY_H
#define CR_TOPOLOGY_GROUP_QUALITY_H

#include "topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Can COUNT nodes be ordered by groups of GROUP?  It must be 2 at least and divide them. */
bool cr_order_takes_group(size_t count, uint32_t group);

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

/** The same of COUNT nodes by their numbers (CR_NONE: not in T).  -1: out of memory. */
int cr_group_judge(const struct cr_topology *t, const uint32_t *node, size_t count, uint32_t group,
		   struct cr_group_quality *q);

#endif
