/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Switches that share children: in Slurm each switch has the nodes of all its children, so
 * that several tops over the same leaves each reach all of them.  The tree that numbers the
 * nodes has a shared child below one parent alone; the others are told here what more they
 * have.
 */
#include "topology/build.h"

#include <stdlib.h>

#define UNITS_MAX (1 << 22) /* of all switches together; beyond, the tree's own count */

/* What is below a switch, each unit once. */
struct walk {
	const struct cr_links *links;
	const uint32_t *group_of;
	uint32_t unit_count;
	uint32_t *seen; /* of each line of the file: the last walk that came by, from 1 */
	uint32_t *stack;
	uint32_t *found;
	uint32_t count;
};

static void walk_down(struct walk *w, uint32_t from, uint32_t number)
{
	size_t depth = 0;

	w->count = 0;
	w->stack[depth++] = from;
	w->seen[from] = number;
	while (depth) {
		uint32_t at = w->stack[--depth];

		if (w->group_of[at] < w->unit_count)
			w->found[w->count++] = w->group_of[at];
		for (size_t k = w->links->first[at]; k < w->links->first[at + 1]; k++) {
			uint32_t child = w->links->child[k];

			if (w->seen[child] == number)
				continue;
			w->seen[child] = number;
			w->stack[depth++] = child;
		}
	}
}

static int keep_units(struct cr_build *b, const struct walk *w, struct cr_group *g, size_t *left)
{
	uint32_t *units;

	if (w->count > *left)
		return 0;
	*left -= w->count;
	units = cr_arena_array(b->arena, w->count + 1UL, sizeof(*units));
	if (!units)
		return -1;
	for (uint32_t i = 0; i < w->count; i++)
		units[i] = w->found[i];
	g->units = units;
	g->unit_count = w->count;
	return 0;
}

/* Children of line I that hang below another switch in the tree. */
static int keep_shared(struct cr_build *b, struct cr_topology *t, const struct cr_links *links,
		       const uint32_t *group_of, uint32_t i)
{
	struct cr_group *g = &t->groups[group_of[i]];
	size_t count = links->first[i + 1] - links->first[i];
	uint32_t *shared = cr_arena_array(b->arena, count + 1, sizeof(*shared));

	if (!shared)
		return -1;
	for (size_t k = links->first[i]; k < links->first[i + 1]; k++)
		if (t->groups[group_of[links->child[k]]].parent != group_of[i])
			shared[g->shared_count++] = group_of[links->child[k]];
	g->shared = shared;
	return 0;
}

int cr_build_unions(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		    const uint32_t *group_of, const struct cr_links *links)
{
	size_t count = decl->group_count, left = UNITS_MAX;
	struct walk w = {.links = links,
			 .group_of = group_of,
			 .unit_count = t->unit_count,
			 .seen = calloc(count + 1, sizeof(*w.seen)),
			 .stack = calloc(count + 1, sizeof(*w.stack)),
			 .found = calloc(count + 1, sizeof(*w.found))};
	int rc = w.seen && w.stack && w.found ? 0 : -1;

	for (uint32_t i = 0; rc == 0 && i < count; i++) {
		if (group_of[i] < t->unit_count)
			continue;
		walk_down(&w, i, i + 1);
		rc = keep_units(b, &w, &t->groups[group_of[i]], &left);
		if (rc == 0)
			rc = keep_shared(b, t, links, group_of, i);
	}
	free(w.seen);
	free(w.stack);
	free(w.found);
	return rc == 0 ? 0 : cr_build_no_memory(b, decl->pos);
}
