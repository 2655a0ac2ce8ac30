/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What srun's environment says of its job, and what it carries to the nodes of a step.
 * One thread: srun's own, before it starts others.
 */
#ifndef CR_SPANK_SRUN_ENV_H
#define CR_SPANK_SRUN_ENV_H

#include "spank/plan.h"

#include <stdbool.h>
#include <stdint.h>

/** The number that Slurm's variable NAME says; 0: none. */
uint32_t cr_srun_id(const char *name);

/** Take away what another step's srun, whose task this one may be, has carried. */
void cr_srun_forget_carried(void);

/**
 * PLAN's nodes are the step's, in the order of its tasks: carry their places.  What stood
 * there is gone in any case; a list that no environment has room for is not carried.
 */
void cr_srun_carry_place(const struct cr_plan *plan);

/**
 * Carry what the placement of PLAN's nodes is worth, against what the job's record asks for;
 * IN_ORDER: the ranks go through them in the plan's order.  Without memory nothing is
 * carried: the nodes can do without, they read the files themselves.
 */
void cr_srun_carry_placement(const struct cr_plan *plan, bool in_order);

#endif
