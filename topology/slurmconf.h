/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The few facts of slurm.conf that this project needs where no RPC may be made
 * (in slurmstepd): which topology a partition has, and the cluster's name.
 * Partition lines are inherited from PartitionName=DEFAULT as Slurm does it.
 * An object is immutable once parsed; any thread may read it.
 */
#ifndef CR_TOPOLOGY_SLURMCONF_H
#define CR_TOPOLOGY_SLURMCONF_H

#include "base/diag.h"
#include "base/error.h"
#include "topology/conf.h"
#include "topology/topology.h"

#include <stddef.h>

struct cr_slurmconf;

/**
 * Read slurm.conf from the LEN bytes at BUF.  Unknown keys are none of our
 * business.  Returns an object to be freed with cr_slurmconf_destroy(), or NULL
 * with errors in DIAGS.
 */
struct cr_slurmconf *cr_slurmconf_parse(const char *name, const char *buf, size_t len,
					const struct cr_conf_loader *loader,
					struct cr_diags *diags);

/**
 * Read the file at PATH (a link is followed), and its Includes relative to PATH's
 * directory.  At most 64 MB; of any owner, since it is Slurm's own configuration.
 */
struct cr_slurmconf *cr_slurmconf_read(const char *path, struct cr_diags *diags);

/** Free CONF.  NULL is allowed. */
void cr_slurmconf_destroy(struct cr_slurmconf *conf);

/** ClusterName, or NULL. */
const char *cr_slurmconf_cluster(const struct cr_slurmconf *conf);

/** TopologyPlugin as written ("topology/tree"), or NULL: Slurm's default, flat. */
const char *cr_slurmconf_topology_plugin(const struct cr_slurmconf *conf);

/** StateSaveLocation, or Slurm's default for it. */
const char *cr_slurmconf_state_dir(const struct cr_slurmconf *conf);

/**
 * Topology= of PARTITION: NULL when it has none (the cluster's default topology)
 * or is not defined; tell the two apart with *DEFINED (may be NULL).
 */
const char *cr_slurmconf_topology(const struct cr_slurmconf *conf, const char *partition,
				  bool *defined);

/** Nodes= of PARTITION as written (a host list, ALL, or node sets), or NULL. */
const char *cr_slurmconf_nodes(const struct cr_slurmconf *conf, const char *partition);

/**
 * Find slurm.conf as Slurm's own programs do: ENV (the value of SLURM_CONF) if not
 * NULL or "", else the first of the NULL-terminated DIRS (NULL: where Slurm is
 * known to be installed)
 * that holds one.  Returns a path to be freed with free(), or NULL with ERR
 * naming the places looked at.
 */
char *cr_slurmconf_find(const char *env, const char *const *dirs, struct cr_error *err);

#endif
