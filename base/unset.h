/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers that can be missing: Slurm's own values NO_VAL, INFINITE and the largest
 * number below them, in 32 and 64 bits.  "Not given" is not "infinite", and neither
 * is a number.
 */
#ifndef CR_BASE_UNSET_H
#define CR_BASE_UNSET_H

#include <stdbool.h>
#include <stdint.h>

#define CR_UNSET        UINT32_C(0xfffffffe)
#define CR_INFINITE     UINT32_C(0xffffffff) /* of time limits and node limits */
#define CR_NUMBER_MAX   UINT32_C(0xfffffffd)
#define CR_UNSET64      UINT64_C(0xfffffffffffffffe)
#define CR_NUMBER64_MAX UINT64_C(0xfffffffffffffffd)

/** Is N, a 32-bit value that may be CR_UNSET or CR_INFINITE, a number? */
static inline bool cr_is_number(uint64_t n)
{
	return n <= CR_NUMBER_MAX;
}

#endif
