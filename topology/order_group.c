/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A subtree with C of the nodes can hold C / GROUP whole groups, at every level at once: what
 * is left over below is put together above.  So the fewest are split exactly when each subtree
 * keeps its whole groups.  A subtree's nodes stay together; where it begins inside a group that
 * still needs A nodes it gives them from its rest (C mod GROUP), and keeps its whole groups as
 * long as A is no more than that.  Subtrees are chosen one after another so that they can; one
 * whose rest is too small gives it all, and its whole groups wait until no group is open: a
 * border more for the ring.  Which choices cost fewest such is tried in a few ways.
 */
#include "topology/order_group.h"

#include "topology/build.h"
#include "topology/group_quality.h"
#include "topology/order.h"

#include <stdlib.h>
#include <string.h>

#define WAYS         8   /* to choose */
#define WAYS_UNITS   512 /* with more units than this only the first */
#define PARTNERS_MAX 64  /* children among which a fitting partner is looked for */

struct packing {
	const struct cr_topology *t;
	uint32_t group;
	uint32_t anchor_unit; /* or CR_NONE */
	uint32_t *count;      /* of the job's nodes in each group of the topology */
	size_t *first;        /* of each unit: its first place in RING */
	size_t *ring;         /* the ring's order; each unit's nodes are together in it */
	unsigned way;

	unsigned char *done; /* groups of the topology that are placed */
	size_t *out, len;
	size_t shift;          /* counts as placed before OUT */
	size_t *wait, waiting; /* whole groups without a place yet, a stack over all levels */
	size_t *tail, tailing; /* those that end the order, and so touch its beginning */
};

static uint32_t count_needed(const struct packing *p)
{
	uint32_t open = (uint32_t)((p->len + p->shift) % p->group);

	return open ? p->group - open : 0;
}

static uint32_t rest_of(const struct packing *p, uint32_t g)
{
	return p->count[g] % p->group;
}

static bool is_left(const struct packing *p, uint32_t g)
{
	return p->count[g] && !p->done[g];
}

static bool holds_anchor(const struct packing *p, uint32_t g)
{
	const struct cr_group *groups = p->t->groups;

	return p->anchor_unit != CR_NONE && groups[p->anchor_unit].begin >= groups[g].begin &&
	       groups[p->anchor_unit].end <= groups[g].end;
}

/* Is there another one whose rest makes up a whole group with that of G? */
static bool has_partner(const struct packing *p, uint32_t first, uint32_t g)
{
	const struct cr_group *groups = p->t->groups;
	unsigned seen = 0;

	for (uint32_t c = first; c != CR_NONE && seen < PARTNERS_MAX; c = groups[c].next_sibling) {
		if (c != g && is_left(p, c) && rest_of(p, c) + rest_of(p, g) == p->group)
			return true;
		seen++;
	}
	return false;
}

/* How welcome G is where no group is open; the least is best. */
static uint32_t cost_of_beginning(const struct packing *p, uint32_t first, uint32_t g)
{
	uint32_t rest = rest_of(p, g), cost = p->way & 1 ? rest : p->group - rest;

	if (!rest)
		return 0;
	if (!(p->way & 4) && has_partner(p, first, g))
		return 1;
	return cost + 1;
}

/* Where the open group needs NEEDED more. */
static uint32_t cost_of_going_on(const struct packing *p, uint32_t g, uint32_t needed)
{
	uint32_t rest = rest_of(p, g);

	if (rest == needed)
		return 0;
	if (rest > needed)
		return p->way & 2 ? 1 + p->group - rest : 1 + rest - needed;
	/* Without whole groups of its own it may be used up inside. */
	if (p->count[g] < p->group)
		return (p->way & 4 ? 1 : p->group) + needed - rest;
	return 3 * p->group - rest;
}

