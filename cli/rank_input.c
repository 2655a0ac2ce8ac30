/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes from standard input: a host list, one name a line, or a host file of MPI with its slots. */
#include "cli/rank.h"

#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX (64UL * 1024 * 1024)
#define BLANKS    " \t\r"

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

/* What stands behind "slots=": a number, or CR_RANK_SLOTS_UNREADABLE. */
static uint32_t slots_of(const char *text)
{
	struct cr_error err;
	uint64_t n;

	if (cr_units_number(text, 1, CR_RANK_TASKS_MAX, &n, &err) != 0)
		return CR_RANK_SLOTS_UNREADABLE;
	return (uint32_t)n;
}

/* LINE's options become blanks, its comment ends it.  Returns its slots, 0 without any. */
static uint32_t clean_line(char *line)
{
	static const char *const options[] = {"slots=", "max_slots=", "max-slots="};
	uint32_t slots = 0;

	*strchrnul(line, '#') = '\0';
	for (char *at = strchr(line, '\r'); at; at = strchr(at, '\r'))
		*at = ' ';
	for (char *at = line; *at;) {
		char *end = strpbrk(at, BLANKS), behind;
		size_t i = 0;

		end = end ? end : strchrnul(at, '\0');
		behind = *end;
		while (i < 3 && strncmp(at, options[i], strlen(options[i])) != 0)
			i++;
		*end = '\0';
		if (i == 0)
			slots = slots_of(at + strlen(options[0]));
		if (i < 3)
			memset(at, ' ', (size_t)(end - at));
		*end = behind;
		at = behind ? end + 1 : end;
	}
	return slots;
}

/* TEXT without its comments and options; SLOTS[i] becomes what its I-th host's line says. */
static void clean_text(char *text, uint32_t *slots)
{
	size_t total = 0, hosts;

	for (char *line = text, *end; *line; line = *end ? end + 1 : end) {
		char behind, *cleaned;
		uint32_t n;

		end = strchrnul(line, '\n');
		behind = *end;
		*end = '\0';
		n = clean_line(line);
		cleaned = strchrnul(line, '\0');
		if (cr_hostlist_count_text(line, CR_HOSTS_MAX - total, &hosts, NULL) != 0)
			hosts = 0;
		for (size_t i = 0; i < hosts; i++)
			slots[total++] = n;
		memset(cleaned, ' ', (size_t)(end - cleaned));
		*end = behind;
	}
}

int cr_rank_read_hosts(struct cr_rank_hosts *hosts, struct cr_error *err)
{
	char *text = read_input();
	uint32_t *slots = calloc(CR_HOSTS_MAX, sizeof(*slots));
	int rc = -1;

	memset(hosts, 0, sizeof(*hosts));
	if (!text || !slots) {
		cr_error_set(err, "out of memory");
	} else {
		clean_text(text, slots);
		hosts->list = cr_hostlist_expand(text, CR_HOSTS_MAX, err);
	}
	if (hosts->list)
		rc = cr_rank_take_slots(hosts, slots, err);
	free(slots);
	free(text);
	return rc;
}
