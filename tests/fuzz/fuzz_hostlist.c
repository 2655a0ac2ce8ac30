/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Host lists: what the guard passes, libslurm must take, and mean the same by it. */
#include "topology/hostlist.h"

#include <slurm/slurm.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The same names as libslurm's own. */
static void compare(const char *text, const struct cr_hostlist *list)
{
	hostlist_t *hl = slurm_hostlist_create(text);
	char *name;

	if (!hl)
		abort();
	for (size_t i = 0; i < cr_hostlist_count(list); i++) {
		const char *ours = cr_hostlist_names(list)[i];

		name = slurm_hostlist_shift(hl);
		/* A number beyond 64 bits in a plain name is one that libslurm changes. */
		if (!name || (strcmp(name, ours) != 0 && strlen(ours) < 18))
			abort();
		free(name);
	}
	if (slurm_hostlist_shift(hl))
		abort();
	slurm_hostlist_destroy(hl);
}

/* Folding and unfolding changes nothing. */
static void round_trip(const struct cr_hostlist *list)
{
	size_t count = cr_hostlist_count(list);
	char *text = cr_hostlist_compact(cr_hostlist_names(list), count, NULL);
	struct cr_hostlist *back = text ? cr_hostlist_expand(text, count, NULL) : NULL;

	free(text);
	if (!back)
		return; /* names that are none, or too many ranges for one name */
	if (cr_hostlist_count(back) != count)
		abort();
	for (size_t i = 0; i < count; i++)
		if (strcmp(cr_hostlist_names(back)[i], cr_hostlist_names(list)[i]) != 0)
			abort();
	cr_hostlist_destroy(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct cr_hostlist *list;
	size_t count = 0;

	memcpy(text, data, size);
	text[size] = '\0';
	list = cr_hostlist_expand(text, 3000, NULL);
	if (!list != (cr_hostlist_count_text(text, 3000, &count, NULL) != 0))
		abort();
	if (list && count != cr_hostlist_count(list))
		abort();
	if (list) {
		compare(text, list);
		round_trip(list);
	}
	cr_hostlist_destroy(list);
	free(text);
	return 0;
}
