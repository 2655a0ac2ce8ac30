/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's allocator as tests need it: counts what is out, and fails the nth
 * allocation on request, so that every path without memory can be walked.
 */
#ifndef CR_TESTS_UNIT_SLURM_MEMORY_H
#define CR_TESTS_UNIT_SLURM_MEMORY_H

#include "job_submit/alloc.h"

#include <stdlib.h>
#include <string.h>

static long memory_out;     /* allocations not given back */
static long memory_fail_at; /* this allocation from now fails; 0 = none */

static int memory_fails(void)
{
	return memory_fail_at && --memory_fail_at == 0;
}

static void *memory_calloc(size_t count, size_t size)
{
	if (memory_fails())
		return NULL;
	memory_out++;
	return calloc(count, size);
}

static void *memory_recalloc(void **mem, size_t count, size_t size)
{
	void *grown = memory_fails() ? NULL : realloc(*mem, count * size);

	if (!grown)
		return NULL;
	if (!*mem)
		memory_out++;
	return *mem = grown;
}

static void memory_free(void **mem)
{
	if (*mem)
		memory_out--;
	free(*mem);
	*mem = NULL;
}

static const struct cr_slurm_alloc memory = {memory_calloc, memory_recalloc, memory_free};

#endif
