/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the controller says about its topologies. */
#ifndef CR_LIVE_TOPOLOGY_H
#define CR_LIVE_TOPOLOGY_H

#include "base/error.h"

/**
 * The topologies that the controller works with, as YAML text to be freed; they
 * may be newer than its file.  NULL with ERR, also where Slurm is older than
 * 25.05 and cannot tell.
 */
char *cr_live_topology_text(struct cr_error *err);

/**
 * The name of PARTITION's topology into *NAME, to be freed; NULL is the cluster's
 * default, which it always is before 25.05.  Returns 0, or -1 with ERR when
 * there is no such partition or no answer.
 */
int cr_live_partition_topology(const char *partition, char **name, struct cr_error *err);

#endif
