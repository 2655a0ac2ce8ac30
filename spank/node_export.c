/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spank/node_export.h"

#include <stdio.h>
#include <string.h>

struct pair {
	const char *name, *value;
};

static bool is_set(const struct cr_host *host, const char *name)
{
	char value[4096];

	return host->getenv(host->step, name, value, sizeof(value)) == 0;
}

/* One task on each of several nodes, and no batch script. */
static bool is_one_each(const struct cr_host *host, const struct cr_place *place)
{
	char tasks[24], wanted[24];

	(void)snprintf(wanted, sizeof(wanted), "%zu", place->count);
	return place->count > 1 &&
	       host->getenv(host->step, "SLURM_STEP_NUM_TASKS", tasks, sizeof(tasks)) == 0 &&
	       strcmp(tasks, wanted) == 0;
}

void cr_node_export(const struct cr_rules *rules, const struct cr_place *place,
		    const struct cr_host *host)
{
	char count[24], rank[24];
	const struct pair pairs[] = {
		{"PET_NNODES", count},
		{"PET_NODE_RANK", rank},
		{"PET_MASTER_ADDR", place->head},
		{"PET_RDZV_BACKEND", "static"},
		{"PET_RDZV_ENDPOINT", NULL}, /* with it the static rendezvous looks elsewhere */
		{"PET_STANDALONE", NULL},
	};

	if (!rules->export_torchrun || !is_one_each(host, place))
		return;
	(void)snprintf(count, sizeof(count), "%zu", place->count);
	(void)snprintf(rank, sizeof(rank), "%zu", place->rank);
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (is_set(host, pairs[i].name))
			return;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (pairs[i].value)
			(void)host->setenv(host->step, pairs[i].name, pairs[i].value);
}
