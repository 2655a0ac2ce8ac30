/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srun's own environment: what Slurm says in it of the job and its step, and what travels
 * in it to the step's nodes.
 */
#include "spank/srun_env.h"

#include "policies/job/variables.h"
#include "spank/carried.h"
#include "spank/placement_check.h"

#include <stdlib.h>
#include <string.h>

/* Half of what execve() takes by default, less than Slurm's own limits. */
#define ENVIRONMENT_MAX (1 << 20)

extern char **environ;

static size_t environment_size(void)
{
	size_t size = 0;

	for (char **entry = environ; entry && *entry; entry++)
		size += strlen(*entry) + 1 + sizeof(*entry);
	return size;
}

void cr_srun_carry_place(const struct cr_plan *plan)
{
	char *text = cr_carried_format(plan, getenv("SLURM_JOB_ID"));

	(void)unsetenv(CR_NAME_CARRIED_PLACE);
	if (text && environment_size() + strlen(text) < ENVIRONMENT_MAX)
		(void)setenv(CR_NAME_CARRIED_PLACE, text, 1);
	free(text);
}

void cr_srun_carry_placement(const struct cr_plan *plan, bool in_order)
{
	const struct cr_wish wish = cr_wish_read(getenv(CR_NAME_CARRIED_DECISION));
	struct cr_check check;

	if (cr_check(plan, &wish, in_order, &check) == 0)
		(void)setenv(CR_NAME_CARRIED_PLACEMENT, check.figures, 1);
}

void cr_srun_forget_carried(void)
{
	(void)unsetenv(CR_NAME_CARRIED_PLACE);
	(void)unsetenv(CR_NAME_CARRIED_ORDERED);
	(void)unsetenv(CR_NAME_CARRIED_PLACEMENT);
	(void)unsetenv(CR_NAME_CARRIED_LEFT);
	/* The batch script's own place is nobody else's: a node without the plugin has none. */
	(void)unsetenv(CR_NAME_NODE_RANK);
	(void)unsetenv(CR_NAME_TOPOLOGY_UNIT);
}

uint32_t cr_srun_id(const char *name)
{
	const char *text = getenv(name);

	return text ? (uint32_t)strtoul(text, NULL, 10) : 0;
}
