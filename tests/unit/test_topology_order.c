/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rank order against brute force: on thousands of small random topologies the
 * ring over the order crosses, at every level, as few borders as any order could.
 */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"
#include "topology/hostlist.h"
#include "topology/order.h"
#include "topology/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MAX 40

/* The names in the order that cr_order() gives, joined by blanks. */
static const char *order(const struct cr_topology *t, const char *list, const char *anchor)
{
	static char out[2048];
	struct cr_hostlist *hosts = cr_hostlist_expand(list, 100, NULL);
	const char *const *names = cr_hostlist_names(hosts);
	size_t place[100], count = cr_hostlist_count(hosts), at = CR_ORDER_NO_ANCHOR, len = 0;

	for (size_t i = 0; anchor && i < count; i++)
		if (strcmp(names[i], anchor) == 0)
			at = i;
	assert_int_equal(cr_order(t, names, count, at, place, NULL), 0);
	out[0] = '\0';
	for (size_t i = 0; i < count; i++)
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%s%s", i ? " " : "",
					names[place[i]]);
	cr_hostlist_destroy(hosts);
	return out;
}

static void test_interleaved_blocks(void **state)
{
	struct cr_topologies *set = tw_yaml("topology: t\nblock: {blocks: [{block: b1, nodes: "
					    "'n[2,4,6,8]'}, {block: b2, nodes: 'n[1,3,5,7]'}]}\n");
	const struct cr_topology *t = cr_topologies_default(set);

	(void)state;
	assert_string_equal(order(t, "n[1-8]", "n1"), "n1 n3 n5 n7 n2 n4 n6 n8");
	assert_string_equal(order(t, "n[1-8]", "n6"), "n6 n2 n4 n8 n1 n3 n5 n7");
	assert_string_equal(order(t, "n[1-8]", NULL), "n2 n4 n6 n8 n1 n3 n5 n7");
	assert_string_equal(order(t, "n[8-8,1-7]", NULL), "n2 n4 n6 n8 n1 n3 n5 n7");
	assert_string_equal(order(t, "n[3,2]", "n3"), "n3 n2");
	cr_topologies_destroy(set);
}

/* The tree's structure counts, not the order in which the file lists the leaves. */
static void test_tree_outward(void **state)
{
	struct cr_topologies *set = tw_yaml("topology: t\ntree:\n  switches:\n"
					    "  - {switch: la, nodes: 'n[1-2]'}\n"
					    "  - {switch: lb, nodes: 'n[3-4]'}\n"
					    "  - {switch: lc, nodes: 'n[10,9]'}\n"
					    "  - {switch: ld, nodes: 'n[7-8]'}\n"
					    "  - {switch: core, children: 's1,s2'}\n"
					    "  - {switch: s1, children: 'la,lc'}\n"
					    "  - {switch: s2, children: 'lb,ld'}\n");
	const struct cr_topology *t = cr_topologies_default(set);

	(void)state;
	assert_string_equal(order(t, "n[1-4,7-10]", "n1"), "n1 n2 n9 n10 n3 n4 n7 n8");
	assert_string_equal(order(t, "n[1-4,7-10]", "n8"), "n8 n7 n3 n4 n1 n2 n9 n10");
	assert_string_equal(order(t, "n[1-4,7-10]", "n10"), "n10 n9 n1 n2 n3 n4 n7 n8");
	assert_string_equal(order(t, "n[1-4,7-10]", NULL), "n1 n2 n9 n10 n3 n4 n7 n8");
	cr_topologies_destroy(set);
}

/* From the anchor in the file's order, round to where it began. */
static void test_rings_go_round(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"topology: t\nring: {rings: [{ring: r1, nodes: 'n[11,3,7,1,9]'}, {ring: r2, "
		"nodes: 'n[2,8,4]'}]}\n");
	const struct cr_topology *t = cr_topologies_default(set);

	(void)state;
	assert_string_equal(order(t, "n[1-4,7-9,11]", "n1"), "n1 n9 n11 n3 n7 n2 n8 n4");
	assert_string_equal(order(t, "n[1-4,7-9,11]", "n11"), "n11 n3 n7 n1 n9 n2 n8 n4");
	assert_string_equal(order(t, "n[1-4,7-9,11]", "n9"), "n9 n11 n3 n7 n1 n2 n8 n4");
	assert_string_equal(order(t, "n[1-4,7-9,11]", "n8"), "n8 n4 n2 n11 n3 n7 n1 n9");
	assert_string_equal(order(t, "n[1,7,11,2]", "n7"), "n7 n1 n11 n2");
	assert_string_equal(order(t, "n[1-4,7-9,11]", NULL), "n11 n3 n7 n1 n9 n2 n8 n4");
	cr_topologies_destroy(set);
}

