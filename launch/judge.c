/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which steps can have their ranks ordered, and the reason when one cannot. */
#include "launch/judge.h"

#include "launch/layout.h"
#include "launch/repeats.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What srun reads besides its command line and what would shape the step; those
 * that Slurm itself puts into a job's environment and that shape nothing once
 * the tasks are counted (SLURM_GPUS_PER_NODE, SLURM_MEM_PER_NODE ...) are not here.
 */
static const char *const shaping_variables[] = {
	"SLURM_HOSTFILE",
	"SLURM_DISTRIBUTION",
	"SLURM_ARBITRARY_NODELIST",
	"SLURM_EXACT",
	"SLURM_EXCLUSIVE",
	"SLURM_OVERLAP",
	"SLURM_OVERCOMMIT",
	"SLURM_SRUN_MULTI",
	"SLURM_EXTERNAL_LAUNCHER",
	"SLURM_HET_SIZE",
	"SLURM_PACK_SIZE",
	"SLURM_CLUSTERS",
	"SLURM_NTASKS_PER_TRES",
	"SLURM_NTASKS_PER_CORE",
	"SLURM_NTASKS_PER_SOCKET",
	"SLURM_NSOCKETS_PER_NODE",
	"SLURM_NCORES_PER_SOCKET",
	"SLURM_SPREAD_JOB",
	"SLURM_USE_MIN_NODES",
	"SLURM_CONSTRAINT",
	"SLURM_GRES",
};

#define SHAPING (sizeof(shaping_variables) / sizeof(shaping_variables[0]))

static void __attribute__((format(printf, 3, 4))) leave(struct cr_launch *launch, const char *cause,
							const char *fmt, ...)
{
	va_list ap;

	launch->act = CR_LAUNCH_LEAVE;
	(void)snprintf(launch->cause, sizeof(launch->cause), "%s", cause);
	va_start(ap, fmt);
	(void)vsnprintf(launch->why, sizeof(launch->why), fmt, ap);
	va_end(ap);
}

/* The batch script's and the interactive step's ids are beyond all others. */
static bool is_inside_a_step(const struct cr_variables *v)
{
	const char *id = cr_variable(v, "SLURM_STEP_ID");

	return id && strtoll(id, NULL, 10) >= 0 && strtoll(id, NULL, 10) < 0xfffffff0LL;
}

static const char *find_shaping(const struct cr_variables *v)
{
	for (size_t i = 0; i < SHAPING; i++)
		if (cr_variable(v, shaping_variables[i]))
			return shaping_variables[i];
	return NULL;
}

static bool is_open_to_us(const struct cr_srun_line *line, const struct cr_variables *v,
			  struct cr_launch *launch)
{
	const char *shaping = find_shaping(v);
	char cause[CR_CAUSE_MAX];

	if (!cr_variable(v, "SLURM_JOB_ID")) {
		leave(launch, "no-job", "not inside an allocation");
	} else if (*line->shaping) {
		leave(launch, line->cause, "'%s' shapes the step", line->shaping);
	} else if (is_inside_a_step(v)) {
		leave(launch, "step-in-step", "a step inside a step");
	} else if (shaping) {
		(void)snprintf(cause, sizeof(cause), "variable:%s", shaping);
		leave(launch, cause, "%s is set", shaping);
	} else {
		return true;
	}
	return false;
}

/* The job's own number of tasks, as srun counts it when its line does not say. */
static uint64_t count_job_tasks(const struct cr_variables *v, size_t nodes)
{
	uint64_t tasks = cr_repeats_tasks(v), each = cr_variable_number(v, "SLURM_NTASKS_PER_NODE");

	return tasks ? tasks : nodes * (each ? each : 1);
}

/* Tasks for each node count for srun where no number of tasks does, or with -N beside them. */
static uint64_t count_tasks(const struct cr_srun_line *line, const struct cr_variables *v,
			    size_t nodes)
{
	if (line->tasks)
		return line->tasks;
	if (line->tasks_per_node && (line->nodes || !cr_repeats_tasks(v)))
		return (uint64_t)line->tasks_per_node * nodes;
	return count_job_tasks(v, nodes);
}

/* The job's own layout, if it has TASKS tasks, and EACH (0: any number) on every node. */
static uint32_t *read_own_layout(const struct cr_variables *v, size_t nodes, uint64_t tasks,
				 uint32_t each)
{
	uint32_t *counts = NULL;
	uint64_t total = 0;

	if (cr_layout_parse(cr_variable(v, "SLURM_TASKS_PER_NODE"), nodes, &counts, &total) != 0)
		return NULL;
	for (size_t i = 0; each && i < nodes; i++)
		if (counts[i] != each)
			total = 0;
	if (total == tasks)
		return counts;
	free(counts);
	return NULL;
}

/*
 * Where Slurm puts the tasks without us, as far as that is certain: one on each node
 * whatever the nodes could hold; the job's own layout; as many on each as the line
 * says when they are all.  -1: it is not.
 */
static int get_counts(const struct cr_srun_line *line, const struct cr_variables *v,
		      struct cr_launch *launch)
{
	uint64_t tasks = count_tasks(line, v, launch->nodes);
	uint32_t each = line->tasks_per_node;
	bool own = tasks == count_job_tasks(v, launch->nodes);

