/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From srun's line, the job's own layout, and the variables that stand for options. */
#include "spank/agents.h"

#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>

/* Does each task of the step get GPUs of its own? */
static bool binds_gpus(const struct cr_srun_line *line, const char *const *argv)
{
	static const char *const options[] = {"--gpus-per-task*", "--gpu-bind*", "--tres-per-task*",
					      "--tres-bind*"};
	static const char *const variables[] = {"SLURM_GPUS_PER_TASK", "SLURM_GPU_BIND",
						"SLURM_TRES_PER_TASK", "SLURM_TRES_BIND"};

	for (size_t k = 0; k < sizeof(options) / sizeof(options[0]); k++) {
		if (getenv(variables[k]))
			return true;
		for (int i = 1; i < line->program; i++)
			if (cr_text_glob(options[k], argv[i]))
				return true;
	}
	return false;
}

uint32_t cr_agents_count(const struct cr_srun_line *line, const char *const *argv,
			 const struct cr_launch *launch)
{
	const char *each = getenv("SLURM_NTASKS_PER_NODE");

	if (binds_gpus(line, argv))
		return 0;
	if (line->tasks_per_node)
		return line->tasks_per_node;
	if (launch->act != CR_LAUNCH_LEAVE)
		return launch->counts[0];
	if (line->tasks && line->nodes)
		return line->tasks / line->nodes;
	return !line->tasks && !line->nodes && each ? (uint32_t)strtoul(each, NULL, 10) : 0;
}
