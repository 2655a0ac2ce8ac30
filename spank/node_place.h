/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurmstepd: where its node stands, and what the site lets the plugin do. */
#ifndef CR_SPANK_NODE_PLACE_H
#define CR_SPANK_NODE_PLACE_H

#include "spank/host.h"
#include "spank/node.h"
#include "spank/place.h"
#include "spank/rules.h"

/**
 * NODE's place among the nodes of HOST's step (of the job, for its batch
 * script): by what srun told, else from files.  Returns 0 and sets *PLACE
 * (cr_place_clear()); -1 after logging at debug level why not.
 */
int cr_node_place_find(const struct cr_node *node, const struct cr_host *host,
		       struct cr_place *place);

/** The rules of NODE for HOST's step. */
struct cr_rules cr_node_rules(const struct cr_node *node, const struct cr_host *host);

#endif
