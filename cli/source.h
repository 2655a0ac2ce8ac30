/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a subcommand's topologies come from: a file that was named, else the
 * live controller, else the file that Slurm would read.
 */
#ifndef CR_CLI_SOURCE_H
#define CR_CLI_SOURCE_H

#include "topology/topology.h"

#include <argp.h>

struct cr_cli_source {
	const char *file; /* --topology-file, or NULL */
	const char
		*plugin; /* --topology-plugin: what a topology.conf is for, or NULL: by its keys */
};

/** These two options, as a child of a subcommand's; its input is a struct cr_cli_source. */
extern const struct argp cr_cli_source_argp;

/**
 * The topologies of SOURCE.  Prints warnings and errors.  Returns a set to be
 * freed with cr_topologies_destroy(), or NULL with *STATUS set to an exit status.
 */
struct cr_topologies *cr_cli_topologies(const struct cr_cli_source *source, int *status);

/**
 * The topology of SET called NAME; with NULL the cluster's default.  NULL after
 * saying which there are.
 */
const struct cr_topology *cr_cli_topology(const struct cr_topologies *set, const char *name);

/**
 * The name of PARTITION's topology, from the controller or slurm.conf: to be freed, or NULL: the
 * cluster's default.
 */
char *cr_cli_partition_topology(const char *partition);

#endif
