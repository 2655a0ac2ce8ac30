/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The topology of a cluster from the files of a configuration directory, as Slurm finds it. */
#ifndef CR_TOPOLOGY_FILES_H
#define CR_TOPOLOGY_FILES_H

#include "topology/conf.h"
#include "topology/slurmconf.h"
#include "topology/topology.h"

/**
 * Read the topology file at PATH: topology.conf's language when its name ends in
 * ".conf", else YAML.  TYPE as for cr_topologies_parse_conf(); for a .conf file
 * whose type is not known pass CR_TOPOLOGY_FLAT: it is then told by its keys.
 * Returns a set, or NULL with errors in DIAGS.
 */
struct cr_topologies *cr_topologies_read(const char *path, enum cr_topology_type type,
					 const struct cr_topology_rules *rules,
					 struct cr_diags *diags);

/**
 * What Slurm would use beside the slurm.conf at CONF_PATH (parsed as CONF):
 * topology.yaml if there is one, else topology.conf under TopologyPlugin, else,
 * for a flat plugin, one flat topology called "default".  Warns about a
 * topology.conf that is ignored.
 */
struct cr_topologies *cr_topologies_read_beside(const char *conf_path,
						const struct cr_slurmconf *conf,
						const struct cr_topology_rules *rules,
						struct cr_diags *diags);

#endif
