/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What can be placed on a topology when all its nodes are free: legal segments,
 * the fewest units, and whether a job can ever fit.  Free or busy is not looked
 * at: a "no" from here is a no for ever.
 *
 * A space is a topology, or the part of it that a partition has.  It is
 * immutable once made; any thread may ask.
 */
#ifndef CR_TOPOLOGY_FIT_H
#define CR_TOPOLOGY_FIT_H

#include "base/error.h"
#include "topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cr_space;

/** The whole of T, which must outlive the space.  NULL when out of memory. */
struct cr_space *cr_space_whole(const struct cr_topology *t);

/**
 * The part of T that COUNT NAMES (a partition's nodes, any order, duplicates
 * counted once) make up.  Names that are not in T are left out; in a flat
 * topology all count.  NULL when out of memory.
 */
struct cr_space *cr_space_of(const struct cr_topology *t, const char *const *names, size_t count);

/** The same from a host list.  NULL with ERR set, also when TEXT is refused. */
struct cr_space *cr_space_of_hostlist(const struct cr_topology *t, const char *text,
				      struct cr_error *err);

/** Free SPACE.  NULL is allowed. */
void cr_space_destroy(struct cr_space *space);

/** The space's topology. */
const struct cr_topology *cr_space_topology(const struct cr_space *space);

/** Nodes in the space. */
size_t cr_space_nodes(const struct cr_space *space);

/** Nodes of group GROUP (a unit, say) that are in the space; 0 when out of range. */
size_t cr_space_group_nodes(const struct cr_space *space, uint32_t group);

/** Units with at least one node in the space. */
size_t cr_space_units(const struct cr_space *space);

/** Nodes in the largest unit, of those in the space. */
size_t cr_space_largest_unit(const struct cr_space *space);

/**
 * The fewest units that hold NODES nodes: ceil() over the largest units first.
 * 0 when the space is too small (or NODES is 0); 1 in a flat topology.
 */
size_t cr_fit_fewest_units(const struct cr_space *space, size_t nodes);

/** What is wished of a segment.  All zero: the largest legal one. */
struct cr_segment_wish {
	bool smallest;        /* of the legal ones take the smallest, not the largest */
	uint32_t min;         /* at least this, 0 = any */
	uint32_t max;         /* at most this, 0 = any */
	uint32_t multiple_of; /* 0 and 1 = any */
};

/**
 * May a job of NODES nodes ask for --segment=SEGMENT under Slurm SLURM_VERSION
 * (0 = 26.05), and can the space hold it when empty?  SEGMENT must divide NODES, and
 * before 25.11 be no larger than the base block; each segment must find room
 * within one block (or an aggregated block of block_sizes' next size up).
 * False outside block topologies.
 */
bool cr_fit_segment_ok(const struct cr_space *space, size_t nodes, uint32_t segment,
		       uint32_t slurm_version);

/**
 * The best legal segment for NODES nodes, no larger than the largest unit, under
 * WISH (may be NULL); 0 when none satisfies it.
 */
uint32_t cr_fit_best_segment(const struct cr_space *space, size_t nodes,
			     const struct cr_segment_wish *wish, uint32_t slurm_version);

/** A node count that would do better, and the segment it would get. */
struct cr_fit_count {
	size_t nodes; /* 0 = none found */
	uint32_t segment;
};

/**
 * The nearest counts below and above NODES whose best segment under WISH is
 * larger than that of NODES (with no legal segment for NODES: any).  Looks
 * within half and twice NODES.  Either pointer may be NULL.
 */
void cr_fit_nearest(const struct cr_space *space, size_t nodes, const struct cr_segment_wish *wish,
		    uint32_t slurm_version, struct cr_fit_count *below, struct cr_fit_count *above);

/**
 * Can the space, all free, ever hold a job of NODES nodes without a segment
 * under Slurm's rules?  A block topology places a job within one block of the
 * smallest size that is large enough; a tree wants one switch above all its nodes.
 */
bool cr_fit_ever(const struct cr_space *space, size_t nodes);

/**
 * Could a job of NODES nodes without a segment have a node in each of the COUNT UNITS (numbers
 * of the space's topology; CR_NONE counts for none)?  In a block topology they must lie where
 * Slurm looks for so many nodes: in one run of blocks.
 */
bool cr_fit_spans(const struct cr_space *space, size_t nodes, const uint32_t *units, size_t count);

#endif
