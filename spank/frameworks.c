/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Does this step run torchrun, and will that do what is meant? */
#include "spank/frameworks.h"

#include "launch/torchrun.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "8", "gpu", "auto"; one worker is what stands for nothing. */
static bool starts_several(const struct cr_torchrun *said)
{
	const char *value = said->nproc ? said->nproc : getenv("PET_NPROC_PER_NODE");

	return value && *value && strcmp(value, "1") != 0;
}

void cr_frameworks_warn(int count, const char *const *words, uint32_t agents, char *buf,
			size_t size)
{
	struct cr_torchrun said;

	buf[0] = '\0';
	if (cr_torchrun_read(count, words, &said) != 0)
		return;
	if (agents > 1 && starts_several(&said))
		(void)snprintf(
			buf, size,
			"commroute: %u torchrun agents on each node, and each starts several workers: "
			"two ranks get one GPU, which NCCL refuses; one agent a node: "
			"srun --ntasks-per-node=1 torchrun ...",
			agents);
	else if (said.backend && strcmp(said.backend, "c10d") == 0 && !said.standalone)
		(void)snprintf(
			buf, size,
			"commroute: torchrun's c10d rendezvous ranks nodes by name, not by topology; "
			"to keep the order: srun bash -c 'torchrun --nnodes=$SLURM_NNODES "
			"--node-rank=$COMMROUTE_NODE_RANK --master-addr=$COMMROUTE_HEAD_NODE ...'");
}
