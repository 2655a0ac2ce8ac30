/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options on a launch line that leave the step as it is as long as they say what the job has
 * anyhow: -c, --mem, --jobid, -G, --gpus-per-task; and --exclusive, which asks for the step's
 * CPUs alone and with as many tasks on each node changes no task's place.  Pure.
 */
#ifndef CR_LAUNCH_REPEATS_H
#define CR_LAUNCH_REPEATS_H

#include "base/variables.h"
#include "launch/srun_line.h"

#include <stddef.h>

/** The number of tasks that V says, which srun takes as if it stood on its line; 0: none. */
uint64_t cr_repeats_tasks(const struct cr_variables *v);

struct cr_repeats_job {
	const struct cr_variables *v;
	size_t nodes;
	uint64_t tasks;     /* of the step */
	uint64_t job_tasks; /* of the job's own layout */
	bool even;          /* the step has as many tasks on each node */
};

/** The name of the first option on LINE that says something else than JOB has, or NULL. */
const char *cr_repeats_find_other(const struct cr_srun_line *line,
				  const struct cr_repeats_job *job);

/**
 * Would srun make as many tasks as JOB's nodes have CPUs for, and more than one on a node?  It
 * does so where the CPUs of a task are said and no number of tasks is.
 */
bool cr_repeats_fills(const struct cr_srun_line *line, const struct cr_repeats_job *job);

#endif
