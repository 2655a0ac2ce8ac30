/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A running Slurm, asked through its public API: the slow part of a view
 * (policies/cluster/view.h), with the memory it lives in.
 *
 * slurmctld's plugin loads one on a thread of its own, the command loads one
 * for `snapshot` and `explain`; both get the same.  Needs only what slurm.h
 * declares, so it works in any process that has libslurm.
 *
 * What it loads: partitions, nodes (architecture, GPUs, features, state),
 * topologies, reservations and the settings of slurm.conf that bear on a
 * decision.  QOS and associations are not in it.
 *
 * A loaded object is immutable; any thread may read it.
 */
#ifndef CR_LIVE_LIVE_H
#define CR_LIVE_LIVE_H

#include "base/error.h"
#include "policies/cluster/view.h"
#include "topology/topology.h"

#include <stdbool.h>

struct cr_live;

/**
 * Ask the controller.  Blocks for as long as Slurm's RPCs do (MessageTimeout
 * each): never call it from a thread that holds a lock of slurmctld's.
 * Returns an object to be freed with cr_live_destroy(), or NULL with ERR
 * naming the RPC that failed and why.
 */
struct cr_live *cr_live_load(struct cr_error *err);

/** Free LIVE.  NULL is allowed. */
void cr_live_destroy(struct cr_live *live);

/** The view; owned by LIVE.  `age` is 0, QOS and associations are empty. */
const struct cr_view *cr_live_view(const struct cr_live *live);

/** The topologies, or NULL when none could be read; owned by LIVE. */
const struct cr_topologies *cr_live_topologies(const struct cr_live *live);

/**
 * Why there are no topologies, or not all, or "" when there are; owned by LIVE.
 */
const char *cr_live_topology_problem(const struct cr_live *live);

/**
 * Has every node that is up told its architecture?  Not so in the first moments of a
 * controller.  A cloud's nodes that sleep or were never started are not waited for.
 */
bool cr_live_is_settled(const struct cr_live *live);

/**
 * Did partitions or reservations change in the controller since LIVE was loaded?
 * Two small RPCs, which answer "no change" without sending anything.  A failed RPC
 * counts as no change.
 */
bool cr_live_changed(const struct cr_live *live);

#endif
