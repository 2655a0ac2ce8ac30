/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does a launch line say again what its job has?  By the variables that Slurm gives the job. */
#include "launch/repeats.h"

#include "launch/layout.h"

#include <stdlib.h>
#include <string.h>

/* The older name counts where the newer one is not set. */
uint64_t cr_repeats_tasks(const struct cr_variables *v)
{
	uint64_t tasks = cr_variable_number(v, "SLURM_NTASKS");

	return tasks ? tasks : cr_variable_number(v, "SLURM_NPROCS");
}

/* The number of GPUs that ends TEXT: "4", "gb200:4", "gres/gpu:gb200=4"; 0: not of this form. */
static uint64_t read_gpus(const char *text)
{
	const char *digits = text;
	char *end;
	unsigned long n;

	for (const char *c = text; *c; c++)
		if (*c == ':' || *c == '=')
			digits = c + 1;
	if (*digits < '0' || *digits > '9')
		return 0;
	n = strtoul(digits, &end, 10);
	return *end || n > UINT32_MAX ? 0 : n;
}

/* The GPUs of a task in "cpu=2,gres/gpu=1" or "gres/gpu:1". */
static uint64_t read_gpus_of_task(const char *tres)
{
	char copy[256];
	char *rest = copy;

	if (strlen(tres) >= sizeof(copy))
		return 0;
	strcpy(copy, tres);
	while (rest) {
		const char *part = strsep(&rest, ",");

		if (strncmp(part, "gres/gpu", strlen("gres/gpu")) == 0)
			return read_gpus(part);
	}
	return 0;
}

/* All of the job's GPUs; 0 when its environment does not tell. */
static uint64_t count_gpus(const struct cr_repeats_job *job)
{
	const struct {
		const char *name;
		uint64_t times;
		uint64_t (*read)(const char *text);
	} ways[] = {
		{"SLURM_GPUS", 1, read_gpus},
		{"SLURM_GPUS_PER_NODE", job->nodes, read_gpus},
		{"SLURM_GPUS_PER_TASK", job->job_tasks, read_gpus},
		{"SLURM_TRES_PER_TASK", job->job_tasks, read_gpus_of_task},
		{"SLURM_GPUS_ON_NODE", job->nodes, read_gpus}, /* --gres, in the batch script */
	};

	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		const char *text = cr_variable(job->v, ways[i].name);
		uint64_t gpus = text ? ways[i].read(text) : 0;

		if (gpus)
			return gpus * ways[i].times;
	}
	return 0;
}

/* Megabytes as Slurm reads them: "64G", "1024"; UINT64_MAX: not of this form. */
static uint64_t read_megabytes(const char *text)
{
	static const char units[] = "MGT";
	const char *unit;
	char *end;
	uint64_t n;

	if (*text < '0' || *text > '9')
		return UINT64_MAX;
	n = strtoull(text, &end, 10);
	if (!*end)
		return n;
	unit = strchr(units, *end);
	if (!unit || (end[1] && strcmp(end + 1, "B") != 0) || n > UINT32_MAX)
		return UINT64_MAX;
	return n << 10 * (unit - units);
}

static bool is_jobs_memory(const char *mem, const struct cr_repeats_job *job)
{
	const char *own = cr_variable(job->v, "SLURM_MEM_PER_NODE");
	uint64_t said = read_megabytes(mem);

	/* 0: all that the job has. */
	return said == 0 || (own && said != UINT64_MAX && said == read_megabytes(own));
}

/* What a task has, by the line or the variable that srun takes for it; 0: not said. */
static uint64_t count_cpus(const struct cr_srun_line *line, const struct cr_variables *v)
{
	return line->cpus_per_task ? line->cpus_per_task
				   : cr_variable_number(v, "SRUN_CPUS_PER_TASK");
}

static bool is_task_number_said(const struct cr_srun_line *line, const struct cr_variables *v)
{
	return line->tasks || line->tasks_per_node || cr_repeats_tasks(v) ||
	       cr_variable(v, "SLURM_NTASKS_PER_NODE");
}

static bool has_room_for_one(uint64_t cpus, const struct cr_repeats_job *job)
{
	uint32_t *room = NULL;
	uint64_t total;
	bool one = cr_layout_parse(cr_variable(job->v, "SLURM_JOB_CPUS_PER_NODE"), job->nodes,
				   &room, &total) == 0;

	for (size_t i = 0; one && i < job->nodes; i++)
		one = room[i] / cpus == 1;
	free(room);
	return one;
}

bool cr_repeats_fills(const struct cr_srun_line *line, const struct cr_repeats_job *job)
{
	uint64_t cpus = count_cpus(line, job->v);

	/* srun asks slurmctld for the job's own. */
	if (!cpus)
		cpus = cr_variable_number(job->v, "SLURM_CPUS_PER_TASK");
	return cpus && !is_task_number_said(line, job->v) && !has_room_for_one(cpus, job);
}

static bool is_jobs_cpus(uint64_t cpus, const struct cr_variables *v)
{
	return !cpus || cpus == cr_variable_number(v, "SLURM_CPUS_PER_TASK");
}

static bool is_own_id(const char *jobid, const struct cr_variables *v)
{
	const char *own = cr_variable(v, "SLURM_JOB_ID");

	return own && strcmp(jobid, own) == 0;
}

/* Both are then the job's, whatever its tasks. */
static bool is_jobs_gpus(uint64_t gpus, const struct cr_repeats_job *job)
{
	return gpus && gpus == count_gpus(job);
}

const char *cr_repeats_find_other(const struct cr_srun_line *line, const struct cr_repeats_job *job)
{
	if (line->jobid && !is_own_id(line->jobid, job->v))
		return "jobid";
	if (!is_jobs_cpus(count_cpus(line, job->v), job->v))
		return "cpus-per-task";
	if (line->mem && !is_jobs_memory(line->mem, job))
		return "mem";
	if (line->gpus && !is_jobs_gpus(read_gpus(line->gpus), job))
		return "gpus";
	if (line->gpus_per_task && !is_jobs_gpus(read_gpus(line->gpus_per_task) * job->tasks, job))
		return "gpus-per-task";
	if (line->exclusive && !job->even)
		return "exclusive";
	return NULL;
}
