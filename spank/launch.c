/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which steps can have their ranks ordered, and the reason when one cannot. */
#include "spank/launch.h"

#include "spank/layout.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CR_LAYOUT_MAX                                                                              \
	0x100000 /* of a step that is ordered: beyond any that Slurm was seen to start             \
		  */

/*
 * What srun reads besides its command line and what would shape the step; those
 * that Slurm itself puts into a job's environment and that shape nothing once
 * the tasks are counted (SLURM_GPUS_PER_NODE, SLURM_MEM_PER_NODE ...) are not here.
 */
static const char *const shaping_variables[] = {
	"SLURM_HOSTFILE",           "SLURM_DISTRIBUTION",
	"SLURM_ARBITRARY_NODELIST", "SLURM_EXACT",
	"SLURM_EXCLUSIVE",          "SLURM_OVERLAP",
	"SLURM_OVERCOMMIT",         "SLURM_SRUN_MULTI",
	"SLURM_EXTERNAL_LAUNCHER",  "SLURM_HET_SIZE",
	"SLURM_PACK_SIZE",          "SLURM_CLUSTERS",
	"SLURM_NTASKS_PER_TRES",    "SLURM_NTASKS_PER_GPU",
	"SLURM_NTASKS_PER_CORE",    "SLURM_NTASKS_PER_SOCKET",
	"SLURM_NSOCKETS_PER_NODE",  "SLURM_NCORES_PER_SOCKET",
	"SLURM_SPREAD_JOB",         "SLURM_USE_MIN_NODES",
	"SLURM_CONSTRAINT",         "SLURM_GRES",
};

#define SHAPING (sizeof(shaping_variables) / sizeof(shaping_variables[0]))

/* The variable NAME as a number; 0 when it is unset or none. */
static uint64_t env_number(const char *name)
{
	const char *text = getenv(name);
	char *end;
	unsigned long long n;

	if (!text || *text < '0' || *text > '9')
		return 0;
	n = strtoull(text, &end, 10);
	return *end ? 0 : n;
}

static void __attribute__((format(printf, 2, 3))) leave(struct cr_launch *launch, const char *fmt,
							...)
{
	va_list ap;

	launch->act = CR_LAUNCH_LEAVE;
	va_start(ap, fmt);
	(void)vsnprintf(launch->why, sizeof(launch->why), fmt, ap);
	va_end(ap);
}

/* The batch script's and the interactive step's ids are beyond all others. */
static bool inside_a_step(void)
{
	const char *id = getenv("SLURM_STEP_ID");

	return id && strtoll(id, NULL, 10) >= 0 && strtoll(id, NULL, 10) < 0xfffffff0LL;
}

static bool open_to_us(const struct cr_srun_line *line, struct cr_launch *launch)
{
	if (!getenv("SLURM_JOB_ID")) {
		leave(launch, "not inside an allocation");
		return false;
	}
	if (*line->shaping) {
		leave(launch, "'%s' shapes the step", line->shaping);
		return false;
	}
	if (inside_a_step()) {
		leave(launch, "a step inside a step");
		return false;
	}
	for (size_t i = 0; i < SHAPING; i++)
		if (getenv(shaping_variables[i])) {
			leave(launch, "%s is set", shaping_variables[i]);
			return false;
		}
	return true;
}

/* The job's own number of tasks, as srun counts it when its line does not say. */
static uint64_t count_tasks(size_t nodes)
{
	uint64_t tasks = env_number("SLURM_NTASKS"), each = env_number("SLURM_NTASKS_PER_NODE");

	if (!tasks)
		tasks = env_number("SLURM_NPROCS");
	return tasks ? tasks : nodes * (each ? each : 1);
}

/* Does what the line says of tasks repeat what the job has? */
static bool repeats_the_job(const struct cr_srun_line *line, const struct cr_launch *launch)
{
	uint64_t cpus = env_number("SLURM_CPUS_PER_TASK");

	if (line->nodes && line->nodes != launch->nodes)
		return false;
	if (line->tasks && line->tasks != count_tasks(launch->nodes))
		return false;
	if (line->cpus_per_task && line->cpus_per_task != cpus)
		return false;
	for (size_t i = 0; line->tasks_per_node && i < launch->nodes; i++)
		if (launch->counts[i] != line->tasks_per_node)
			return false;
	return true;
}

/* How many tasks each node has CPUs for, as Slurm counts it. */
static int get_room(struct cr_launch *launch)
{
	uint64_t cpus = env_number("SLURM_CPUS_PER_TASK"), total = 0;
	uint64_t each = env_number("SLURM_NTASKS_PER_NODE");

	if (cr_layout_parse(getenv("SLURM_JOB_CPUS_PER_NODE"), launch->nodes, &launch->room,
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
static int lay_out_anew(struct cr_launch *launch, const size_t *order)
{
	uint32_t *counts = calloc(launch->nodes, sizeof(*counts));
	size_t bytes = launch->nodes * sizeof(*counts);
	uint64_t tasks = 0;
	int rc = -1;

	for (size_t i = 0; i < launch->nodes; i++)
		tasks += launch->counts[i];
	if (counts && get_room(launch) == 0) {
		/* What is known of the CPUs must explain the job's own layout first. */
		cr_layout_fill(NULL, launch->room, launch->nodes, tasks, counts);
		rc = memcmp(counts, launch->counts, bytes) == 0 ? 0 : -1;
	}
	if (rc == 0)
		cr_layout_fill(order, launch->room, launch->nodes, tasks, launch->counts);
	free(counts);
	return rc;
}

int cr_launch_match_block(struct cr_launch *launch, const size_t *order)
{
	return cr_layout_is_even(launch->counts, launch->nodes) ? 0 : lay_out_anew(launch, order);
}

static int get_counts(struct cr_launch *launch)
{
	uint64_t tasks = count_tasks(launch->nodes), total = 0;

	/* One on each node is what Slurm does whatever the nodes could hold. */
	if (tasks == launch->nodes) {
		launch->counts = cr_layout_one_each(launch->nodes);
		return launch->counts ? 0 : -1;
	}
	if (cr_layout_parse(getenv("SLURM_TASKS_PER_NODE"), launch->nodes, &launch->counts,
			    &total) != 0)
		return -1;
	return total == tasks && total <= CR_LAYOUT_MAX ? 0 : -1;
}

void cr_launch_judge(const struct cr_srun_line *line, bool topological_block,
		     struct cr_launch *launch)
{
	*launch = (struct cr_launch){.act = CR_LAUNCH_LEAVE};
	if (!open_to_us(line, launch))
		return;
	launch->nodes = (size_t)env_number("SLURM_JOB_NUM_NODES");
	if (launch->nodes < 2 || launch->nodes > CR_LAYOUT_MAX) {
		leave(launch, "the job has one node");
		return;
	}
	if (get_counts(launch) != 0 || !repeats_the_job(line, launch)) {
		leave(launch, "the step has not the job's own layout on all its nodes");
		return;
	}
	launch->act = line->nodes ? CR_LAUNCH_BLOCK : CR_LAUNCH_HOSTFILE;
	if (line->nodes && !topological_block)
		leave(launch, "%s",
		      "-N goes with no host file, and this Slurm's block "
		      "distribution does not follow the topology");
}

void cr_launch_clear(struct cr_launch *launch)
{
	free(launch->counts);
	free(launch->room);
	launch->counts = launch->room = NULL;
}
