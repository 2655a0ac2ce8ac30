/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The environment lists of a job description, searched and changed byte for byte. */
#include "job_submit/env.h"

#include <stdio.h>
#include <string.h>

/* Entries without '=' are names without a value, as execve() allows them. */
static size_t name_length(const char *entry)
{
	return strcspn(entry, "=");
}

const char *cr_env_get(struct cr_env_list list, const char *name, unsigned *times)
{
	const char *value = NULL;
	size_t len = strlen(name);
	unsigned found = 0;

	for (uint32_t i = 0; *list.entries && i < *list.count; i++) {
		const char *entry = (*list.entries)[i];

		if (!entry || strncmp(entry, name, len) != 0 || entry[len] != '=')
			continue;
		value = entry + len + 1;
		found++;
	}
	if (times)
		*times = found;
	return value;
}

void cr_env_remove(struct cr_env_list list, bool (*match)(const char *name, size_t len),
		   const struct cr_slurm_alloc *alloc)
{
	char **entries = *list.entries;
	uint32_t kept = 0;

	if (!entries)
		return;
	for (uint32_t i = 0; i < *list.count; i++) {
		if (entries[i] && match(entries[i], name_length(entries[i])))
			alloc->free((void **)&entries[i]);
		else
			entries[kept++] = entries[i];
	}
	for (uint32_t i = kept; i < *list.count; i++)
		entries[i] = NULL;
	*list.count = kept;
}

int cr_env_append(struct cr_env_list list, const char *name, const char *value,
		  const struct cr_slurm_alloc *alloc)
{
	size_t size = strlen(name) + 1 + strlen(value) + 1;
	char *entry = alloc->calloc(1, size);

	if (!entry)
		return -1;
	(void)snprintf(entry, size, "%s=%s", name, value);
	if (!alloc->recalloc((void **)list.entries, (size_t)*list.count + 2, sizeof(char *))) {
		alloc->free((void **)&entry);
		return -1;
	}
	(*list.entries)[*list.count] = entry;
	(*list.entries)[*list.count + 1] = NULL;
	(*list.count)++;
	return 0;
}

static bool begins_with(const char *name, size_t len, const char *with)
{
	size_t n = strlen(with);

	return len >= n && memcmp(name, with, n) == 0;
}

bool cr_env_is_carried(const char *name, size_t len)
{
	return begins_with(name, len, "COMMROUTE_") || begins_with(name, len, "SLURM_COMMROUTE_");
}

bool cr_env_is_ours(const char *name, size_t len)
{
	return cr_env_is_carried(name, len) ||
	       begins_with(name, len, "_SLURM_SPANK_OPTION_commroute_") ||
	       begins_with(name, len, "SLURM_SPANK__SLURM_SPANK_OPTION_commroute_");
}
