/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many tasks of a step are on each node.  Pure; any thread.
 */
#ifndef CR_LAUNCH_LAYOUT_H
#define CR_LAUNCH_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Tasks of a step that is ordered, at most: beyond any that Slurm was seen to start. */
#define CR_LAYOUT_MAX 0x100000

/**
 * Slurm's "3(x2),2" for NODES nodes: 0 and *COUNTS (malloc'd) and *TOTAL set;
 * -1 when TEXT (may be NULL) does not describe just as many nodes, each with a task.
 */
int cr_layout_parse(const char *text, size_t nodes, uint32_t **counts, uint64_t *total);

/** EACH tasks on each of NODES nodes: counts to be freed, or NULL when out of memory. */
uint32_t *cr_layout_each(size_t nodes, uint32_t each);

/** Are all of the NODES COUNTS the same? */
bool cr_layout_is_even(const uint32_t *counts, size_t nodes);

/**
 * Lay TASKS out over NODES as Slurm's block distribution does: round by round
 * one task on each node that has a CPU for it, in ORDER (NULL: as they come);
 * when no node has, on all.  ROOM[i] is how many tasks node i has CPUs for.
 * Writes COUNTS.
 */
void cr_layout_fill(const size_t *order, const uint32_t *room, size_t nodes, uint64_t tasks,
		    uint32_t *counts);

#endif
