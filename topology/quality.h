/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How good an allocation is on a topology: units used against the fewest
 * possible, borders crossed by the ring in rank order against the fewest
 * possible at each level, and whether the segments asked for were given.
 */
#ifndef CR_TOPOLOGY_QUALITY_H
#define CR_TOPOLOGY_QUALITY_H

#include "base/error.h"
#include "topology/fit.h"
#include "topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CR_QUALITY_LEVELS 64 /* as many as a topology can have */

/** One level's account of the ring over all ranks, last to first included. */
struct cr_crossings {
	uint32_t groups;  /* groups in use at this level */
	uint32_t fewest;  /* crossings a best order has: groups, or 0 when it is one */
	uint32_t crossed; /* crossings this order has */
};

struct cr_quality {
	size_t nodes;        /* of the allocation */
	size_t unknown;      /* of those, not in the topology; never counted as a unit */
	size_t units;        /* units used */
	size_t fewest_units; /* that could hold this many nodes; 0 = not known */
	uint32_t segment;    /* asked for; 0 = none, or larger than the job, which Slurm ignores */
	size_t segments_split; /* how many of the segments lie across more than one unit (or
				  more than the fewest, when larger than a unit) */
	unsigned levels;
	struct cr_crossings level[CR_QUALITY_LEVELS];
	bool contiguous; /* crossed == fewest on every level: the rank order is as good as can be */
	bool as_asked;   /* no segment split and, without a segment, units == fewest_units */
};

/**
 * Judge COUNT NAMES in rank order on SPACE's topology; fewest_units is counted
 * within SPACE.  SEGMENT is what --segment asked, 0 = none.  Returns 0 and fills *Q,
 * or -1 with ERR when out of memory.
 */
int cr_quality_of(const struct cr_space *space, const char *const *names, size_t count,
		  uint32_t segment, struct cr_quality *q, struct cr_error *err);

/**
 * The sizes of the parts that an allocation has in each unit, largest first
 * ("17+17+2"), into BUF.  Units in use beyond what fits are shown as "...".  Returns BUF.
 */
const char *cr_quality_parts(const struct cr_topology *t, const char *const *names, size_t count,
			     char *buf, size_t size);

/** One line in words for people, into BUF of SIZE bytes.  Returns BUF. */
const char *cr_quality_words(const struct cr_topology *t, const struct cr_quality *q, char *buf,
			     size_t size);

#endif