struct dims {
	unsigned x, y, z;
};

static unsigned steps(unsigned a, unsigned b, unsigned size)
{
	unsigned d = a > b ? a - b : b - a;

	return d < size - d ? d : size - d;
}

/* Steps between the cells of nodes named n0, n1 ... as Slurm lays them out: x first. */
static unsigned torus_distance(const char *one, const char *two, struct dims d)
{
	unsigned a = (unsigned)strtoul(one + 1, NULL, 10), b = (unsigned)strtoul(two + 1, NULL, 10);

	return steps(a % d.x, b % d.x, d.x) + steps(a / d.x % d.y, b / d.x % d.y, d.y) +
	       steps(a / d.x / d.y, b / d.x / d.y, d.z);
}

/* All of a torus, and any box in it, is walked from neighbour to neighbour. */
static void walk_torus(struct dims d, struct dims from, struct dims box)
{
	char text[200], name[100][8];
	const char *names[100];
	struct cr_topologies *set;
	size_t place[100], n = 0, far = 0;

	(void)snprintf(
		text, sizeof(text),
		"topology: t\ntorus3d: {toruses: [{name: a, nodes: 'n[0-%u]', dims: {x: %u, y: "
		"%u, z: %u}}]}\n",
		d.x * d.y * d.z - 1, d.x, d.y, d.z);
	set = tw_yaml(text);
	for (unsigned z = from.z; z < from.z + box.z; z++)
		for (unsigned y = from.y; y < from.y + box.y; y++)
			for (unsigned x = from.x; x < from.x + box.x; x++, n++) {
				(void)snprintf(name[n], sizeof(name[n]), "n%u",
					       (z * d.y + y) * d.x + x);
				names[n] = name[n];
			}
	assert_int_equal(cr_order(cr_topologies_default(set), names, n, n / 2, place, NULL), 0);
	assert_int_equal(place[0], n / 2);
	for (size_t i = 1; i < n; i++)
		far += torus_distance(names[place[i - 1]], names[place[i]], d) > 1;
	/* Only where the path's end meets its beginning, where it may not close. */
	if (far > 1)
		fail_msg("%ux%ux%u of %ux%ux%u: %zu far apart", box.x, box.y, box.z, d.x, d.y, d.z,
			 far);
	cr_topologies_destroy(set);
}

static void test_toruses_go_from_neighbour_to_neighbour(void **state)
{
	static const struct dims sizes[] = {{4, 4, 4}, {2, 2, 2}, {3, 5, 2}, {1, 7, 3},
					    {5, 1, 1}, {4, 3, 5}, {2, 6, 1}};

	(void)state;
	for (size_t i = 0; i < COUNT(sizes); i++) {
		struct dims d = sizes[i];

		walk_torus(d, (struct dims){0, 0, 0}, d);
		walk_torus(d, (struct dims){d.x / 2, d.y / 2, d.z / 2},
			   (struct dims){d.x - d.x / 2, d.y - d.y / 2, d.z - d.z / 2});
	}
}

/* Regions say where their lists begin; cells that none has are no places. */
static void test_torus_of_regions(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"topology: t\ntorus3d: {toruses: [{name: a, dims: {x: 4, y: 2, z: 1}, regions: ["
		"{anchor: {x: 0, y: 1, z: 0}, dims: {x: 4, y: 1, z: 1}, nodes: 'n[5-8]'},"
		"{anchor: {x: 0, y: 0, z: 0}, dims: {x: 3, y: 1, z: 1}, nodes: 'n[1-3]'}]}]}\n");
	const struct cr_topology *t = cr_topologies_default(set);

	(void)state;
	assert_string_equal(order(t, "n[1-3,5-8]", NULL), "n1 n2 n3 n8 n7 n6 n5");
	assert_string_equal(order(t, "n[1-3,5-8]", "n7"), "n7 n6 n5 n1 n2 n3 n8");
	cr_topologies_destroy(set);
}

static void test_unknown_and_flat(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"- {topology: t, block: {blocks: [{block: b, nodes: 'n[5-8]'}]}}\n"
		"- {topology: f, flat: true}\n");
	const struct cr_topology *t = cr_topologies_find(set, "t");
	const struct cr_topology *f = cr_topologies_find(set, "f");

	(void)state;
	assert_string_equal(order(t, "x10,n6,x9,n5", "n6"), "n6 n5 x9 x10");
	assert_string_equal(order(t, "x10,n6,x9,n5", "x10"), "x10 n5 n6 x9");
	assert_string_equal(order(f, "n10,n9,n1", "n10"), "n10 n1 n9");
	assert_string_equal(order(f, "n10,n9,n1", NULL), "n1 n9 n10");
	/* hosts that are sorted as text elsewhere */
	assert_string_equal(order(f, "node7,node66,node8,node70", "node7"),
			    "node7 node8 node66 node70");
	assert_string_equal(order(t, "n6,n5,n6", "n5"), "n5 n6 n6");
	cr_topologies_destroy(set);
}

