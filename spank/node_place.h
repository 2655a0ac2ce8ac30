/* SPDX-License-Identifier: GPL-2.0-or-later */
/* slurmstepd: where its node stands, and what the site lets the plugin do. */
#ifndef CR_SPANK_NODE_PLACE_H
#define CR_SPANK_NODE_PLACE_H

#include "spank/host.h"
#include "spank/node.h"
#include "spank/place.h"
#include "spank/placement_check.h"
#include "spank/rules.h"

/** What became known; all empty is nothing. */
struct cr_node_found {
	struct cr_place place; /* cr_place_clear() */
	struct cr_check check; /* how the job is placed */
};

/**
 * Find NODE's place among the nodes of HOST's step (of the job, for its batch
 * script): by what srun told, else from files; RULES know the group of its profile,
 * JOB_OPTION is the text of what its job said (may be NULL or "").  Returns 0 and sets *FOUND; -1
 * after logging at debug level why not.
 */
int cr_node_find(const struct cr_node *node, const struct cr_rules *rules, const char *job_option,
		 const struct cr_host *host, struct cr_node_found *found);

/** What holds for HOST's step: its own option, else its job's. */
struct cr_option cr_node_option(const struct cr_node *node, const struct cr_host *host);

/** The rules of NODE for HOST's step, whose profile is set already. */
struct cr_rules cr_node_rules(const struct cr_node *node, const struct cr_host *host);

#endif
