/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nodes that are alike, counted.  A cluster of 10,000 nodes has a handful of
 * shapes; a partition then lists how many it has of each.
 */
#ifndef CR_LIVE_SHAPE_H
#define CR_LIVE_SHAPE_H

#include "base/arena.h"
#include "policies/cluster/view.h"

#include <slurm/slurm.h>

/** The shapes of all nodes, and which node has which. */
struct cr_shapes {
	struct cr_shape *shape; /* counts not filled in */
	size_t count;
	uint32_t *of_node; /* by index in the message; CR_UNSET: no node there */
	const node_info_msg_t *nodes;
};

/**
 * Sort the nodes of MSG by shape.  Texts and arrays live in ARENA; MSG must
 * outlive *SHAPES.  Returns 0, or -1 when out of memory.
 */
int cr_shapes_read(const node_info_msg_t *msg, struct cr_arena *arena, struct cr_shapes *shapes);

/**
 * The shapes of the nodes in RANGES (pairs of first and last index, ended by
 * -1; NULL is none), with their counts, into ARENA.  Sets *COUNT, and *NODES to
 * how many nodes that are.  NULL when out of memory.
 */
const struct cr_shape *cr_shapes_of(const struct cr_shapes *shapes, const int32_t *ranges,
				    struct cr_arena *arena, size_t *count, uint32_t *nodes);

/** Has every node of a partition told its architecture that is up, and not asleep in a cloud? */
bool cr_shapes_settled(const node_info_msg_t *nodes);

#endif
