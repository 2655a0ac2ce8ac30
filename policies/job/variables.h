/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The variables that a job sees, and those that carry a decision to its steps.
 *
 * `srun --export=NONE` and `--export=VAR` keep only names beginning with SLURM,
 * so what must reach every step is carried under SLURM_COMMROUTE_*.  All of
 * them are removed from what a user submits (job_submit/env.h).
 */
#ifndef CR_POLICIES_JOB_VARIABLES_H
#define CR_POLICIES_JOB_VARIABLES_H

#define CR_NAME_PROFILE       "COMMROUTE_PROFILE"
#define CR_NAME_TOPOLOGY      "COMMROUTE_TOPOLOGY"
#define CR_NAME_TOPOLOGY_TYPE "COMMROUTE_TOPOLOGY_TYPE"
#define CR_NAME_TOPOLOGY_UNIT "COMMROUTE_TOPOLOGY_UNIT"

#define CR_NAME_NODELIST  "COMMROUTE_NODELIST"
#define CR_NAME_NODE_RANK "COMMROUTE_NODE_RANK"
#define CR_NAME_HEAD_NODE "COMMROUTE_HEAD_NODE"
#define CR_NAME_PLACEMENT "COMMROUTE_PLACEMENT"

#define CR_NAME_CARRIED_OPTION   "SLURM_COMMROUTE_OPTION"
#define CR_NAME_CARRIED_PROFILE  "SLURM_COMMROUTE_PROFILE"
#define CR_NAME_CARRIED_DECISION "SLURM_COMMROUTE_DECISION"

/* From srun to slurmstepd, gone before the tasks see it: the job's nodes in rank order
 * (spank/carried.h), and that the step's distribution is ours. */
#define CR_NAME_CARRIED_PLACE     "SLURM_COMMROUTE_PLACE"
#define CR_NAME_CARRIED_ORDERED   "SLURM_COMMROUTE_ORDERED"
#define CR_NAME_CARRIED_PLACEMENT "SLURM_COMMROUTE_PLACEMENT"
/* Why the order was left to Slurm, in a word (launch/judge.h). */
#define CR_NAME_CARRIED_LEFT "SLURM_COMMROUTE_LEFT"

#endif
