/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order of the ranks of a step that srun is about to make.
 */
#ifndef CR_SPANK_SRUN_ORDER_H
#define CR_SPANK_SRUN_ORDER_H

#include "launch/judge.h"
#include "policies/job/option.h"
#include "spank/plan.h"
#include "spank/rules.h"
#include "spank/srun.h"

#include <stdbool.h>

/** Does OPTION keep our hands off the step's ranks (order=none, none)?  Pure. */
bool cr_srun_refuses_order(const struct cr_option *option);

/**
 * Order the ranks of the step as OPTION and RULES say and LAUNCH allows: sets SLURM_DISTRIBUTION
 * and SLURM_HOSTFILE in the process's environment, and in *STEP what was done or why not.
 * LAUNCH has the nodes that the job has now, where they changed.  Returns the plan for the
 * job's nodes in the order asked for, the caller's to destroy, whether or not the step is
 * ordered; NULL: not inside a job, or its nodes' topology cannot be read (in STEP->said).
 */
struct cr_plan *cr_srun_order(struct cr_srun *step, const struct cr_srun_site *site,
			      const struct cr_option *option, const struct cr_rules *rules,
			      struct cr_launch *launch);

#endif
