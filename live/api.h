/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's client library in a process of our own (the command): its start, and
 * what it was built for.  Inside a daemon there is nothing to start.
 */
#ifndef CR_LIVE_API_H
#define CR_LIVE_API_H

#include "base/error.h"

#include <stdint.h>

/**
 * Make Slurm's client library ready; further calls do nothing.  Slurm's own
 * start-up ends the process when it finds no slurm.conf, so that is looked for
 * first.  Returns 0, or -1 with ERR naming the places looked at or why the file cannot be read. One
 * thread.
 */
int cr_live_init(struct cr_error *err);

/** The version of Slurm this was built for, as CR_SLURM_VERSION() has it. */
uint32_t cr_live_slurm_version(void);

#endif
