/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings in memory that slurmctld can free. */
#include "job_submit/alloc.h"

#include <string.h>

char *cr_slurm_strdup(const struct cr_slurm_alloc *alloc, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = alloc->calloc(1, size);

	return copy ? memcpy(copy, text, size) : NULL;
}

/* The string *FIELD becomes a copy of TEXT; -1: out of memory, *FIELD untouched. */
static int replace_text(const struct cr_slurm_alloc *alloc, char **field, const char *text)
{
	char *copy = cr_slurm_strdup(alloc, text);

	if (!copy)
		return -1;
	alloc->free((void **)field);
	*field = copy;
	return 0;
}

int cr_slurm_append_line(const struct cr_slurm_alloc *alloc, char **field, const char *text)
{
	size_t have = *field ? strlen(*field) : 0;
	size_t more = strlen(text);
	char *joined;

	if (!have)
		return replace_text(alloc, field, text);
	joined = alloc->calloc(1, have + 1 + more + 1);
	if (!joined)
		return -1;
	memcpy(joined, *field, have);
	joined[have] = '\n';
	memcpy(joined + have + 1, text, more + 1);
	alloc->free((void **)field);
	*field = joined;
	return 0;
}
