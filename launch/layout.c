/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks of a step by node: from SLURM_TASKS_PER_NODE, or as Slurm would lay them out. */
#include "launch/layout.h"

#include <stdlib.h>
#include <string.h>

/* One "3" or "3(x2)" at *AT: 0, *AT past it, *TIMES set where it says so; -1 when there is none. */
static int read_run(const char **at, unsigned long *tasks, unsigned long *times)
{
	char *end;

	if (**at < '1' || **at > '9')
		return -1;
	*tasks = strtoul(*at, &end, 10);
	if (strncmp(end, "(x", 2) == 0) {
		*times = strtoul(end + 2, &end, 10);
		if (*end++ != ')')
			return -1;
	}
	*at = end;
	return *tasks <= CR_LAYOUT_MAX && *times ? 0 : -1;
}

static int parse_counts(const char *text, size_t nodes, uint32_t *counts, uint64_t *total)
{
	size_t filled = 0;

	*total = 0;
	for (;; text++) {
		unsigned long tasks = 0, times = 1;

		if (read_run(&text, &tasks, &times) != 0 || times > nodes - filled)
			return -1;
		*total += (uint64_t)tasks * times;
		while (times--)
			counts[filled++] = (uint32_t)tasks;
		if (*text != ',')
			break;
	}
	return *text || filled != nodes ? -1 : 0;
}

int cr_layout_parse(const char *text, size_t nodes, uint32_t **counts, uint64_t *total)
{
	uint32_t *made = calloc(nodes ? nodes : 1, sizeof(*made));
	uint64_t sum;

	if (!made || !text || parse_counts(text, nodes, made, &sum) != 0) {
		free(made);
		return -1;
	}
	*counts = made;
	*total = sum;
	return 0;
}

uint32_t *cr_layout_each(size_t nodes, uint32_t each)
{
	uint32_t *counts = calloc(nodes ? nodes : 1, sizeof(*counts));

	for (size_t i = 0; counts && i < nodes; i++)
		counts[i] = each;
	return counts;
}

bool cr_layout_is_even(const uint32_t *counts, size_t nodes)
{
	for (size_t i = 1; i < nodes; i++)
		if (counts[i] != counts[0])
			return false;
	return true;
}

void cr_layout_fill(const size_t *order, const uint32_t *room, size_t nodes, uint64_t tasks,
		    uint32_t *counts)
{
	bool over = false;

	memset(counts, 0, nodes * sizeof(*counts));
	for (uint32_t round = 0; tasks && nodes; round++) {
		bool more = false;

		for (size_t i = 0; i < nodes && tasks; i++) {
			size_t node = order ? order[i] : i;

			if (round >= room[node] && !over)
				continue;
			counts[node]++;
			tasks--;
			more = more || round + 1 < room[node];
		}
		over = over || !more;
	}
}
