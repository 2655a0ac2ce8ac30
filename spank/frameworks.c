/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does this step run torchrun, and will that do what is meant? */
#include "spank/frameworks.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* torchrun, or python -m torch.distributed.run. */
static int find_torchrun(int count, const char *const *words)
{
	for (int i = 0; i < count; i++)
		if (strcmp(base_name(words[i]), "torchrun") == 0 ||
		    (i > 0 && strcmp(words[i - 1], "-m") == 0 &&
		     strcmp(words[i], "torch.distributed.run") == 0))
			return i;
	return -1;
}

/* WORD is one of torchrun's option --NAME, which argparse takes with - and with _; *VALUE is set.
 */
static bool is_option(const char *word, const char *name, const char **value)
{
	if (strncmp(word, "--", 2) != 0)
		return false;
	for (word += 2; *name; name++, word++)
		if (*word != *name && !(*name == '-' && *word == '_'))
			return false;
	*value = *word == '=' ? word + 1 : NULL;
	return *word == '=' || !*word;
}

/* What torchrun at WORDS[AT] is told as --NAME, or NULL. */
static const char *find_value(int count, const char *const *words, int at, const char *name)
{
	const char *value = NULL;

	for (int i = at + 1; i < count; i++)
		if (is_option(words[i], name, &value))
			return value || i + 1 == count ? value : words[i + 1];
	return NULL;
}

/* "8", "gpu", "auto"; one worker is what stands for nothing. */
static bool starts_several(int count, const char *const *words, int at)
{
	const char *value = find_value(count, words, at, "nproc-per-node");

	if (!value)
		value = getenv("PET_NPROC_PER_NODE");
	return value && *value && strcmp(value, "1") != 0;
}

void cr_frameworks_warn(int count, const char *const *words, uint32_t agents, char *buf,
			size_t size)
{
	int at = find_torchrun(count, words);
	const char *backend = at < 0 ? NULL : find_value(count, words, at, "rdzv-backend");

	buf[0] = '\0';
	if (at >= 0 && agents > 1 && starts_several(count, words, at))
		(void)snprintf(
			buf, size,
			"commroute: %u torchrun agents on each node, and each starts several workers: "
			"two ranks get one GPU, which NCCL refuses; one agent a node: "
			"srun --ntasks-per-node=1 torchrun ...",
			agents);
	else if (backend && strcmp(backend, "c10d") == 0)
		(void)snprintf(
			buf, size,
			"commroute: torchrun's c10d rendezvous ranks nodes by name, not by topology; "
			"to keep the order: srun bash -c 'torchrun --nnodes=$SLURM_NNODES "
			"--node-rank=$COMMROUTE_NODE_RANK --master-addr=$COMMROUTE_HEAD_NODE ...'");
}
