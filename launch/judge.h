/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * May the ranks of this srun step be ordered, and how?
 *
 * A host file (one line for each task) with SLURM_DISTRIBUTION=arbitrary is
 * honoured by every Slurm since 24.11, yet it also decides how many tasks there
 * are and where.  So it is used only for a step on all of the job's nodes whose layout is
 * certain (the job's own, one task on each node, or as many on each as the line says), and
 * that leaves the distribution open.  Everything else (`srun -n1
 * --exact` in a loop, -w, -m, a step inside a step ...) is left to Slurm.
 *
 * Pure.
 */
#ifndef CR_LAUNCH_JUDGE_H
#define CR_LAUNCH_JUDGE_H

#include "base/variables.h"
#include "launch/srun_line.h"

#include <stdbool.h>
#include <stddef.h>

enum cr_launch_act {
	CR_LAUNCH_LEAVE,
	CR_LAUNCH_HOSTFILE, /* by a host file: any order */
	CR_LAUNCH_BLOCK,    /* by SLURM_DISTRIBUTION=block: Slurm's own order; -N was given, which a
			       host file does not go with */
};

struct cr_launch {
	enum cr_launch_act act;
	char why[200];            /* LEAVE: why */
	char cause[CR_CAUSE_MAX]; /* LEAVE: why, in a word for counting */
	size_t nodes;             /* of the job */
	uint64_t tasks;           /* of the step */
	bool open;        /* no number says how many tasks or GPUs: Slurm counts the job's nodes */
	uint32_t *room;   /* used by cr_launch_match_block() */
	uint32_t *counts; /* not LEAVE: tasks on each node, in the node list's order; malloc'd */
};

/**
 * Judge the step that LINE and the environment V describe.  A host file is
 * refused with -N; TOPOLOGICAL_BLOCK says that this Slurm's block distribution
 * follows the topology of the job's partition (26.05 and later).
 * *LAUNCH is set in any case; free it with cr_launch_clear().
 */
void cr_launch_judge(const struct cr_srun_line *line, const struct cr_variables *v,
		     bool topological_block, struct cr_launch *launch);

/** Free what *LAUNCH holds. */
void cr_launch_clear(struct cr_launch *launch);

/**
 * Where this Slurm's block distribution goes by the topology, unequal counts
 * depend on its order of the nodes, ORDER (places in the node list): make
 * LAUNCH's counts those that the step would have without us.  Returns 0, or -1
 * when that cannot be told; the step is then to be left alone.
 */
int cr_launch_match_block(struct cr_launch *launch, const struct cr_variables *v,
			  const size_t *order);

#endif
