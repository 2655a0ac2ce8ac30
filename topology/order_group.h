/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rank order for jobs that talk inside groups of a fixed number of nodes (expert or tensor
 * parallelism, shards): groups are consecutive in rank, and as few of them as can be lie
 * across units, at every level of the topology at once.
 */
#ifndef CR_TOPOLOGY_ORDER_GROUP_H
#define CR_TOPOLOGY_ORDER_GROUP_H

#include "base/error.h"
#include "topology/group_quality.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * As cr_order(), by groups of GROUP nodes; where that cannot be, or splits none the less,
 * the ring's order.  Fewest groups are split at every level, and the borders that a ring
 * over all ranks crosses are kept few.  Every group of the topology stays together.
 */
int cr_order_groups(const struct cr_topology *t, const char *const *names, size_t count,
		    size_t anchor, uint32_t group, size_t *out, struct cr_error *err);

#endif
