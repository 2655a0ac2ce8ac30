/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What slurmctld knows of a running job, asked from srun.  A job's environment
 * is a picture of its start: nodes go down (--no-kill), are given back
 * (scontrol update NumNodes) or come new, and the script's variables stay.
 */
#ifndef CR_SPANK_LIVE_JOB_H
#define CR_SPANK_LIVE_JOB_H

#include "base/error.h"

#include <stdint.h>

/**
 * The nodes that job JOBID has now, as a folded list to be freed with free();
 * NULL with ERR when slurmctld does not say.  One RPC, the same that srun itself
 * makes (slurm_allocation_lookup(); it takes a step's id since 26.05, a number
 * before).  Not for components of a heterogeneous job.
 */
char *cr_live_job_nodes(uint32_t jobid, struct cr_error *err);

/**
 * The nodes of step STEPID of job JOBID in the order of each node's lowest task, as a
 * folded list to be freed with free(); NULL with ERR when slurmctld does not say.
 * One RPC (slurm_job_step_layout_get()); the step must have been created.
 */
char *cr_live_step_nodes(uint32_t jobid, uint32_t stepid, struct cr_error *err);

#endif
