/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers and times as people write them.  Pure; any thread. */
#ifndef CR_BASE_UNITS_H
#define CR_BASE_UNITS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/**
 * TEXT as a whole number in decimal, MIN <= n <= MAX.  No sign, no blanks.
 * Returns 0 and sets *N, or -1 with ERR naming the text and the range.
 */
int cr_units_number(const char *text, uint64_t min, uint64_t max, uint64_t *n,
		    struct cr_error *err);

/**
 * TEXT as a time span in seconds: a number and a unit (30s, 10m, 4h, 7d, 2w).
 * A bare number is refused: Slurm's tools read it as minutes, others as
 * seconds.  At most 10 years.  Returns 0 and sets *SECONDS, or -1.
 */
int cr_units_seconds(const char *text, uint64_t *seconds, struct cr_error *err);

#endif