	/* Of such a job -n says something else: a number of GPUs, which gives the tasks. */
	if (tasks > CR_LAYOUT_MAX || (!own && cr_variable(v, "SLURM_NTASKS_PER_GPU")))
		return -1;
	if (tasks == launch->nodes && each <= 1)
		launch->counts = cr_layout_each(launch->nodes, 1);
	else if (own)
		launch->counts = read_own_layout(v, launch->nodes, tasks, each);
	if (!launch->counts && each && tasks == (uint64_t)each * launch->nodes)
		launch->counts = cr_layout_each(launch->nodes, each);
	launch->tasks = tasks;
	return launch->counts ? 0 : -1;
}

/* How many tasks each node has CPUs for, as Slurm counts it. */
static int get_room(struct cr_launch *launch, const struct cr_variables *v)
{
	uint64_t cpus = cr_variable_number(v, "SLURM_CPUS_PER_TASK"), total = 0;
	uint64_t each = cr_variable_number(v, "SLURM_NTASKS_PER_NODE");

	if (cr_layout_parse(cr_variable(v, "SLURM_JOB_CPUS_PER_NODE"), launch->nodes, &launch->room,
			    &total) != 0)
		return -1;
	for (size_t i = 0; i < launch->nodes; i++) {
		launch->room[i] /= cpus ? (uint32_t)cpus : 1;
		if (each && launch->room[i] > each)
			launch->room[i] = (uint32_t)each;
	}
	return 0;
}

/*
 * Where the counts differ, block distribution gives a surplus task to the nodes
 * that come first in its own order; a host file must give it to the same.
 */
static int lay_out_anew(struct cr_launch *launch, const struct cr_variables *v, const size_t *order)
{
	uint32_t *counts = calloc(launch->nodes, sizeof(*counts));
	size_t bytes = launch->nodes * sizeof(*counts);
	uint64_t tasks = 0;
	int rc = -1;

	for (size_t i = 0; i < launch->nodes; i++)
		tasks += launch->counts[i];
	if (counts && get_room(launch, v) == 0) {
		/* What is known of the CPUs must explain the job's own layout first. */
		cr_layout_fill(NULL, launch->room, launch->nodes, tasks, counts);
		rc = memcmp(counts, launch->counts, bytes) == 0 ? 0 : -1;
	}
	if (rc == 0)
		cr_layout_fill(order, launch->room, launch->nodes, tasks, launch->counts);
	free(counts);
	return rc;
}

int cr_launch_match_block(struct cr_launch *launch, const struct cr_variables *v,
			  const size_t *order)
{
	return cr_layout_is_even(launch->counts, launch->nodes) ? 0
								: lay_out_anew(launch, v, order);
}

/* Of a changed job Slurm makes a step of its own size only where no number stands anywhere. */
static bool is_size_open(const struct cr_srun_line *line, const struct cr_variables *v)
{
	return !line->tasks && !line->tasks_per_node && !line->gpus && !line->gpus_per_task &&
	       !cr_variable(v, "SLURM_NTASKS") && !cr_variable(v, "SLURM_NPROCS");
}

static void judge_counts(const struct cr_srun_line *line, const struct cr_variables *v,
			 struct cr_launch *launch)
{
	const struct cr_repeats_job job = {v, launch->nodes, launch->tasks,
					   count_job_tasks(v, launch->nodes),
					   cr_layout_is_even(launch->counts, launch->nodes)};
	const char *option = cr_repeats_find_other(line, &job);
	char cause[CR_CAUSE_MAX];

	if (cr_repeats_fills(line, &job)) {
		leave(launch, "fills",
		      "with CPUs for each task and no number of tasks srun fills the nodes: say "
		      "--ntasks-per-node");
		return;
	}
	if (!option)
		return;
	(void)snprintf(cause, sizeof(cause), "other:%s", option);
	leave(launch, cause, "--%s says something else than the job has", option);
}

void cr_launch_judge(const struct cr_srun_line *line, const struct cr_variables *v,
		     bool topological_block, struct cr_launch *launch)
{
	*launch = (struct cr_launch){.act = CR_LAUNCH_LEAVE};
	if (!is_open_to_us(line, v, launch))
		return;
	launch->nodes = (size_t)cr_variable_number(v, "SLURM_JOB_NUM_NODES");
	if (launch->nodes < 2 || launch->nodes > CR_LAYOUT_MAX) {
		leave(launch, "one-node", "the job has one node");
		return;
	}
	if ((line->nodes && line->nodes != launch->nodes) || get_counts(line, v, launch) != 0) {
		leave(launch, "layout", "the step has not the job's own layout on all its nodes");
		return;
	}
	launch->act = line->nodes ? CR_LAUNCH_BLOCK : CR_LAUNCH_HOSTFILE;
	launch->open = is_size_open(line, v);
	judge_counts(line, v, launch);
	if (launch->act == CR_LAUNCH_BLOCK && !topological_block)
		leave(launch, "nodes",
		      "-N goes with no host file, and this Slurm's block distribution does not "
		      "follow the topology: drop it, the step has all nodes of the job anyhow");
}

void cr_launch_clear(struct cr_launch *launch)
{
	free(launch->counts);
	free(launch->room);
	launch->counts = launch->room = NULL;
}
