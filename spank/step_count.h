/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * slurmstepd counts the steps that begin on its node by what became of their rank order
 * (launch/tally.h), as srun told it.  srun is the user's own program: these are figures, not
 * proofs.
 */
#ifndef CR_SPANK_STEP_COUNT_H
#define CR_SPANK_STEP_COUNT_H

#include "spank/host.h"

/**
 * Count HOST's step in DIR/steps.NODE.prom, if it is on several nodes of which NODE is the
 * first, and take out of its environment what srun told.  Whatever fails, the step is not
 * counted.
 */
void cr_step_count(const char *dir, const char *node, const struct cr_host *host);

#endif
