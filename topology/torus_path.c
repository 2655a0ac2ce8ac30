/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows are walked forth and back, so that one ends beside where the next begins. */
#include "topology/torus_path.h"

#include <stdlib.h>

uint32_t cr_torus_place(struct cr_xyz cell, struct cr_xyz dims)
{
	uint32_t y = cell.z % 2 ? dims.y - 1U - cell.y : cell.y;
	uint32_t row = (uint32_t)cell.z * dims.y + y;
	uint32_t x = row % 2 ? dims.x - 1U - cell.x : cell.x;

	return row * dims.x + x;
}

int cr_torus_close_gaps(uint32_t *places, size_t count, size_t limit)
{
	uint32_t *below = calloc(limit + 1, sizeof(*below));

	if (!below)
		return -1;
	for (size_t i = 0; i < count; i++)
		below[places[i] + 1] = 1;
	for (size_t i = 1; i <= limit; i++)
		below[i] += below[i - 1];
	for (size_t i = 0; i < count; i++)
		places[i] = below[places[i]];
	free(below);
	return 0;
}
