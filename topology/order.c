/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nodes are numbered along the tree, so sorting by number keeps every group
 * together.  With an anchor the nodes fall into rings around it (its unit, the
 * rest of the group above, ...); rings by distance, inside a ring by number:
 * a group beside the anchor's lies in one ring, and groups around the anchor
 * are whole rings, so both stay together.
 */
#include "topology/order.h"

#include "base/text.h"
#include "topology/build.h"

#include <stdlib.h>
#include <string.h>

struct place {
	uint64_t key; /* ring, then node: what is sorted by */
	uint32_t index;
};

/* Names that are not in the topology come after all that are, whatever their ring. */
#define UNKNOWN UINT64_MAX

static int by_key(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

static int compare_natural(const void *a, const void *b, void *arg)
{
	const struct place *x = a, *y = b;
	const char *const *names = arg;
	int order = cr_text_natural(names[x->index], names[y->index]);

	if (order)
		return order;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* Which ring around the unit ANCHOR_UNIT node NODE is in: 1 = in the unit itself. */
static uint64_t ring_of(const struct cr_topology *t, uint32_t anchor_unit, uint32_t node)
{
	uint64_t ring = 1;

	for (uint32_t g = anchor_unit; g != CR_NONE; g = t->groups[g].parent, ring++)
		if (node >= t->groups[g].begin && node < t->groups[g].end)
			break;
	return ring;
}

/*
 * What NODE sorts by inside its ring around ANCHOR, which is in UNIT: its number.  On a ring
 * or torus the unit begins at the anchor and goes round.
 */
static uint64_t go_round(const struct cr_topology *t, uint32_t unit, uint32_t anchor, uint32_t node)
{
	const struct cr_group *g = unit == CR_NONE ? NULL : &t->groups[unit];

	if (!g || (t->type != CR_TOPOLOGY_RING && t->type != CR_TOPOLOGY_TORUS3D) ||
	    node < g->begin || node >= anchor)
		return node;
	return (uint64_t)node + (g->end - g->begin);
}

/* Key 0 is the anchor's own, copies of its name included. */
static void set_keys(const struct cr_topology *t, const char *const *names, size_t count,
		     size_t anchor, struct place *places)
{
	uint32_t unit = CR_NONE, first = CR_NONE;

	if (anchor != CR_ORDER_NO_ANCHOR)
		first = cr_topology_node(t, names[anchor]);
	unit = cr_topology_unit_of(t, first);
	for (size_t i = 0; i < count; i++) {
		uint32_t node = cr_topology_node(t, names[i]);

		places[i].index = (uint32_t)i;
		if (anchor != CR_ORDER_NO_ANCHOR && strcmp(names[i], names[anchor]) == 0)
			places[i].key = 0;
		else if (node == CR_NONE)
			places[i].key = UNKNOWN;
		else
			places[i].key = ring_of(t, unit, node) << 32 |
					go_round(t, unit, first, node);
	}
}

static bool is_sorted(const struct place *places, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (by_key(&places[i - 1], &places[i]) > 0)
			return false;
	return true;
}

int cr_order(const struct cr_topology *t, const char *const *names, size_t count, size_t anchor,
	     size_t *out, struct cr_error *err)
{
	struct place *places;
	size_t known;

	if (anchor != CR_ORDER_NO_ANCHOR && anchor >= count)
		return cr_error_set(err, "the anchor is not among the nodes");
	if (count >= UINT32_MAX)
		return cr_error_set(err, "too many nodes");
	places = malloc((count + 1) * sizeof(*places));
	if (!places)
		return cr_error_set(err, "out of memory");
	set_keys(t, names, count, anchor, places);
	if (!is_sorted(places, count))
		qsort(places, count, sizeof(*places), by_key);
	for (known = count; known > 0 && places[known - 1].key == UNKNOWN;)
		known--;
	qsort_r(places + known, count - known, sizeof(*places), compare_natural, (void *)names);
	for (size_t i = 0; i < count; i++)
		out[i] = places[i].index;
	free(places);
	return 0;
}
