/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of a topology that a partition has: counted once per group. */
#include "topology/space.h"

#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Sizes of the units, largest first, those without nodes in the space last. */
static void sum_units(struct cr_space *s)
{
	size_t count = s->t->unit_count;

	if (count)
		memcpy(s->sizes, s->counts, count * sizeof(*s->sizes));
	qsort(s->sizes, count, sizeof(*s->sizes), by_size);
	for (size_t i = 0; i < count; i++) {
		s->units += s->sizes[i] != 0;
		s->nodes += s->sizes[i];
	}
}

/* IN[n] != 0: node n is in the space.  NULL: all are. */
static void count_groups(struct cr_space *s, const unsigned char *in, uint32_t *before)
{
	const struct cr_topology *t = s->t;

	for (uint32_t n = 0; n < t->node_count; n++)
		before[n + 1] = before[n] + (!in || in[n]);
	for (uint32_t g = 0; g < t->group_count; g++)
		s->counts[g] = before[t->groups[g].end] - before[t->groups[g].begin];
	/* Units have the first numbers: they are counted by now. */
	for (uint32_t g = t->unit_count; g < t->group_count; g++) {
		const struct cr_group *group = &t->groups[g];

		if (group->units)
			s->counts[g] = 0;
		for (uint32_t i = 0; group->units && i < group->unit_count; i++)
			s->counts[g] += s->counts[group->units[i]];
	}
}

static struct cr_space *new_space(const struct cr_topology *t, const unsigned char *in)
{
	struct cr_space *s = calloc(1, sizeof(*s));
	uint32_t *before = calloc((size_t)t->node_count + 1, sizeof(*before));

	if (s) {
		s->t = t;
		s->counts = calloc((size_t)t->group_count + 1, sizeof(*s->counts));
		s->sizes = calloc((size_t)t->unit_count + 1, sizeof(*s->sizes));
	}
	if (!s || !before || !s->counts || !s->sizes) {
		cr_space_destroy(s);
		free(before);
		return NULL;
	}
	count_groups(s, in, before);
	sum_units(s);
	free(before);
	return s;
}

struct cr_space *cr_space_whole(const struct cr_topology *t)
{
	struct cr_space *s = new_space(t, NULL);

	if (s && t->type == CR_TOPOLOGY_FLAT)
		s->boundless = true;
	return s;
}

/* In a flat topology every name is a node; each counts once. */
static struct cr_space *flat_space(const struct cr_topology *t, const char *const *names,
				   size_t count)
{
	struct cr_space *s = new_space(t, NULL);
	struct cr_name_index seen = {0};
	struct cr_arena arena;

	cr_arena_init(&arena, NULL, 0, 0);
	if (s && cr_name_index_init(&seen, &arena, count) != 0) {
		cr_space_destroy(s);
		s = NULL;
	}
	for (size_t i = 0; s && i < count; i++)
		if (cr_name_index_add(&seen, names[i], 0) == CR_NAME_INDEX_NONE)
			s->nodes++;
	cr_arena_release(&arena);
	return s;
}

struct cr_space *cr_space_of(const struct cr_topology *t, const char *const *names, size_t count)
{
	struct cr_space *s = NULL;
	unsigned char *in;

	if (t->type == CR_TOPOLOGY_FLAT)
		return flat_space(t, names, count);
	in = calloc((size_t)t->node_count + 1, 1);
	if (!in)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		uint32_t n = cr_topology_node(t, names[i]);

		if (n != CR_NONE)
			in[n] = 1;
	}
	s = new_space(t, in);
	free(in);
	return s;
}

struct cr_space *cr_space_of_hostlist(const struct cr_topology *t, const char *text,
				      struct cr_error *err)
{
	struct cr_hostlist *list = cr_hostlist_expand(text, CR_HOSTS_MAX, err);
	struct cr_space *s;

	if (!list)
		return NULL;
	s = cr_space_of(t, cr_hostlist_names(list), cr_hostlist_count(list));
	if (!s)
		cr_error_set(err, "out of memory");
	cr_hostlist_destroy(list);
	return s;
}

void cr_space_destroy(struct cr_space *space)
{
	if (!space)
		return;
	free(space->counts);
	free(space->sizes);
	free(space);
}

const struct cr_topology *cr_space_topology(const struct cr_space *space)
{
	return space->t;
}

size_t cr_space_nodes(const struct cr_space *space)
{
	return space->nodes;
}

size_t cr_space_group_nodes(const struct cr_space *space, uint32_t group)
{
	return group < space->t->group_count ? space->counts[group] : 0;
}

size_t cr_space_units(const struct cr_space *space)
{
	return space->units;
}

size_t cr_space_largest_unit(const struct cr_space *space)
{
	return space->units ? space->sizes[0] : 0;
}
