/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the nodes are told of a step that Slurm itself has laid out.
 */
#ifndef CR_SPANK_SRUN_SETTLE_H
#define CR_SPANK_SRUN_SETTLE_H

#include "spank/srun.h"

/**
 * In slurm_spank_local_user_init, when srun has its step and has written
 * SLURM_STEP_ID and SLURM_DISTRIBUTION: tell the nodes of a step that was left to Slurm in which
 * order its tasks go through them, where that is known.  In the first step of a job that has no
 * batch script: judge how it is placed, for cr_srun_tell().
 */
void cr_srun_settle(struct cr_srun *step, const struct cr_srun_site *site);

#endif
