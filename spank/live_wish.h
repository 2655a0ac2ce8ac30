/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a job that carries no decision asked for: of salloc and srun slurmctld alone knows.
 */
#ifndef CR_SPANK_LIVE_WISH_H
#define CR_SPANK_LIVE_WISH_H

#include "base/error.h"
#include "spank/placement_check.h"

#include <stdint.h>

/**
 * The segment and the count of switches of job JOBID, its user's or the controller's
 * plugin's; nothing for a batch job, whose own node tells it.  Returns 0 and sets *WISH, or -1
 * with ERR when slurmctld does not say.  One RPC (slurm_load_job()).  Slurm 24.11 does not tell
 * a job's segment: there it is read from the decision in its admin_comment, if it is there.
 */
int cr_live_job_wish(uint32_t jobid, struct cr_wish *wish, struct cr_error *err);

#endif