/* Copies of a name stay in the order in which they came, known or not, anchor or not. */
static void test_copies_keep_their_order(void **state)
{
	static const char *const names[] = {"x1", "n2", "n1", "n2", "x1", "n1", "n1"};
	static const size_t free_order[] = {2, 5, 6, 1, 3, 0, 4}, from_n2[] = {1, 3, 2, 5, 6, 0, 4},
			    from_x1[] = {0, 4, 2, 5, 6, 1, 3};
	struct cr_topologies *set = tw_yaml("{topology: t, block: {blocks: [{block: b, nodes: "
					    "'n[1-2]'}]}}");
	const struct cr_topology *t = cr_topologies_default(set);
	size_t out[COUNT(names)];

	(void)state;
	assert_int_equal(cr_order(t, names, COUNT(names), CR_ORDER_NO_ANCHOR, out, NULL), 0);
	assert_memory_equal(out, free_order, sizeof(out));
	assert_int_equal(cr_order(t, names, COUNT(names), 3, out, NULL), 0);
	assert_memory_equal(out, from_n2, sizeof(out));
	assert_int_equal(cr_order(t, names, COUNT(names), 0, out, NULL), 0);
	assert_memory_equal(out, from_x1, sizeof(out));
	cr_topologies_destroy(set);
}

static void test_bad_calls(void **state)
{
	struct cr_topologies *set = tw_yaml("{topology: f, flat: true}");
	const char *const names[] = {"n1"};
	size_t out[1] = {77};
	struct cr_error err;

	(void)state;
	assert_int_equal(cr_order(cr_topologies_default(set), names, 1, 1, out, &err), -1);
	assert_string_equal(err.text, "the anchor is not among the nodes");
	assert_int_equal(out[0], 77);
	/* no index is so large, and nobody asks for the memory */
	assert_int_equal(cr_order(cr_topologies_default(set), names, UINT32_MAX, CR_ORDER_NO_ANCHOR,
				  out, &err),
			 -1);
	assert_string_equal(err.text, "too many nodes");
	assert_int_equal(out[0], 77);
	assert_int_equal(
		cr_order(cr_topologies_default(set), names, 0, CR_ORDER_NO_ANCHOR, out, NULL), 0);
	cr_topologies_destroy(set);
}

/* --- against brute force ----------------------------------------------------- */

/* NODE's ancestor at LEVEL, found by walking up, without the functions under test. */
static uint32_t ancestor(const struct cr_topology *t, const char *name, unsigned level)
{
	uint32_t at = CR_NONE;

	for (uint32_t g = 0; g < cr_topology_unit_count(t); g++) {
		const struct cr_group *group = cr_topology_group(t, g);

		for (uint32_t n = group->begin; n < group->end; n++)
			if (strcmp(cr_topology_node_name(t, n), name) == 0)
				at = g;
	}
	while (cr_topology_group(t, at)->parent != CR_NONE &&
	       cr_topology_group(t, cr_topology_group(t, at)->parent)->level <= level)
		at = cr_topology_group(t, at)->parent;
	return at;
}

static unsigned crossings(const uint32_t *groups, size_t count)
{
	unsigned crossed = 0;

	for (size_t i = 0; i < count; i++)
		crossed += groups[i] != groups[(i + 1) % count];
	return crossed;
}

/* The fewest crossings of any cyclic order of COUNT <= 7 things with these groups. */
static unsigned fewest_by_trying(uint32_t *groups, size_t count, size_t fixed)
{
	unsigned best = UINT32_MAX;

	if (fixed + 1 >= count)
		return crossings(groups, count);
	for (size_t i = fixed; i < count; i++) {
		uint32_t t = groups[fixed];
		unsigned got;

		groups[fixed] = groups[i];
		groups[i] = t;
		got = fewest_by_trying(groups, count, fixed + 1);
		best = got < best ? got : best;
		groups[i] = groups[fixed];
		groups[fixed] = t;
	}
	return best;
}

