/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_AGENTS_H
#define CR_SPANK_AGENTS_H

#include "launch/judge.h"

#include <stdint.h>

/**
 * How many tasks of the step that LINE (of ARGV) and LAUNCH describe are on each node and see
 * all of its GPUs; 0 where that cannot be told, or each has GPUs of its own.  Reads the
 * process's environment, as srun will.
 */
uint32_t cr_agents_count(const struct cr_srun_line *line, const char *const *argv,
			 const struct cr_launch *launch);

#endif
