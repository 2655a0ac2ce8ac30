/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_NODE_EXPORT_H
#define CR_SPANK_NODE_EXPORT_H

#include "spank/host.h"
#include "spank/place.h"
#include "spank/rules.h"

#include <stdbool.h>

/** What is set for each task, by whoever knows it (RANK, LOCAL_RANK). */
struct cr_task_export {
	bool ranks;
};

/**
 * Set what `export:` asks for, by PLACE, in HOST's step; each kind whole or, where
 * the user has set one of its names, not at all.
 *
 * torchrun: PET_NNODES, PET_NODE_RANK, PET_MASTER_ADDR and
 * PET_RDZV_BACKEND=static, which torchrun reads as its options, for steps of
 * several nodes with one task on each whose launch line shows a torchrun that says nothing
 * else (cr_torchrun_is_open()).
 *
 * rank: WORLD_SIZE, MASTER_ADDR and MASTER_PORT, and in *TASK that RANK and
 * LOCAL_RANK are wanted, for steps with a task for each GPU.  PLACE's order must be
 * known to be that of the step's tasks.
 */
void cr_node_export(const struct cr_rules *rules, const struct cr_place *place,
		    const struct cr_host *host, struct cr_task_export *task);

#endif
