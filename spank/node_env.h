/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_NODE_ENV_H
#define CR_SPANK_NODE_ENV_H

#include "spank/host.h"
#include "spank/node.h"
#include "spank/rules.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * Apply the site's catalogue of node variables to HOST's step, of a topology of
 * TYPE: set what helps and is absent; remove what hurts, where the site says so; put a
 * line for each thing that is told into NOTES.  ROOT goes before the paths of sysfs
 * and /dev.  A faulty catalogue changes nothing and is logged.
 */
void cr_node_env(const struct cr_rules *rules, const char *root, enum cr_topology_type type,
		 const struct cr_host *host, struct cr_node_notes *notes);

#endif
