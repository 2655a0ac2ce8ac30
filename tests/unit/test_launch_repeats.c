/* SPDX-License-Identifier: GPL-2.0-or-later */
/* launch/repeats: options that say what the job has anyhow, and those that do not. */
#include "unit.h"

#include "launch/repeats.h"

#include <string.h>

/* A job's variables: "NAME=value" of a case, one after the other. */
static const char *get(void *context, const char *name)
{
	const char *const *entries = context;
	size_t len = strlen(name);

	for (size_t i = 0; i < 4 && entries[i]; i++)
		if (strncmp(entries[i], name, len) == 0 && entries[i][len] == '=')
			return entries[i] + len + 1;
	return NULL;
}

struct scene {
	struct cr_srun_line line;
	const char *job[4];
	const char *other; /* NULL: all is the job's */
};

/* Four nodes, and eight tasks unless the line says another number. */
static struct cr_repeats_job job_of(const struct scene *scene, struct cr_variables *v)
{
	*v = (struct cr_variables){get, (void *)scene->job};
	return (struct cr_repeats_job){.v = v,
				       .nodes = 4,
				       .tasks = scene->line.tasks ? scene->line.tasks : 8,
				       .job_tasks = 8,
				       .even = scene->line.tasks != 7};
}

static const struct scene scenes[] = {
	{{.jobid = "7"}, {"SLURM_JOB_ID=7"}, NULL},
	{{.jobid = "7"}, {"SLURM_JOB_ID=71"}, "jobid"},
	{{.jobid = "7"}, {NULL}, "jobid"},
	{{.exclusive = true}, {NULL}, NULL},
	{{.exclusive = true, .tasks = 7}, {NULL}, "exclusive"},

	{{.mem = "0"}, {NULL}, NULL},
	{{.mem = "0G"}, {"SLURM_MEM_PER_NODE=512"}, NULL},
	{{.mem = "1G"}, {"SLURM_MEM_PER_NODE=1024"}, NULL},
	{{.mem = "1024"}, {"SLURM_MEM_PER_NODE=1024"}, NULL},
	{{.mem = "1024M"}, {"SLURM_MEM_PER_NODE=1024"}, NULL},
	{{.mem = "1T"}, {"SLURM_MEM_PER_NODE=1048576"}, NULL},
	{{.mem = "1GB"}, {"SLURM_MEM_PER_NODE=1024"}, NULL},
	{{.mem = "2G"}, {"SLURM_MEM_PER_NODE=1024"}, "mem"},
	{{.mem = "1023"}, {"SLURM_MEM_PER_NODE=1024"}, "mem"},
	{{.mem = "1G"}, {NULL}, "mem"},
	{{.mem = "1K"}, {"SLURM_MEM_PER_NODE=1"}, "mem"},
	{{.mem = "1Gx"}, {"SLURM_MEM_PER_NODE=1024"}, "mem"},
	{{.mem = "x"}, {"SLURM_MEM_PER_NODE=x"}, "mem"},
	{{.mem = "4294967295"}, {"SLURM_MEM_PER_NODE=4294967295"}, NULL},
	{{.mem = "4294967295M"}, {"SLURM_MEM_PER_NODE=4294967295"}, NULL},
	{{.mem = "4294967296M"}, {"SLURM_MEM_PER_NODE=4294967296"}, "mem"},

	{{.gpus = "16"}, {"SLURM_GPUS=16"}, NULL},
	{{.gpus = "gb200:16"}, {"SLURM_GPUS=gb200:16"}, NULL},
	{{.gpus = "16"}, {"SLURM_GPUS_PER_NODE=4"}, NULL},
	{{.gpus = "16"}, {"SLURM_GPUS_PER_NODE=gb200:4"}, NULL},
	{{.gpus = "15"}, {"SLURM_GPUS_PER_NODE=4"}, "gpus"},
	{{.gpus = "16"}, {"SLURM_GPUS=15", "SLURM_GPUS_PER_NODE=4"}, "gpus"},
	{{.gpus = "8"}, {"SLURM_GPUS_PER_TASK=1"}, NULL},
	{{.gpus = "8"}, {"SLURM_TRES_PER_TASK=gres/gpu=1"}, NULL},
	{{.gpus = "16"}, {"SLURM_TRES_PER_TASK=cpu=2,gres/gpu:gb200:2"}, NULL},
	{{.gpus = "16"}, {"SLURM_TRES_PER_TASK=cpu=2"}, "gpus"},
	{{.gpus = "16"}, {"SLURM_GPUS_ON_NODE=4"}, NULL},
	{{.gpus = "16"}, {NULL}, "gpus"},
	{{.gpus = "0"}, {NULL}, "gpus"},
	{{.gpus = "none"}, {"SLURM_GPUS=0"}, "gpus"},
	{{.gpus = "4294967295"}, {"SLURM_GPUS=4294967295"}, NULL},
	{{.gpus = "4294967296"}, {"SLURM_GPUS=4294967296"}, "gpus"},
	{{.gpus = "8,"}, {"SLURM_GPUS=8,"}, "gpus"},

	{{.gpus_per_task = "2"}, {"SLURM_GPUS_PER_NODE=4"}, NULL},
	{{.gpus_per_task = "4", .tasks = 4}, {"SLURM_GPUS_PER_NODE=4"}, NULL},
	{{.gpus_per_task = "1"}, {"SLURM_GPUS_PER_NODE=4"}, "gpus-per-task"},
	/* Of all the tasks that the job has, whatever the step's. */
	{{.gpus_per_task = "2", .tasks = 4}, {"SLURM_GPUS_PER_TASK=1"}, NULL},

	{{.cpus_per_task = 2}, {"SLURM_CPUS_PER_TASK=2", "SLURM_NTASKS=8"}, NULL},
	{{.cpus_per_task = 2}, {"SLURM_CPUS_PER_TASK=3", "SLURM_NTASKS=8"}, "cpus-per-task"},
	{{.cpus_per_task = 2}, {"SLURM_NTASKS=8"}, "cpus-per-task"},
	{{.tasks = 8}, {"SLURM_CPUS_PER_TASK=3", "SRUN_CPUS_PER_TASK=2"}, "cpus-per-task"},
	{{.tasks = 8}, {"SLURM_CPUS_PER_TASK=2", "SRUN_CPUS_PER_TASK=2"}, NULL},
	/* What stands on the line comes first. */
	{{.tasks = 8, .cpus_per_task = 2}, {"SLURM_CPUS_PER_TASK=2", "SRUN_CPUS_PER_TASK=3"}, NULL},
};

