/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Values as Slurm's options spell them: counts, times, sizes of memory.  Each
 * returns 0 and sets its output, or -1 with ERR ("'x' is not a number") and the
 * output untouched.  Pure; any thread.
 */
#ifndef CR_POLICIES_JOB_SLURM_VALUES_H
#define CR_POLICIES_JOB_SLURM_VALUES_H

#include "base/error.h"

#include <stdint.h>

/** Digits, with Slurm's suffixes k and m (1024). */
int cr_slurm_number(const char *text, uint32_t *n, struct cr_error *err);

/** "30", "30:00", "1:30:00", "2-0", "1-12:30", "UNLIMITED": minutes, rounded up; or CR_INFINITE. */
int cr_slurm_minutes(const char *text, uint32_t *minutes, struct cr_error *err);

/** MiB, unless one of K, M, G, T says otherwise.  0, all of a node's, becomes CR_UNSET64. */
int cr_slurm_memory(const char *text, uint64_t *mib, struct cr_error *err);

/** Say in ERR that VALUE is not WHAT; returns -1. */
int cr_slurm_bad_value(const char *value, const char *what, struct cr_error *err);

#endif
