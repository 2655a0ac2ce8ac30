/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology/order_group: the fewest groups split at every level, against all orders there are. */
#include "tests/unit/topology_world.h"
#include "tests/unit/unit.h"

#include "topology/order.h"
#include "topology/order_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MAX 64

static size_t split_at(const struct cr_topology *t, const char *const *names, size_t count,
		       uint32_t group, unsigned level)
{
	size_t split = 0;

	for (size_t i = 0; i < count; i += group) {
		uint32_t g = cr_topology_group_at(t, cr_topology_node(t, names[i]), level);
		bool whole = true;

		for (size_t k = 1; k < group; k++)
			whole = whole && cr_topology_group_at(t, cr_topology_node(t, names[i + k]),
							      level) == g;
		split += !whole;
	}
	return split;
}

/* All orders that begin with the first name; units alone tell them apart. */
struct search {
	const struct cr_topology *t;
	const char *const *names;
	size_t count, fewest;
	uint32_t group;
	unsigned level;
	const char *order[NODES_MAX];
	bool used[NODES_MAX];
};

static void try_all(struct search *s, size_t depth)
{
	uint32_t tried[NODES_MAX];
	size_t n = 0;

	if (depth % s->group == 0 && depth &&
	    split_at(s->t, s->order, depth, s->group, s->level) >= s->fewest)
		return;
	if (depth == s->count) {
		s->fewest = split_at(s->t, s->order, depth, s->group, s->level);
		return;
	}
	for (size_t i = 0; i < s->count; i++) {
		uint32_t unit = cr_topology_unit_of(s->t, cr_topology_node(s->t, s->names[i]));
		bool seen = s->used[i];

		for (size_t k = 0; k < n; k++)
			seen = seen || tried[k] == unit;
		if (seen || (depth == 0 && i > 0))
			continue;
		tried[n++] = unit;
		s->used[i] = true;
		s->order[depth] = s->names[i];
		try_all(s, depth + 1);
		s->used[i] = false;
	}
}

static size_t fewest(const struct cr_topology *t, const char *const *names, size_t count,
		     uint32_t group, unsigned level)
{
	struct search s = {.t = t,
			   .names = names,
			   .count = count,
			   .fewest = SIZE_MAX,
			   .group = group,
			   .level = level};

	try_all(&s, 0);
	return s.fewest;
}

static void order(const struct cr_topology *t, const char *const *names, size_t count,
		  size_t anchor, uint32_t group, const char **ordered)
{
	size_t out[NODES_MAX];
	bool seen[NODES_MAX] = {false};

	assert_int_equal(cr_order_groups(t, names, count, anchor, group, out, NULL), 0);
	for (size_t i = 0; i < count; i++) {
		size_t place = out[i] < count ? out[i] : 0;

		assert_int_equal(place, out[i]);
		assert_false(seen[place]);
		seen[place] = true;
		ordered[i] = names[place];
	}
	if (anchor != CR_ORDER_NO_ANCHOR)
		assert_string_equal(ordered[0], names[anchor]);
}

static void against_all_orders(void **state)
{
	static const enum cr_topology_type types[] = {CR_TOPOLOGY_TREE, CR_TOPOLOGY_BLOCK};
	/* `make check-long` tries more. */
	const int rounds = getenv("COMMROUTE_LONG") ? 400 : 80;
	unsigned seed = 7;
	size_t judged = 0;

	(void)state;
	for (int round = 0; round < rounds; round++) {
		struct cr_topologies *set = tw_random(&seed, types[round % 2]);
		const struct cr_topology *t = cr_topologies_get(set, 0);
		const char *names[NODES_MAX], *ordered[NODES_MAX];
		uint32_t group = 2 + tw_dice(&seed, 3);
		size_t count = (1 + tw_dice(&seed, 4)) * group;
		struct cr_group_quality q;

		if (count <= 12 && count <= cr_topology_node_count(t)) {
			tw_pick(&seed, t, names, count);
			order(t, names, count, 0, group, ordered);
			assert_int_equal(cr_group_quality_of(t, ordered, count, group, &q), 0);
			for (unsigned l = 0; l < q.levels; l++, judged++) {
				size_t best = fewest(t, names, count, group, l);

				assert_int_equal(q.level[l].split,
						 split_at(t, ordered, count, group, l));
				assert_int_equal(q.level[l].split, best);
				assert_int_equal(q.level[l].fewest, best);
			}
		}
		cr_topologies_destroy(set);
	}
	assert_true(judged > (size_t)rounds / 2);
}

/* Beyond what can be tried: against the bound, and every group of the topology stays together. */
static void larger_ones_meet_the_bound(void **state)
{
	unsigned seed = 3;

	(void)state;
	for (int round = 0; round < 400; round++) {
		struct cr_topologies *set = tw_random(&seed, round % 2 ? CR_TOPOLOGY_TREE
								       : CR_TOPOLOGY_BLOCK);
		const struct cr_topology *t = cr_topologies_get(set, 0);
		const char *names[NODES_MAX], *ordered[NODES_MAX];
		uint32_t group = 2 + tw_dice(&seed, 6);
		size_t count = cr_topology_node_count(t) / group * group;
		struct cr_group_quality q;

		if (count >= group) {
			tw_pick(&seed, t, names, count);
			order(t, names, count, round % 3 ? 0 : CR_ORDER_NO_ANCHOR, group, ordered);
			assert_int_equal(cr_group_quality_of(t, ordered, count, group, &q), 0);
			for (unsigned l = 0; l < q.levels; l++)
				assert_int_equal(q.level[l].split, q.level[l].fewest);
		}
		cr_topologies_destroy(set);
	}
}