/* So many groups, so many crossings, or none for one: what trying all orders finds too. */
static unsigned fewest(uint32_t *groups, size_t count)
{
	unsigned different = 0;

	for (size_t i = 0; i < count; i++) {
		size_t k = 0;

		while (groups[k] != groups[i])
			k++;
		different += k == i;
	}
	different = different > 1 ? different : 0;
	if (count <= 6)
		assert_int_equal(fewest_by_trying(groups, count, 0), different);
	return different;
}

static void check_permutation(const size_t *place, size_t count)
{
	unsigned char seen[NAMES_MAX] = {0};

	for (size_t i = 0; i < count; i++) {
		assert_true(place[i] < count && !seen[place[i]]);
		seen[place[i]] = 1;
	}
}

static void check_crossings(const struct cr_topology *t, const char *const *names,
			    const size_t *place, size_t count)
{
	for (unsigned level = 0; level < tw_levels(t); level++) {
		uint32_t groups[NAMES_MAX];
		unsigned crossed;

		for (size_t i = 0; i < count; i++)
			groups[i] = ancestor(t, names[place[i]], level);
		crossed = crossings(groups, count);
		assert_int_equal(crossed, fewest(groups, count));
	}
}

/* Distances from the anchor never fall along the order. */
static void check_outward(const struct cr_topology *t, const char *const *names,
			  const size_t *place, size_t count)
{
	uint32_t anchor = cr_topology_node(t, names[place[0]]);
	unsigned before = 0;

	for (size_t i = 0; i < count; i++) {
		unsigned far = tw_distance(t, anchor, cr_topology_node(t, names[place[i]]));

		assert_true(far >= before);
		before = far;
	}
}

/* The same names in another order of the input give the same order of names. */
static void check_same_for_shuffled(const struct cr_topology *t, const char *const *names,
				    const size_t *place, size_t count, size_t anchor)
{
	const char *reversed[NAMES_MAX];
	size_t again[NAMES_MAX];

	for (size_t i = 0; i < count; i++)
		reversed[i] = names[count - 1 - i];
	if (anchor != CR_ORDER_NO_ANCHOR)
		anchor = count - 1 - anchor;
	assert_int_equal(cr_order(t, reversed, count, anchor, again, NULL), 0);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(reversed[again[i]], names[place[i]]);
}

static void check_quality(const struct cr_topology *t, const char *const *names,
			  const size_t *place, size_t count)
{
	struct cr_space *space = cr_space_whole(t);
	const char *ordered[NAMES_MAX];
	struct cr_quality q;

	for (size_t i = 0; i < count; i++)
		ordered[i] = names[place[i]];
	assert_int_equal(cr_quality_of(space, ordered, count, 0, &q, NULL), 0);
	assert_true(q.contiguous);
	assert_int_equal(q.unknown, 0);
	cr_space_destroy(space);
}

static void try_one(unsigned *seed, enum cr_topology_type type)
{
	struct cr_topologies *set = tw_random(seed, type);
	const struct cr_topology *t = cr_topologies_default(set);
	size_t nodes = cr_topology_node_count(t), count = 1 + tw_dice(seed, (unsigned)nodes);
	size_t anchor = tw_dice(seed, (unsigned)count + 1), place[NAMES_MAX];
	const char *names[NAMES_MAX];

	tw_pick(seed, t, names, count);
	if (anchor == count)
		anchor = CR_ORDER_NO_ANCHOR;
	assert_int_equal(cr_order(t, names, count, anchor, place, NULL), 0);
	check_permutation(place, count);
	check_crossings(t, names, place, count);
	if (anchor != CR_ORDER_NO_ANCHOR) {
		assert_int_equal(place[0], anchor);
		check_outward(t, names, place, count);
	}
	check_same_for_shuffled(t, names, place, count, anchor);
	check_quality(t, names, place, count);
	cr_topologies_destroy(set);
}

static void test_random_trees(void **state)
{
	unsigned seed = 11;

	(void)state;
	for (int i = 0; i < 3000; i++)
		try_one(&seed, CR_TOPOLOGY_TREE);
}

static void test_random_blocks(void **state)
{
	unsigned seed = 12;

	(void)state;
	for (int i = 0; i < 3000; i++)
		try_one(&seed, CR_TOPOLOGY_BLOCK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interleaved_blocks),
		cmocka_unit_test(test_tree_outward),
		cmocka_unit_test(test_rings_go_round),
		cmocka_unit_test(test_toruses_go_from_neighbour_to_neighbour),
		cmocka_unit_test(test_torus_of_regions),
		cmocka_unit_test(test_unknown_and_flat),
		cmocka_unit_test(test_copies_keep_their_order),
		cmocka_unit_test(test_bad_calls),
		cmocka_unit_test(test_random_trees),
		cmocka_unit_test(test_random_blocks),
	};

	return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
