/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that Slurm will free.
 *
 * What goes into a job_desc must come from Slurm's own allocator: slurmctld
 * frees it with slurm_xfree(), and memory from malloc() would corrupt its heap.
 * Of Slurm's functions only the forms that return NULL when out of memory are
 * used; the others end the daemon.  Injected, so that tests can count and fail.
 */
#ifndef CR_JOB_SUBMIT_ALLOC_H
#define CR_JOB_SUBMIT_ALLOC_H

#include <stddef.h>

struct cr_slurm_alloc {
	/** COUNT * SIZE zeroed bytes, or NULL. */
	void *(*calloc)(size_t count, size_t size);
	/** Resize *MEM (may be NULL) to COUNT * SIZE, new bytes zeroed; NULL leaves *MEM. */
	void *(*recalloc)(void **mem, size_t count, size_t size);
	/** Free *MEM and set it to NULL.  *MEM may be NULL. */
	void (*free)(void **mem);
};

/** A copy of TEXT in Slurm's memory, or NULL. */
char *cr_slurm_strdup(const struct cr_slurm_alloc *alloc, const char *text);

/**
 * Append TEXT to the string *FIELD (may be NULL), a newline between.  Returns
 * 0, or -1 when out of memory, *FIELD untouched.
 */
int cr_slurm_append_line(const struct cr_slurm_alloc *alloc, char **field, const char *text);

#endif
