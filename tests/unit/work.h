/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What something costs, in steps of a fixed calculation that is timed beside it: a busy machine
 * slows both.  A promise of milliseconds fails there by chance; one of steps does not.
 */
#ifndef CR_TESTS_UNIT_WORK_H
#define CR_TESTS_UNIT_WORK_H

#include <stdint.h>
#include <time.h>

#define WORK_STEPS (1 << 20)

static volatile uint64_t work_result;

/* Processor time of this thread, in seconds. */
static double work_clock(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/** SECONDS of this thread's processor time in steps, as one takes now: the longest of three. */
static double work_steps(double seconds)
{
	double longest = 0;

	for (int i = 0; i < 3; i++) {
		double start = work_clock(), took;
		uint64_t x = 88172645463325252u;

		for (int k = 0; k < WORK_STEPS; k++) {
			x ^= x << 13;
			x ^= x >> 7;
			x ^= x << 17;
		}
		work_result = x;
		took = work_clock() - start;
		longest = took > longest ? took : longest;
	}
	return seconds / longest * WORK_STEPS;
}

#endif
