/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slurmstepd: what the tasks of a step see.
 *
 * Runs as root, once per step and node, after the options were read and before
 * the tasks' environment is copied.  Nothing here can fail a job: what cannot
 * be told is left unset, and why is logged at debug level.
 */
#ifndef CR_SPANK_NODE_H
#define CR_SPANK_NODE_H

#include "policies/job/option.h"
#include "spank/host.h"
#include "spank/node_export.h"
#include "spank/placement_check.h"

struct cr_node {
	const char *name;                  /* this node's, as Slurm knows it; may be NULL */
	const char *slurm_conf;            /* path of slurm.conf, or NULL when not found */
	const char *policy;                /* path of the policy; need not exist */
	const char *run_dir;               /* where the node keeps what jobs were told */
	const char *root;                  /* before the paths of sysfs and /dev: "" */
	const struct cr_option *step_said; /* the step's own option; kind ABSENT = none */
};

/**
 * What is left for the process that becomes a task: what the job's user is to be told on its
 * standard error, once a job ("" = nothing), and its variables.
 */
struct cr_node_notes {
	char placement[CR_CHECK_LINE_MAX];
	struct cr_task_export task;
	char environment[2000]; /* a line for each variable that hurts */
	char imex[400]; /* of a missing channel, to be told if it still is when a task starts */
};

/**
 * Set COMMROUTE_* in HOST's step (docs/users.md has the list), and what
 * `export:` asks for; undo what srun was told for the rank order.  The profile
 * is the step's own, else the job's; the topology is that of the job's
 * partition.  What cannot be told is removed.  *NOTES is set.
 */
void cr_node_prepare(const struct cr_node *node, const struct cr_host *host,
		     struct cr_node_notes *notes);

#endif
