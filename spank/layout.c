/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spank/layout.h"

#include <stdlib.h>
#include <string.h>

int cr_layout_parse(const char *text, size_t nodes, uint32_t **counts, uint64_t *total)
{
	uint32_t *made = calloc(nodes ? nodes : 1, sizeof(*made));
	uint64_t sum = 0;
	size_t filled = 0;

	while (made && text && *text >= '1' && *text <= '9') {
		char *end;
		unsigned long tasks = strtoul(text, &end, 10), times = 1;

		if (strncmp(end, "(x", 2) == 0) {
			times = strtoul(end + 2, &end, 10);
			end += *end == ')';
		}
		text = end;
		if (!times || times > nodes - filled || tasks > CR_LAYOUT_MAX)
			break;
		for (; times; times--, sum += tasks)
			made[filled++] = (uint32_t)tasks;
		if (*text != ',')
			break;
		text++;
	}
	if (!made || !text || *text || filled != nodes || !nodes) {
		free(made);
		return -1;
	}
	*counts = made;
	*total = sum;
	return 0;
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