/* The next one of FIRST and its siblings, or CR_NONE when all are placed. */
static uint32_t choose_sibling(const struct packing *p, uint32_t first)
{
	uint32_t best = CR_NONE, least = UINT32_MAX, needed = count_needed(p);

	for (uint32_t g = first; g != CR_NONE; g = p->t->groups[g].next_sibling) {
		uint32_t cost;

		if (!is_left(p, g))
			continue;
		if (holds_anchor(p, g))
			return g;
		cost = needed ? cost_of_going_on(p, g, needed) : cost_of_beginning(p, first, g);
		if (cost < least) {
			least = cost;
			best = g;
		}
	}
	return best;
}

/* Put what waits from BASE on at PLACE of the order. */
static void insert_waiting(struct packing *p, size_t base, size_t place)
{
	size_t n = p->waiting - base;

	memmove(p->out + place + n, p->out + place, (p->len - place) * sizeof(*p->out));
	memcpy(p->out + place, p->wait + base, n * sizeof(*p->out));
	p->len += n;
	p->waiting = base;
}

/* Before what an inner subtree has put there. */
static void put_last(struct packing *p, size_t base)
{
	size_t n = p->waiting - base;

	memmove(p->tail + n, p->tail, p->tailing * sizeof(*p->tail));
	memcpy(p->tail, p->wait + base, n * sizeof(*p->tail));
	p->tailing += n;
	p->waiting = base;
}

static void place_all(struct packing *p, uint32_t first);

static void place_group(struct packing *p, uint32_t g)
{
	p->done[g] = 1;
	if (p->t->groups[g].level == 0) {
		memcpy(p->out + p->len, p->ring + p->first[g], p->count[g] * sizeof(*p->out));
		p->len += p->count[g];
	} else {
		place_all(p, p->t->groups[g].first_child);
	}
}

/* The rest of G now, its whole groups later. */
static void place_rest(struct packing *p, uint32_t g)
{
	size_t shift = p->shift, mark = p->len, rest = rest_of(p, g), whole;

	/* As if the open group needed just this. */
	p->shift = 2 * (size_t)p->group - p->len % p->group - rest;
	place_group(p, g);
	p->shift = shift;
	whole = p->len - mark - rest;
	memcpy(p->wait + p->waiting, p->out + mark + rest, whole * sizeof(*p->out));
	p->waiting += whole;
	p->len -= whole;
}

/* FIRST and its siblings, without anything between. */
static void place_all(struct packing *p, uint32_t first)
{
	size_t begin = p->len, base = p->waiting, at;
	uint32_t needed = count_needed(p), g;

	while ((g = choose_sibling(p, first)) != CR_NONE) {
		uint32_t open = count_needed(p);

		if (open && rest_of(p, g) < open && p->count[g] >= p->group)
			place_rest(p, g);
		else
			place_group(p, g);
		if (p->waiting > base && !count_needed(p))
			insert_waiting(p, base, p->len);
	}
	if (p->waiting == base)
		return;
	/* The last border of groups that is inside; the first rank stays where it is. */
	at = p->len - (p->len + p->shift) % p->group;
	if (at == 0)
		put_last(p, base);
	else
		insert_waiting(p, base, at >= begin && at <= p->len ? at : begin + needed);
}

/* Borders of all levels that the ring over the order crosses. */
static size_t count_borders(const struct packing *p, const uint32_t *node)
{
	size_t borders = 0;

	for (size_t i = 0; i < p->len; i++) {
		uint32_t a = cr_topology_unit_of(p->t, node[p->out[i]]);
		uint32_t b = cr_topology_unit_of(p->t, node[p->out[i + 1 < p->len ? i + 1 : 0]]);

		for (; a != b && a != CR_NONE && b != CR_NONE; borders++) {
			a = p->t->groups[a].parent;
			b = p->t->groups[b].parent;
		}
	}
	return borders;
}

/* What does not change from one way to the next. */
static void count_nodes(struct packing *p, const uint32_t *node, size_t known)
{
	for (size_t i = known; i-- > 0;) {
		uint32_t unit = cr_topology_unit_of(p->t, node[p->ring[i]]);

		p->first[unit] = i;
		for (uint32_t g = unit; g != CR_NONE; g = p->t->groups[g].parent)
			p->count[g]++;
	}
}

