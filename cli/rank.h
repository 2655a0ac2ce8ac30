/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute rank`: a node list in rank order, and the ways to print it. */
#ifndef CR_CLI_RANK_H
#define CR_CLI_RANK_H

#include "topology/quality.h"
#include "topology/topology.h"

#include <stddef.h>
#include <stdint.h>

struct cr_rank {
	const struct cr_topology *t;
	const char **nodes; /* in rank order */
	size_t count;
	const char *anchor; /* or NULL */
	uint32_t tasks_per_node;
	uint32_t group; /* nodes of a group; 0: ordered as a ring */
	struct cr_quality quality;
};

/** A format: its --format name, what it is for, and what prints it.  Returns an exit status. */
struct cr_rank_format {
	const char *name, *summary;
	int (*print)(const struct cr_rank *rank);
};

/** All formats, the default first, ended by one without a name. */
extern const struct cr_rank_format cr_rank_formats[];

/** The format called NAME, or NULL. */
const struct cr_rank_format *cr_rank_format(const char *name);

#endif
