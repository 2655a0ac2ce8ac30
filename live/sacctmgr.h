/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's own sacctmgr, run without a shell: how QOS and accounts are read and changed
 * exactly as an admin would.  (libslurm's functions for it are internal: their
 * structures change with the version, sacctmgr's words do not.)
 */
#ifndef CR_LIVE_SACCTMGR_H
#define CR_LIVE_SACCTMGR_H

#include "base/error.h"

/**
 * Run WORDS, ended by NULL, of which the first is looked up in PATH, and wait for it.
 * *OUT becomes what it printed, errors included, to be freed; NULL on
 * failure to run.  Returns its exit status, or -1 with ERR when it could not be run or
 * was ended by a signal.
 */
int cr_sacctmgr_run(const char *const *words, char **out, struct cr_error *err);

#endif
