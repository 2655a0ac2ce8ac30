/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does this step run torchrun, and would its rendezvous order nodes by name? */
#include "spank/frameworks.h"

#include <stdbool.h>
#include <stdio.h>
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

/* Both spellings that argparse takes: --rdzv-backend and --rdzv_backend. */
static bool is_backend(const char *word, const char **value)
{
	static const char *const names[] = {"--rdzv-backend", "--rdzv_backend"};

	for (size_t i = 0; i < 2; i++) {
		size_t len = strlen(names[i]);

		if (strncmp(word, names[i], len) != 0)
			continue;
		*value = word[len] == '=' ? word + len + 1 : NULL;
		return word[len] == '=' || !word[len];
	}
	return false;
}

void cr_frameworks_warn(int count, const char *const *words, char *buf, size_t size)
{
	int at = find_torchrun(count, words);
	const char *value = NULL;

	buf[0] = '\0';
	for (int i = at + 1; at >= 0 && i < count; i++) {
		if (!is_backend(words[i], &value))
			continue;
		if (!value && i + 1 < count)
			value = words[i + 1];
		break;
	}
	if (!value || strcmp(value, "c10d") != 0)
		return;
	(void)snprintf(
		buf, size,
		"commroute: torchrun's c10d rendezvous ranks nodes by name, not by topology; "
		"to keep the order: srun bash -c 'torchrun --nnodes=$SLURM_NNODES "
		"--node-rank=$COMMROUTE_NODE_RANK --master-addr=$COMMROUTE_HEAD_NODE ...'");
}