static void what_the_job_has(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(scenes); i++) {
		struct cr_variables v;
		const struct cr_repeats_job job = job_of(&scenes[i], &v);
		const char *other = cr_repeats_find_other(&scenes[i].line, &job);

		print_message("scene %zu\n", i);
		if (scenes[i].other)
			assert_string_equal(other ? other : "none", scenes[i].other);
		else
			assert_null(other);
	}
}

/* OTHER: "" where the nodes are filled. */
static const struct scene fillings[] = {
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=2(x4)"}, NULL},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=3(x4)"}, NULL},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)"}, ""},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=1(x4)"}, ""},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=2(x3),4"}, ""},
	{{.cpus_per_task = 2}, {NULL}, ""},
	{{.cpus_per_task = 2, .tasks = 4}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)"}, NULL},
	{{.cpus_per_task = 2, .tasks_per_node = 1}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)"}, NULL},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)", "SLURM_NTASKS=8"}, NULL},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)", "SLURM_NPROCS=8"}, NULL},
	{{.cpus_per_task = 2}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)", "SLURM_NTASKS_PER_NODE=2"}, NULL},
	{{.shaping = ""}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)", "SRUN_CPUS_PER_TASK=2"}, ""},
	{{.shaping = ""}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)", "SLURM_CPUS_PER_TASK=2"}, ""},
	{{.shaping = ""}, {"SLURM_JOB_CPUS_PER_NODE=2(x4)", "SLURM_CPUS_PER_TASK=2"}, NULL},
	{{.shaping = ""}, {"SLURM_JOB_CPUS_PER_NODE=4(x4)"}, NULL},
};

static void nodes_that_are_filled(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(fillings); i++) {
		struct cr_variables v;
		const struct cr_repeats_job job = job_of(&fillings[i], &v);

		print_message("filling %zu\n", i);
		assert_int_equal(cr_repeats_fills(&fillings[i].line, &job),
				 fillings[i].other != NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_job_has),
		cmocka_unit_test(nodes_that_are_filled),
	};

	return cmocka_run_group_tests_name("launch repeats", tests, NULL, NULL);
}
