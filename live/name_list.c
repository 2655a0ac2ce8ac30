/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slurm's lists "a,b,c" as names. */
#include "live/name_list.h"

#include <string.h>

static size_t count_names(const char *text)
{
	size_t count = 0;

	for (const char *at = text; at; at = strchr(at, ',')) {
		at += *at == ',';
		count++;
	}
	return count;
}

int cr_live_names(struct cr_arena *arena, const char *text, struct cr_names *names)
{
	const char **name;
	size_t count = 0;
	char *copy, *word, *rest;

	*names = (struct cr_names){0};
	if (!text || !*text)
		return 0;
	copy = cr_arena_strdup(arena, text);
	name = cr_arena_array(arena, count_names(text), sizeof(*name));
	if (!copy || !name)
		return -1;
	for (word = strtok_r(copy, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
		name[count++] = word;
	*names = (struct cr_names){.name = name, .count = count};
	return 0;
}
