/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute rank`: a node list in rank order, and the ways to print it. */
#ifndef CR_CLI_RANK_H
#define CR_CLI_RANK_H

#include "topology/hostlist.h"
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

/**
 * Fill RANK's nodes (an array to be freed), anchor and quality with LIST ordered from
 * its ANCHOR-th node on; CR_ORDER_NO_ANCHOR for none.  RANK's topology, count and
 * group are set already.  Says what is wrong, and which nodes the topology has
 * not; returns an exit status.
 */
int cr_rank_order(struct cr_rank *rank, const struct cr_hostlist *list, size_t anchor);

/** The slots of a host file's hosts, when they have not all the same. */
#define CR_RANK_SLOTS_DIFFER UINT32_MAX

/**
 * All of standard input up to a NUL byte, with a host file's comments and options
 * made blanks; to be freed, NULL when out of memory.  *SLOTS becomes what the file says
 * of all its hosts, and stays where it says nothing.
 */
char *cr_rank_read_input(uint32_t *slots);

/** The job's variable NAME, or NULL when it is not there or empty. */
const char *cr_rank_job_variable(const char *name);

/** "8" or "8(x4)": the same on every node, as the files here need it.  0 = not so. */
uint32_t cr_rank_tasks_of(const char *text);

/** The group that the job's own steps are ordered by (spank/step_group.h), 0 for none. */
uint32_t cr_rank_job_group(void);

#endif
