/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rank order: NCCL chains nodes in rank order, so nodes that are near each other
 * must have ranks near each other.
 *
 * The order keeps every group contiguous at every level, which makes the ring
 * over all ranks cross as few group borders as possible at each level at once.
 * With an anchor it begins there and goes outward: the anchor, its unit, the
 * rest of the group above, and so on.  The job's first node as anchor keeps
 * rank 0 where a MASTER_ADDR made from the node list expects it.
 */
#ifndef CR_TOPOLOGY_ORDER_H
#define CR_TOPOLOGY_ORDER_H

#include "base/error.h"
#include "topology/topology.h"

#include <stddef.h>

/** No anchor, as cr_order()'s ANCHOR. */
#define CR_ORDER_NO_ANCHOR ((size_t)-1)

/**
 * Order COUNT NAMES by topology T: writes to OUT a permutation of 0 ... COUNT - 1,
 * OUT[r] being the index into NAMES of rank r.  ANCHOR is an index into NAMES or
 * CR_ORDER_NO_ANCHOR.  Units equally far from the anchor come in the file's order,
 * nodes inside a unit in natural order (of rings and toruses from the anchor on round,
 * neighbour by neighbour), names that are not in T last, in
 * natural order (so all of them in a flat topology, the anchor still first).
 * The same name twice: the copies stay together.  Deterministic: depends
 * on the names, the anchor's name and T only, not on the order of NAMES.
 * Returns 0, or -1 with ERR when out of memory or ANCHOR is out of range.
 */
int cr_order(const struct cr_topology *t, const char *const *names, size_t count, size_t anchor,
	     size_t *out, struct cr_error *err);

#endif