static void pack_one_way(struct packing *p, unsigned way)
{
	p->way = way;
	p->len = p->waiting = p->tailing = p->shift = 0;
	memset(p->done, 0, p->t->group_count);
	place_all(p, p->t->first_root);
	memcpy(p->out + p->len, p->tail, p->tailing * sizeof(*p->tail));
	p->len += p->tailing;
}

static int allocate_arrays(struct packing *p, uint32_t **node, size_t count)
{
	p->count = calloc((size_t)p->t->group_count + 1, sizeof(*p->count));
	p->first = calloc((size_t)p->t->unit_count + 1, sizeof(*p->first));
	p->done = calloc((size_t)p->t->group_count + 1, 1);
	p->ring = calloc(count + 1, sizeof(*p->ring));
	p->out = malloc(count * sizeof(*p->out));
	p->wait = malloc(count * sizeof(*p->wait));
	p->tail = malloc(count * sizeof(*p->tail));
	*node = calloc(count + 1, sizeof(**node));
	return p->count && p->first && p->done && p->ring && p->out && p->wait && p->tail && *node
		       ? 0
		       : -1;
}

static void release_node(struct packing *p, uint32_t *node)
{
	free(p->count);
	free(p->first);
	free(p->done);
	free(p->ring);
	free(p->out);
	free(p->wait);
	free(p->tail);
	free(node);
}

/* Try all ways on the KNOWN nodes that come first in the ring's order; the best goes to RING. */
static void pack_groups(struct packing *p, const uint32_t *node, size_t known, size_t *best)
{
	unsigned ways = p->t->unit_count > WAYS_UNITS ? 1 : WAYS;
	size_t least = SIZE_MAX;

	count_nodes(p, node, known);
	for (unsigned way = 0; way < ways; way++) {
		size_t borders;

		pack_one_way(p, way);
		borders = count_borders(p, node);
		if (borders < least) {
			least = borders;
			memcpy(best, p->out, known * sizeof(*best));
		}
	}
}

/* Does the ring's order split as few as can be?  Then no other is better. */
static bool is_best(const struct packing *p, const uint32_t *node, size_t count)
{
	uint32_t *ring = malloc(count * sizeof(*ring));
	struct cr_group_quality q;
	bool best = false;

	for (size_t i = 0; ring && i < count; i++)
		ring[i] = node[p->ring[i]];
	if (ring)
		best = cr_group_judge(p->t, ring, count, p->group, &q) == 0;
	for (unsigned l = 0; best && l < q.levels; l++)
		best = q.level[l].split == q.level[l].fewest;
	free(ring);
	return best;
}

int cr_order_groups(const struct cr_topology *t, const char *const *names, size_t count,
		    size_t anchor, uint32_t group, size_t *out, struct cr_error *err)
{
	struct packing p = {.t = t, .group = group, .anchor_unit = CR_NONE};
	uint32_t *node = NULL;
	size_t known = 0;

	if (cr_order(t, names, count, anchor, out, err) != 0)
		return -1;
	if (!cr_order_takes_group(count, group) || t->type == CR_TOPOLOGY_FLAT)
		return 0;
	if (allocate_arrays(&p, &node, count) != 0) {
		release_node(&p, node);
		return cr_error_set(err, "out of memory");
	}
	memcpy(p.ring, out, count * sizeof(*out));
	for (size_t i = 0; i < count; i++)
		node[i] = cr_topology_node(t, names[i]);
	while (known < count && node[p.ring[known]] != CR_NONE)
		known++;
	if (anchor != CR_ORDER_NO_ANCHOR)
		p.anchor_unit = cr_topology_unit_of(t, node[anchor]);
	/* An anchor that is in no unit stands before all that are: the ring's order stays. */
	if (known && (anchor == CR_ORDER_NO_ANCHOR || p.anchor_unit != CR_NONE) &&
	    !is_best(&p, node, count))
		pack_groups(&p, node, known, out);
	release_node(&p, node);
	return 0;
}
