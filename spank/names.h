/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The variables that a job sees, and those that carry a decision to its steps.
 *
 * `srun --export=NONE` and `--export=VAR` keep only names beginning with SLURM,
 * so what must reach every step is carried under SLURM_COMMROUTE_*.  All of
 * them are removed from what a user submits (job_submit/env.h).
 */
#ifndef CR_SPANK_NAMES_H
#define CR_SPANK_NAMES_H

#define CR_NAME_PROFILE       "COMMROUTE_PROFILE"
#define CR_NAME_TOPOLOGY      "COMMROUTE_TOPOLOGY"
#define CR_NAME_TOPOLOGY_TYPE "COMMROUTE_TOPOLOGY_TYPE"
#define CR_NAME_TOPOLOGY_UNIT "COMMROUTE_TOPOLOGY_UNIT"

#define CR_NAME_CARRIED_OPTION  "SLURM_COMMROUTE_OPTION"
#define CR_NAME_CARRIED_PROFILE "SLURM_COMMROUTE_PROFILE"

#endif
