/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SBATCH_PARTITION and its like, as options of the client that reads them. */
#include "policies/job/slurm_variables.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define B               CR_CLIENT_SBATCH
#define A               CR_CLIENT_SALLOC
#define R               CR_CLIENT_SRUN
#define ALL             (B | A | R)
#define V(major, minor) ((uint32_t)(major) << 16 | (minor) << 8)

#define NAME_MAX_BYTES 48

/* Behind SBATCH_, SALLOC_ or SLURM_; one that begins with "SRUN_" or is whole stands alone. */
static const struct variable {
	const char *name;
	const char *option;
	uint8_t clients;
	uint32_t since; /* where it is younger than its option */
} variables[] = {
	{"ACCOUNT", "account", ALL, 0},
	{"ARRAY_INX", "array", B, 0},
	{"COMM_PROFILE", "comm-profile", B | A, 0},
	{"CONSOLIDATE_SEGMENTS", "consolidate-segments", ALL, 0},
	{"CONSTRAINT", "constraint", ALL, 0},
	{"CPUS_PER_GPU", "cpus-per-gpu", ALL, 0},
	{"CPUS_PER_TASK", "cpus-per-task", R, 0},
	{"DISTRIBUTION", "distribution", B | R, 0},
	{"EXCLUSIVE", "exclusive", ALL, 0},
	{"GPUS", "gpus", ALL, 0},
	{"GPUS_PER_NODE", "gpus-per-node", ALL, 0},
	{"GPUS_PER_SOCKET", "gpus-per-socket", ALL, 0},
	{"GPUS_PER_TASK", "gpus-per-task", ALL, 0},
	{"GRES", "gres", ALL, 0},
	{"JOB_NAME", "job-name", B | R, 0},
	{"JOB_NUM_NODES", "nodes", R, 0},
	{"MEM_PER_CPU", "mem-per-cpu", ALL, 0},
	{"MEM_PER_GPU", "mem-per-gpu", ALL, 0},
	{"MEM_PER_NODE", "mem", ALL, 0},
	{"NO_REQUEUE", "no-requeue", B, 0},
	{"NPROCS", "ntasks", R, 0},
	{"NSOCKETS_PER_NODE", "sockets-per-node", R, 0},
	{"NTASKS", "ntasks", R, 0}, /* over NPROCS, its old name */
	{"NTASKS_PER_GPU", "ntasks-per-gpu", R, 0},
	{"NTASKS_PER_NODE", "ntasks-per-node", R, 0},
	{"PARTITION", "partition", ALL, 0},
	{"QOS", "qos", ALL, 0},
	{"REQUEUE", "requeue", B, 0},
	{"REQ_SWITCH", "switches", ALL, 0},
	{"RESERVATION", "reservation", ALL, 0},
	{"SEGMENT_SIZE", "segment", B | A, V(25, 5)},
	{"SPREAD_SEGMENTS", "spread-segments", ALL, 0},
	{"TIMELIMIT", "time", ALL, 0},
	{"TRES_PER_TASK", "tres-per-task", ALL, 0},
	{"SRUN_COMM_PROFILE", "comm-profile", R, 0},
	{"SRUN_SEGMENT_SIZE", "segment", R, V(25, 5)},
};

static const char *whole_name(const struct variable *v, enum cr_client client, char *buf,
			      size_t size)
{
	struct cr_buffer b = cr_buffer(buf, size);

	if (strncmp(v->name, "SRUN_", 5) != 0)
		cr_buffer_add(&b, client == B ? "SBATCH_" : client == A ? "SALLOC_" : "SLURM_");
	cr_buffer_add(&b, v->name);
	return buf;
}

static const struct cr_slurm_option *find_option(const char *name, enum cr_client client,
						 uint32_t version)
{
	size_t count;
	const struct cr_slurm_option *rows = cr_slurm_options(&count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].name, name) == 0 &&
		    cr_slurm_option_is_of(&rows[i], client, version))
			return &rows[i];
	return NULL;
}

static bool is_on(const char *value)
{
	char *end;

	return !*value || strcasecmp(value, "yes") == 0 || (strtol(value, &end, 10) != 0 && !*end);
}

int cr_slurm_variables_read(enum cr_client client, uint32_t version, cr_variable_fn *variable,
			    cr_slurm_word_fn *take, void *to)
{
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		const struct variable *v = &variables[i];
		char name[NAME_MAX_BYTES];
		struct cr_slurm_word word = {.word = whole_name(v, client, name, sizeof(name))};
		int rc;

		word.value = v->clients & client ? variable(name) : NULL;
		word.option = find_option(v->option, client, version);
		if (!word.value || !word.option || (version && version < v->since))
			continue;
		if (word.option->argument == CR_ARGUMENT_NONE && !is_on(word.value))
			continue;
		if (word.option->argument == CR_ARGUMENT_NONE || !*word.value)
			word.value = NULL;
		/* An empty text is none, as for slurmctld. */
		if (!word.value && word.option->argument == CR_ARGUMENT_REQUIRED)
			continue;
		rc = take(to, &word);
		if (rc)
			return rc;
	}
	return 0;
}
