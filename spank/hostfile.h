/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_HOSTFILE_H
#define CR_SPANK_HOSTFILE_H

#include "base/error.h"
#include "spank/plan.h"

#include <stdint.h>

/**
 * A host file for SLURM_HOSTFILE that is nowhere on disk: one line for each
 * task, the nodes in PLAN's order, COUNTS[i] tasks on place i of the list that
 * the plan was made from.  Returns a file descriptor, closed on exec, to be
 * opened as /proc/self/fd/N; or -1 with ERR set.
 */
int cr_hostfile_make(const struct cr_plan *plan, const uint32_t *counts, struct cr_error *err);

#endif
