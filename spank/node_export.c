/* SPDX-License-Identifier: GPL-2.0-or-later */
/* RANK, PET_NODE_RANK and their kin, for steps that want them and have none. */
#include "spank/node_export.h"

#include "launch/torchrun.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORT_FIRST 20000UL
#define PORTS      10000UL

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

/* All of PAIRS, unless the user has set one; a value NULL is only looked at. */
static bool set_all(const struct cr_host *host, const struct pair *pairs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_set(host, pairs[i].name))
			return false;
	for (size_t i = 0; i < count; i++)
		if (pairs[i].value)
			(void)host->setenv(host->step, pairs[i].name, pairs[i].value);
	return true;
}

/* Whose own way to meet these variables would be, may be one that waits for ever with them. */
static bool is_open_torchrun(const struct cr_host *host, const struct cr_place *place)
{
	const char *const *words = NULL;
	int count = host->words(host->step, &words);

	return cr_torchrun_is_open(count, words, place->count);
}

static void export_torchrun(const struct cr_place *place, const struct cr_host *host)
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

	if (!is_one_each(host, place) || !is_open_torchrun(host, place))
		return;
	(void)snprintf(count, sizeof(count), "%zu", place->count);
	(void)snprintf(rank, sizeof(rank), "%zu", place->rank);
	(void)set_all(host, pairs, sizeof(pairs) / sizeof(pairs[0]));
}

/* The number in NAME's value: "4", "gb200:4", "4(x8)"; 0 when it says something else. */
static unsigned long read_number(const struct cr_host *host, const char *name)
{
	char value[64];
	char *end;
	const char *digits;
	unsigned long n;

	if (host->getenv(host->step, name, value, sizeof(value)) != 0)
		return 0;
	digits = strrchr(value, ':') ? strrchr(value, ':') + 1 : value;
	n = strtoul(digits, &end, 10);
	if (strncmp(end, "(x", 2) == 0)
		end += strcspn(end, ")") + 1;
	return *end ? 0 : n;
}

static bool is_one_a_gpu(const struct cr_host *host)
{
	unsigned long gpus = read_number(host, "SLURM_GPUS_PER_NODE");

	if (!gpus)
		gpus = read_number(host, "SLURM_GPUS_ON_NODE");
	return gpus && gpus == read_number(host, "SLURM_STEP_TASKS_PER_NODE");
}

static void export_rank(const struct cr_place *place, const struct cr_host *host,
			struct cr_task_export *task)
{
	char world[24], port[24];
	const struct pair pairs[] = {
		{"WORLD_SIZE", world}, {"MASTER_ADDR", place->head}, {"MASTER_PORT", port},
		{"RANK", NULL},        {"LOCAL_RANK", NULL},
	};

	if (!is_one_a_gpu(host))
		return;
	(void)snprintf(world, sizeof(world), "%lu", read_number(host, "SLURM_STEP_NUM_TASKS"));
	/* Two jobs can share a node. */
	(void)snprintf(port, sizeof(port), "%lu",
		       PORT_FIRST + read_number(host, "SLURM_JOB_ID") % PORTS);
	task->ranks = set_all(host, pairs, sizeof(pairs) / sizeof(pairs[0]));
}

void cr_node_export(const struct cr_rules *rules, const struct cr_place *place,
		    const struct cr_host *host, struct cr_task_export *task)
{
	task->ranks = false;
	if (rules->export_torchrun)
		export_torchrun(place, host);
	if (rules->export_rank && !cr_host_is_batch(host))
		export_rank(place, host, task);
}
