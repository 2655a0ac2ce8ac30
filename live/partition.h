/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_LIVE_PARTITION_H
#define CR_LIVE_PARTITION_H

#include "live/shape.h"
#include "topology/topology.h"

/** What a partition is read against. */
struct cr_partition_source {
	const struct cr_shapes *shapes;
	const struct cr_topologies *topologies; /* or NULL */
};

/**
 * INFO, as slurmctld tells it, into *PARTITION; texts and arrays live in ARENA,
 * the space is the caller's to free with cr_space_destroy().  Returns 0, or -1
 * when out of memory, *PARTITION untouched.
 */
int cr_partition_read(const partition_info_t *info, const struct cr_partition_source *source,
		      struct cr_arena *arena, struct cr_partition *partition);

/** A PREEMPT_MODE_* word of Slurm's. */
enum cr_preempt_mode cr_preempt_mode_of(uint16_t mode, enum cr_preempt_mode unset);

#endif
