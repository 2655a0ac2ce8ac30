/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute rank`: a node list in rank order, and the ways to print it. */
#ifndef CR_CLI_RANK_H
#define CR_CLI_RANK_H

#include "base/error.h"
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

/** The most tasks of a node that are taken. */
#define CR_RANK_TASKS_MAX 65535U

/** The slots of a line that cannot be read as a number from 1 to CR_RANK_TASKS_MAX. */
#define CR_RANK_SLOTS_UNREADABLE UINT32_MAX

/** What standard input names. */
struct cr_rank_hosts {
	struct cr_hostlist *list; /* to be destroyed */
	uint32_t tasks_per_node;  /* its hosts' slots, 0: it says nothing of slots */
	struct cr_error differ;   /* set where the hosts have not all the same slots: who */
};

/**
 * Read HOSTS from standard input up to a NUL byte, at most 64 MiB of it: a host list, one
 * host a line, or a host file of MPI, whose comments and options are left out.
 * Returns 0, also where slots differ; -1 with ERR set and perhaps a list.
 */
int cr_rank_read_hosts(struct cr_rank_hosts *hosts, struct cr_error *err);

/**
 * Set what HOSTS, whose list is set, say of tasks from the SLOTS of their lines (as many as the
 * list is long, 0 without any; changed).  Where lines differ, a host that stands there
 * again goes on with its slots, and the list keeps it once.  Returns 0, or -1 with ERR.
 */
int cr_rank_take_slots(struct cr_rank_hosts *hosts, uint32_t *slots, struct cr_error *err);

/** The job's variable NAME, or NULL when it is not there or empty. */
const char *cr_rank_job_variable(const char *name);

/** "8" or "8(x4)": the same on every node, as the files here need it.  0 = not so. */
uint32_t cr_rank_tasks_of(const char *text);

/** The group that the job's own steps are ordered by (spank/step_group.h), 0 for none. */
uint32_t cr_rank_job_group(void);

#endif
