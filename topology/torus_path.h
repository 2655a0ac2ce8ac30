/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A path through a torus that goes from neighbour to neighbour: along a row, back along the
 * next one, and through the next plane backwards.  A box inside the torus keeps its rows'
 * ends together, too.  Pure; any thread.
 */
#ifndef CR_TOPOLOGY_TORUS_PATH_H
#define CR_TOPOLOGY_TORUS_PATH_H

#include <stddef.h>
#include <stdint.h>

struct cr_xyz {
	uint16_t x, y, z;
};

/** The place of CELL, from 0, on the path through a torus of DIMS. */
uint32_t cr_torus_place(struct cr_xyz cell, struct cr_xyz dims);

/**
 * Close the gaps: each of COUNT PLACES, all different and below LIMIT, becomes the number of
 * those below it.  Returns 0, or -1 when out of memory.
 */
int cr_torus_close_gaps(uint32_t *places, size_t count, size_t limit);

#endif
