/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes from standard input: a host list, one name a line, or a host file of MPI with its slots. */
#include "cli/rank.h"

#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX (64UL * 1024 * 1024)

/* All of standard input up to a NUL byte, at most INPUT_MAX of it, to be freed. */
static char *read_input(void)
{
	/* Memory that is not written to costs nothing. */
	char *text = malloc(INPUT_MAX + 1);
	size_t len;

	if (!text)
		return NULL;
	len = fread(text, 1, INPUT_MAX, stdin);
	text[len < INPUT_MAX ? len : INPUT_MAX] = '\0';
	return text;
}

static void take_slots(const char *text, uint32_t *slots)
{
	struct cr_error err;
	uint64_t n;

	if (cr_units_number(text, 1, 65535, &n, &err) != 0)
		*slots = CR_RANK_SLOTS_DIFFER;
	else
		*slots = *slots && *slots != n ? CR_RANK_SLOTS_DIFFER : (uint32_t)n;
}

/* A host file's comments and options become blanks; hosts stay. */
static void clean_input(char *text, uint32_t *slots)
{
	static const char *const options[] = {"slots=", "max_slots=", "max-slots="};

	for (char *at = text; *at;) {
		char *behind = strpbrk(at, *at == '#' ? "\n" : " \t\r\n#");
		char *end = behind ? behind : at + strlen(at), stood = *end;
		size_t i = 0;

		while (i < 3 && strncmp(at, options[i], strlen(options[i])) != 0)
			i++;
		*end = '\0';
		if (i == 0)
			take_slots(at + strlen(options[0]), slots);
		*end = stood;
		if (*at == '#' || i < 3)
			memset(at, ' ', (size_t)(end - at));
		at = end;
		if (*at && *at != '#')
			at++;
	}
}

char *cr_rank_read_input(uint32_t *slots)
{
	char *text = read_input();

	if (text)
		clean_input(text, slots);
	return text;
}
