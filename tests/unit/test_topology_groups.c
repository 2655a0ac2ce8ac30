/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology/order_group: the fewest groups split at every level, against all orders there are. */
#include "tests/unit/topology_world.h"
#include "tests/unit/unit.h"

#include "topology/order.h"
#include "topology/order_group.h"

#include <stdarg.h>
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

/* ---- larger ones ------------------------------------------------------------------------- */

#define LEAVES_MAX 520
#define LARGE_MAX  2600 /* nodes */

static char large_text[128 * 1024];
static size_t large_len;

static void __attribute__((format(printf, 1, 2))) write_large(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	large_len += (size_t)vsnprintf(large_text + large_len, sizeof(large_text) - large_len, fmt,
				       ap);
	va_end(ap);
	assert_true(large_len < sizeof(large_text));
}

/* Switches NAME0 ... above COUNT of BELOW0 ..., each above up to FAN.  Returns how many. */
static size_t write_level(unsigned *seed, const char *name, const char *below, size_t count,
			  unsigned fan)
{
	size_t made = 0;

	for (size_t at = 0; at < count; made++) {
		size_t next = at + 1 + tw_dice(seed, fan);

		next = next < count ? next : count;
		write_large("    - {switch: %s%zu, children: '%s[%zu-%zu]'}\n", name, made, below,
			    at, next - 1);
		at = next;
	}
	return made;
}

/* A tree of three levels, or of two when FAN is none: LEAVES of up to SIZE nodes. */
static struct cr_topologies *make_large(unsigned *seed, size_t leaves, unsigned size, unsigned fan)
{
	size_t nodes = 0, spines;

	large_len = 0;
	write_large("- topology: t\n  tree:\n    switches:\n");
	for (size_t i = 0; i < leaves; i++) {
		size_t n = 1 + tw_dice(seed, size);

		write_large("    - {switch: l%zu, nodes: 'n[%zu-%zu]'}\n", i, nodes, nodes + n - 1);
		nodes += n;
	}
	assert_true(nodes <= LARGE_MAX);
	if (fan) {
		spines = write_level(seed, "s", "l", leaves, fan);
		write_large("    - {switch: core, children: 's[0-%zu]'}\n", spines - 1);
	} else {
		write_large("    - {switch: core, children: 'l[0-%zu]'}\n", leaves - 1);
	}
	return tw_yaml(large_text);
}

/* COUNT of T's nodes, scattered, in the order of the topology. */
static void pick_large(unsigned *seed, const struct cr_topology *t, const char **names,
		       size_t count)
{
	size_t left = cr_topology_node_count(t), want = count;

	for (uint32_t i = 0; want; i++, left--)
		if (tw_dice(seed, (unsigned)left) < want)
			names[count - want--] = cr_topology_node_name(t, i);
}

/* The order of some nodes of T, added to HASH; it splits as few groups as can be. */
static uint32_t hash_large(unsigned *seed, const struct cr_topology *t, uint32_t group,
			   size_t anchor, uint32_t hash)
{
	static const char *names[LARGE_MAX], *ordered[LARGE_MAX];
	static size_t out[LARGE_MAX];
	size_t most = cr_topology_node_count(t) / group;
	size_t count = most ? (1 + most / 2 + tw_dice(seed, (unsigned)(most - most / 2))) * group
			    : 0;
	struct cr_group_quality q;

	count = count <= most * group ? count : most * group;
	if (!count)
		return hash;
	pick_large(seed, t, names, count);
	assert_int_equal(cr_order_groups(t, names, count, anchor, group, out, NULL), 0);
	for (size_t i = 0; i < count; i++)
		ordered[i] = names[out[i]];
	assert_int_equal(cr_group_quality_of(t, ordered, count, group, &q), 0);
	for (unsigned l = 0; l < q.levels; l++)
		assert_int_equal(q.level[l].split, q.level[l].fewest);
	return add_to_hash(hash, ordered, count);
}

/* As above, of trees with up to 150 leaf switches, up to all of them below one. */
static void large_orders_are_what_they_were(void **state)
{
	uint32_t hash = 2166136261U;
	unsigned seed = 21;

	(void)state;
	for (int round = 0; round < 120; round++) {
		size_t leaves = 10 + tw_dice(&seed, round % 4 ? 30 : 140);
		unsigned fan = tw_dice(&seed, 8), size = 2 + tw_dice(&seed, 9);
		struct cr_topologies *set = make_large(&seed, leaves, size, fan);

		for (int k = 0; k < 3; k++)
			hash = hash_large(&seed, cr_topologies_get(set, 0),
					  2 + tw_dice(&seed, k ? 7 : 15),
					  round % 3 ? 0 : CR_ORDER_NO_ANCHOR, hash);
		cr_topologies_destroy(set);
	}
	assert_int_equal(hash, 2533817409U);
}

/* With up to 512 units more than one way is tried, with more the first alone. */
static void the_most_units_that_are_tried(void **state)
{
	uint32_t hash[2];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		unsigned seed = 5;
		struct cr_topologies *set = make_large(&seed, 512 + i, 5, 12);

		hash[i] = 2166136261U;
		for (int k = 0; k < 4; k++)
			hash[i] = hash_large(&seed, cr_topologies_get(set, 0), 4 + (uint32_t)k, 0,
					     hash[i]);
		cr_topologies_destroy(set);
	}
	assert_int_equal(hash[0], 1633112235U);
	assert_int_equal(hash[1], 2915100920U);
}

/* Nothing that the topology knows: nothing is packed. */
static void nodes_of_no_unit(void **state)
{
	struct cr_topologies *set = tw_yaml("- topology: t\n  tree: {switches: "
					    "[{switch: a, nodes: 'a[1-4]'}]}\n");
	const struct cr_topology *t = cr_topologies_get(set, 0);
	static const char *const names[] = {"x", "y", "z", "w"};
	const char *ring[4], *ordered[4];
	size_t out[4];
	struct cr_error err;

	(void)state;
	for (int k = 0; k < 2; k++) {
		size_t anchor = k ? 0 : CR_ORDER_NO_ANCHOR;

		order(t, names, 4, anchor, 0, ring);
		order(t, names, 4, anchor, 2, ordered);
		assert_memory_equal(ring, ordered, sizeof(ring));
	}
	assert_int_equal(cr_order_groups(t, names, 4, 4, 2, out, &err), -1);
	assert_string_equal(err.text, "the anchor is not among the nodes");
	cr_topologies_destroy(set);
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
		cmocka_unit_test(large_orders_are_what_they_were),
		cmocka_unit_test(the_most_units_that_are_tried),
		cmocka_unit_test(nodes_of_no_unit),
		cmocka_unit_test(seventeen_seventeen_two),
		cmocka_unit_test(sizes_that_do_not_fit),
	};

	return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