/* FNV-1a over the names, in their order. */
static uint32_t add_to_hash(uint32_t hash, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (const char *at = names[i]; *at; at++)
			hash = (hash ^ (unsigned char)*at) * 16777619U;
	return hash;
}

/* How often neighbours in rank, the last and the first too, lie in different units. */
static size_t count_borders(const struct cr_topology *t, const char *const *names, size_t count)
{
	size_t borders = 0;

	for (size_t i = 0; i < count; i++)
		borders += cr_topology_unit_of(t, cr_topology_node(t, names[i])) !=
			   cr_topology_unit_of(t, cr_topology_node(t, names[(i + 1) % count]));
	return borders;
}

/*
 * Ranks stay where they are from one release to the next: the same orders, by their hash.
 * Who means to change them finds here whether a ring over all ranks crosses more borders.
 */
static void orders_are_what_they_were(void **state)
{
	size_t borders = 0, ordered_ones = 0;
	uint32_t hash = 2166136261U;
	unsigned seed = 11;

	(void)state;
	for (int round = 0; round < 600; round++) {
		struct cr_topologies *set = tw_random(&seed, round % 2 ? CR_TOPOLOGY_TREE
								       : CR_TOPOLOGY_BLOCK);
		const struct cr_topology *t = cr_topologies_get(set, 0);
		const char *names[NODES_MAX], *ordered[NODES_MAX];
		uint32_t group = 2 + tw_dice(&seed, 7);
		size_t most = cr_topology_node_count(t) / group;
		size_t count = most ? (1 + tw_dice(&seed, (unsigned)most)) * group : 0;

		if (count) {
			tw_pick(&seed, t, names, count);
			order(t, names, count, round % 3 ? 0 : CR_ORDER_NO_ANCHOR, group, ordered);
			borders += count_borders(t, ordered, count);
			hash = add_to_hash(hash, ordered, count);
			ordered_ones++;
		}
		cr_topologies_destroy(set);
	}
	assert_int_equal(ordered_ones, 474);
	assert_int_equal(borders, 1563);
	assert_int_equal(hash, 138112920U);
}

static const char blocks[] = "- topology: t\n"
			     "  cluster_default: true\n"
			     "  block:\n"
			     "    block_sizes: [18]\n"
			     "    blocks:\n"
			     "      - {block: b1, nodes: 'a[01-18]'}\n"
			     "      - {block: b2, nodes: 'b[01-18]'}\n"
			     "      - {block: b3, nodes: 'c[01-18]'}\n";

/* 17 + 17 + 2 nodes and groups of 12: the ring splits two of three, packed it is one. */
static void seventeen_seventeen_two(void **state)
{
	struct cr_topologies *set = tw_yaml(blocks);
	const struct cr_topology *t = cr_topologies_get(set, 0);
	static char text[36][8];
	const char *names[36], *ordered[36];
	struct cr_group_quality q;

	(void)state;
	for (size_t i = 0; i < 36; i++) {
		(void)snprintf(text[i], sizeof(text[i]), "%c%02zu",
			       i < 17   ? 'a'
			       : i < 34 ? 'b'
					: 'c',
			       i % 17 + 1);
		names[i] = text[i];
	}
	order(t, names, 36, 0, 0, ordered);
	assert_int_equal(cr_group_quality_of(t, ordered, 36, 12, &q), 0);
	assert_int_equal(q.level[0].split, 2);
	assert_int_equal(q.level[0].fewest, 1);
	order(t, names, 36, 0, 12, ordered);
	assert_int_equal(cr_group_quality_of(t, ordered, 36, 12, &q), 0);
	assert_int_equal(q.level[0].split, 1);
	cr_topologies_destroy(set);
}

static void sizes_that_do_not_fit(void **state)
{
	struct cr_topologies *set = tw_yaml(blocks);
	const struct cr_topology *t = cr_topologies_get(set, 0);
	static const uint32_t sizes[] = {0, 1, 3, 5, UINT32_MAX};
	const char *names[] = {"b02", "a01", "b01", "zz"}, *ring[4], *ordered[4];
	struct cr_group_quality q;

	(void)state;
	order(t, names, 4, 0, 0, ring);
	for (size_t i = 0; i < COUNT(sizes); i++) {
		assert_false(cr_order_takes_group(4, sizes[i]));
		order(t, names, 4, 0, sizes[i], ordered);
		assert_memory_equal(ring, ordered, sizeof(ring));
		assert_int_equal(cr_group_quality_of(t, names, 4, sizes[i], &q), -1);
	}
	/* What is not in the topology stays last; it splits its group. */
	order(t, names, 4, 0, 2, ordered);
	assert_string_equal(ordered[3], "zz");
	assert_int_equal(cr_group_quality_of(t, ordered, 4, 2, &q), 0);
	assert_int_equal(q.level[0].split, 1);
	cr_topologies_destroy(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(against_all_orders),
		cmocka_unit_test(larger_ones_meet_the_bound),
		cmocka_unit_test(orders_are_what_they_were),
		cmocka_unit_test(seventeen_seventeen_two),
		cmocka_unit_test(sizes_that_do_not_fit),
	};

	return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
