/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cluster as it is now, for the command: what live/ knows, and QOS and
 * associations with their use as slurmctld tells them (slurm_load_assoc_mgr_info).
 * What PrivateData hides from the caller is missing.
 */
#ifndef CR_LIVE_CLUSTER_H
#define CR_LIVE_CLUSTER_H

#include "policies/cluster/snapshot.h"

struct cr_live_cluster;

/**
 * Ask the controller, cr_live_init() included.  Blocks for as long as Slurm's RPCs do.
 * Returns an object to be freed with cr_live_cluster_destroy(), or NULL with
 * ERR.  One without slurmdbd has no QOS and no associations: no failure.
 */
struct cr_live_cluster *cr_live_cluster_load(struct cr_error *err);

/** Free CLUSTER.  NULL is allowed. */
void cr_live_cluster_destroy(struct cr_live_cluster *cluster);

/** The view without any user's associations; owned by CLUSTER. */
const struct cr_view *cr_live_cluster_view(const struct cr_live_cluster *cluster);

/** The topologies, or NULL when none could be read; owned by CLUSTER. */
const struct cr_topologies *cr_live_cluster_topologies(const struct cr_live_cluster *cluster);

/** All associations that the caller may see; owned by CLUSTER. */
const struct cr_accounts *cr_live_cluster_accounts(const struct cr_live_cluster *cluster);

/** As cr_snapshot_for(); without any association the view is the plain one. */
int cr_live_cluster_for(const struct cr_live_cluster *cluster, const char *user,
			const char **account, struct cr_arena *arena, struct cr_view *view);

#endif
