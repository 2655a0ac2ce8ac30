/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology/fit: segments and leaf switches: what is legal, best, nearest, and what can never be. */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"
#include "topology/fit.h"

#include <stdio.h>
#include <string.h>

#define V2505 CR_SLURM_VERSION(25, 5, 8)
#define V2511 CR_SLURM_VERSION(25, 11, 0)

/* Two UltraServers of 18 nodes, one of 17, and a small block. */
static const char ultra[] = "topology: ultra\n"
			    "block:\n"
			    "  block_sizes: [18, 36, 72]\n"
			    "  blocks:\n"
			    "  - {block: u1, nodes: 'u[1-18]'}\n"
			    "  - {block: u2, nodes: 'u[19-36]'}\n"
			    "  - {block: u3, nodes: 'u[37-53]'}\n"
			    "  - {block: u4, nodes: 'u[55-60]'}\n";

static const char tree[] = "topology: t\n"
			   "tree:\n"
			   "  switches:\n"
			   "  - {switch: l1, nodes: 'n[1-16]'}\n"
			   "  - {switch: l2, nodes: 'n[17-32]'}\n"
			   "  - {switch: l3, nodes: 'n[33-40]'}\n"
			   "  - {switch: s1, children: 'l[1-2]'}\n"
			   "  - {switch: s2, children: 'l3'}\n";

/* "1 2 3 6", all legal segments. */
static const char *segments(const struct cr_space *space, size_t nodes, uint32_t version)
{
	static char out[512];
	uint32_t list[64];
	size_t count = 0, len = 0;

	for (uint32_t s = 1; s <= cr_space_largest_unit(space) && s <= nodes; s++) {
		if (!cr_fit_segment_ok(space, nodes, s, version))
			continue;
		assert_true(count < COUNT(list));
		list[count++] = s;
	}
	out[0] = '\0';
	for (size_t i = 0; i < count; i++)
		len += (size_t)snprintf(out + len, sizeof(out) - len, "%s%u", i ? " " : "",
					list[i]);
	return out;
}

static void test_legal_segments(void **state)
{
	struct cr_topologies *set = tw_yaml(ultra);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	assert_string_equal(segments(space, 36, 0), "1 2 3 4 6 9 12 18");
	assert_string_equal(segments(space, 20, 0), "1 2 4 5 10");
	assert_string_equal(segments(space, 5, 0), "1 5");
	/* three blocks hold one segment of 13 to 17 each, and only two one of 18 */
	assert_string_equal(segments(space, 51, 0), "1 3 17");
	/* 54 nodes: 18 divides, but there are only two blocks of 18; 9 fits six times in three
	   blocks of which one has 17: five */
	assert_string_equal(segments(space, 54, 0), "1 2 3 6");
	assert_string_equal(segments(space, 60, 0), "");
	assert_string_equal(segments(space, 0, 0), "");
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void test_segment_rules_by_version(void **state)
{
	struct cr_topologies *set = tw_yaml("topology: b\nblock:\n  block_sizes: [9]\n  blocks:\n"
					    "  - {block: b1, nodes: 'n[1-18]'}\n"
					    "  - {block: b2, nodes: 'n[19-36]'}\n");
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	assert_true(cr_fit_segment_ok(space, 18, 9, V2505));
	assert_false(cr_fit_segment_ok(space, 36, 18, V2505));
	assert_true(cr_fit_segment_ok(space, 36, 18, V2511));
	assert_true(cr_fit_segment_ok(space, 36, 18, 0));
	assert_string_equal(segments(space, 36, V2505), "1 2 3 6 9");
	assert_string_equal(segments(space, 36, V2511), "1 2 3 6 9 12 18");
	assert_false(cr_fit_segment_ok(space, 5, 2, 0));
	assert_false(cr_fit_segment_ok(space, 5, 0, 0));
	assert_false(cr_fit_segment_ok(space, 2, 4, 0));
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void test_best_segment(void **state)
{
	struct cr_topologies *set = tw_yaml(ultra);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));
	struct cr_segment_wish even = {.multiple_of = 4}, small = {.smallest = true, .min = 3},
			       between = {.min = 5, .max = 8}, none = {.min = 11, .max = 11};

	(void)state;
	assert_int_equal(cr_fit_best_segment(space, 36, NULL, 0), 18);
	assert_int_equal(cr_fit_best_segment(space, 34, NULL, 0), 17);
	assert_int_equal(cr_fit_best_segment(space, 12, NULL, 0), 12);
	assert_int_equal(cr_fit_best_segment(space, 36, &even, 0), 12);
	assert_int_equal(cr_fit_best_segment(space, 36, &small, 0), 3);
	assert_int_equal(cr_fit_best_segment(space, 36, &between, 0), 6);
	assert_int_equal(cr_fit_best_segment(space, 36, &none, 0), 0);
	assert_int_equal(cr_fit_best_segment(space, 61, NULL, 0), 0);
	assert_int_equal(cr_fit_best_segment(space, 0, NULL, 0), 0);
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void test_nearest_counts(void **state)
{
	struct cr_topologies *set = tw_yaml(ultra);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));
	struct cr_segment_wish even = {.min = 2, .multiple_of = 2}, all = {.min = 18};
	struct cr_fit_count below = {9, 9}, above = {9, 9};

	(void)state;
	cr_fit_nearest(space, 20, NULL, 0, &below, &above);
	assert_int_equal(below.nodes, 18);
	assert_int_equal(below.segment, 18);
	assert_int_equal(above.nodes, 22);
	assert_int_equal(above.segment, 11);
	/* `-N5 --segment=2` */
	cr_fit_nearest(space, 5, &even, 0, &below, &above);
	assert_int_equal(below.nodes, 4);
	assert_int_equal(above.nodes, 6);
	/* nothing is better than the whole block; nothing above the space's end */
	cr_fit_nearest(space, 36, NULL, 0, &below, &above);
	assert_int_equal(below.nodes, 0);
	assert_int_equal(above.nodes, 0);
	cr_fit_nearest(space, 54, &all, 0, &below, NULL);
	assert_int_equal(below.nodes, 36);
	cr_fit_nearest(space, 1, NULL, 0, NULL, &above);
	assert_int_equal(above.nodes, 2);
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void test_part_of_a_topology(void **state)
{
	struct cr_topologies *set = tw_yaml(ultra);
	const struct cr_topology *t = cr_topologies_default(set);
	struct cr_space *space = cr_space_of_hostlist(t, "u[1-9],u[19-22],u[1-2],x[1-5]", NULL);
	struct cr_error err;

	(void)state;
	assert_int_equal(cr_space_nodes(space), 13);
	assert_int_equal(cr_space_units(space), 2);
	assert_int_equal(cr_space_largest_unit(space), 9);
	assert_int_equal(cr_space_group_nodes(space, cr_topology_unit(t, "u2")), 4);
	assert_int_equal(cr_space_group_nodes(space, cr_topology_unit(t, "u3")), 0);
	assert_int_equal(cr_space_group_nodes(space, CR_NONE), 0);
	assert_ptr_equal(cr_space_topology(space), t);
	assert_int_equal(cr_fit_fewest_units(space, 9), 1);
	assert_int_equal(cr_fit_fewest_units(space, 10), 2);
	assert_int_equal(cr_fit_fewest_units(space, 14), 0);
	assert_string_equal(segments(space, 12, 0), "1 2 3 4");
	assert_string_equal(segments(space, 8, 0), "1 2 4 8");
	cr_space_destroy(space);
	assert_null(cr_space_of_hostlist(t, "n[", &err));
	assert_string_equal(err.text, "'n[': a bracket is not closed");
	cr_space_destroy(NULL);
	cr_topologies_destroy(set);
}

static void test_fewest_units(void **state)
{
	struct cr_topologies *set = tw_yaml(tree);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	assert_int_equal(cr_fit_fewest_units(space, 0), 0);
	assert_int_equal(cr_fit_fewest_units(space, 1), 1);
	assert_int_equal(cr_fit_fewest_units(space, 16), 1);
	assert_int_equal(cr_fit_fewest_units(space, 17), 2);
	assert_int_equal(cr_fit_fewest_units(space, 33), 3);
	assert_int_equal(cr_fit_fewest_units(space, 41), 0);
	/* no segments in a tree */
	assert_string_equal(segments(space, 16, 0), "");
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void test_can_never_fit(void **state)
{
	struct cr_topologies *set = tw_yaml(tree);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	/* one switch must be above all: s1 has 32 */
	assert_true(cr_fit_ever(space, 32));
	assert_false(cr_fit_ever(space, 33));
	assert_false(cr_fit_ever(space, 0));
	cr_space_destroy(space);
	cr_topologies_destroy(set);

	set = tw_yaml(ultra);
	space = cr_space_whole(cr_topologies_default(set));
	assert_true(cr_fit_ever(space, 18));
	/* 19 to 36 go into u1+u2; 37 to 59 into all four */
	assert_true(cr_fit_ever(space, 36));
	assert_true(cr_fit_ever(space, 59));
	assert_false(cr_fit_ever(space, 60));
	cr_space_destroy(space);
	/* without u2 no pair of blocks has 30, though there are 41 nodes */
	space = cr_space_of_hostlist(cr_topologies_default(set), "u[1-18,37-53,55-60]", NULL);
	assert_true(cr_fit_ever(space, 23));
	assert_false(cr_fit_ever(space, 30));
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

/* Several tops over the same leaves: each has the nodes of all its children. */
static void test_shared_switches(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"- topology: over\n  tree:\n    switches:\n"
		"    - {switch: a, nodes: 'n[1-4]'}\n    - {switch: b, nodes: 'n[5-8]'}\n"
		"    - {switch: c, nodes: 'n[9-12]'}\n"
		"    - {switch: t1, children: 'a,b'}\n    - {switch: t2, children: 'b,c'}\n"
		"- topology: clos\n  tree:\n    switches:\n"
		"    - {switch: l1, nodes: 'n[1-4]'}\n    - {switch: l2, nodes: 'n[5-8]'}\n"
		"    - {switch: s1, children: 'l[1-2]'}\n    - {switch: s2, children: 'l[1-2]'}\n"
		"    - {switch: top1, children: 's[1-2]'}\n    - {switch: top2, children: 's1'}\n");
	const struct cr_topology *over = cr_topologies_get(set, 0),
				 *clos = cr_topologies_get(set, 1);
	struct cr_space *space = cr_space_of_hostlist(over, "n[1-8]", NULL);

	(void)state;
	/* A partition of a and b: t1 is above both, though b hangs below t2. */
	assert_true(cr_fit_ever(space, 8));
	assert_false(cr_fit_ever(space, 9));
	cr_space_destroy(space);
	space = cr_space_whole(over);
	assert_true(cr_fit_ever(space, 8));
	assert_false(cr_fit_ever(space, 9));
	assert_int_equal(cr_space_nodes(space), 12);
	assert_int_equal(cr_space_units(space), 3);
	assert_int_equal(cr_topology_group_size(over, 3), 8);
	assert_int_equal(cr_topology_group_size(over, 4), 8);
	assert_int_equal(cr_topology_group_size(over, 0), 4);
	assert_int_equal(cr_topology_group_size(over, 5), 0);
	assert_int_equal(cr_topology_group(over, 3)->shared_count, 1);
	cr_space_destroy(space);
	space = cr_space_whole(clos);
	assert_true(cr_fit_ever(space, 8));
	assert_false(cr_fit_ever(space, 9));
	for (uint32_t g = 2; g < 6; g++)
		assert_int_equal(cr_space_group_nodes(space, g), 8);
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void test_flat(void **state)
{
	struct cr_topologies *set = tw_yaml("{topology: f, flat: true}");
	const struct cr_topology *t = cr_topologies_default(set);
	struct cr_space *whole = cr_space_whole(t);
	struct cr_space *part = cr_space_of_hostlist(t, "n[1-4],n1", NULL);

	(void)state;
	assert_int_equal(cr_fit_fewest_units(whole, 1000), 1);
	assert_true(cr_fit_ever(whole, 1000));
	assert_false(cr_fit_ever(whole, 0));
	assert_int_equal(cr_space_nodes(part), 4);
	assert_int_equal(cr_fit_fewest_units(part, 4), 1);
	assert_int_equal(cr_fit_fewest_units(part, 5), 0);
	assert_true(cr_fit_ever(part, 4));
	assert_false(cr_fit_ever(part, 5));
	assert_int_equal(cr_space_largest_unit(part), 0);
	assert_false(cr_fit_segment_ok(part, 4, 2, 0));
	cr_space_destroy(whole);
	cr_space_destroy(part);
	cr_topologies_destroy(set);
}

/* --- against brute force ----------------------------------------------------- */

/* The fewest of all sets of units that hold NODES. */
static size_t fewest_by_trying(const struct cr_topology *t, size_t nodes)
{
	size_t units = cr_topology_unit_count(t), best = 0;

	for (unsigned set = 1; nodes && set < 1U << units; set++) {
		size_t sum = 0, used = (size_t)__builtin_popcount(set);

		for (unsigned u = 0; u < units; u++)
			if (set & 1U << u)
				sum += cr_topology_unit_size(t, u);
		if (sum >= nodes && (!best || used < best))
			best = used;
	}
	return best;
}

/* Put WANT segments of SIZE into units with LEFT nodes each, one after another. */
static bool place_by_trying(uint32_t *left, size_t units, uint32_t size, size_t want)
{
	if (!want)
		return true;
	for (size_t u = 0; u < units; u++) {
		bool placed;

		if (left[u] < size)
			continue;
		left[u] -= size;
		placed = place_by_trying(left, units, size, want - 1);
		left[u] += size;
		return placed; /* which unit is first makes no difference to the others */
	}
	return false;
}

static void check_segments(const struct cr_topology *t, const struct cr_space *space, size_t nodes)
{
	uint32_t left[16];
	size_t units = cr_topology_unit_count(t);

	for (uint32_t size = 1; size <= cr_topology_base_block(t); size++) {
		bool want = nodes % size == 0;

		for (uint32_t u = 0; u < units; u++)
			left[u] = (uint32_t)cr_topology_unit_size(t, u);
		want = want && nodes && place_by_trying(left, units, size, nodes / size);
		assert_int_equal(cr_fit_segment_ok(space, nodes, size, 0), want);
	}
}

/* Some aligned run of blocks of the smallest allowed length holds NODES (no parts: base blocks
 * full). */
static void check_ever(const struct cr_topology *t, const struct cr_space *space, size_t nodes)
{
	size_t levels, base = cr_topology_base_block(t), run = cr_topology_unit_count(t);
	const uint32_t *sizes = cr_topology_block_levels(t, &levels);
	bool room = false;

	for (size_t i = levels; i-- > 0;)
		if (sizes[i] * base >= nodes)
			run = sizes[i];
	for (uint32_t first = 0; first < cr_topology_unit_count(t); first += (uint32_t)run) {
		size_t sum = 0;

		for (uint32_t u = first; u < first + run; u++)
			sum += cr_topology_unit_size(t, u);
		room = room || (nodes && sum >= nodes);
	}
	/* Fewer parts than the run has can only make it harder. */
	if (cr_fit_ever(space, nodes))
		assert_true(room);
	if (!room)
		assert_false(cr_fit_ever(space, nodes));
}

static void test_random(void **state)
{
	unsigned seed = 21;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct cr_topologies *set = tw_random(&seed,
						      i % 2 ? CR_TOPOLOGY_TREE : CR_TOPOLOGY_BLOCK);
		const struct cr_topology *t = cr_topologies_default(set);
		struct cr_space *space = cr_space_whole(t);

		for (size_t nodes = 0; nodes <= cr_topology_node_count(t) + 1; nodes++) {
			assert_int_equal(cr_fit_fewest_units(space, nodes),
					 fewest_by_trying(t, nodes));
			if (i % 2)
				continue;
			check_segments(t, space, nodes);
			check_ever(t, space, nodes);
		}
		cr_space_destroy(space);
		cr_topologies_destroy(set);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_legal_segments),
		cmocka_unit_test(test_segment_rules_by_version),
		cmocka_unit_test(test_best_segment),
		cmocka_unit_test(test_nearest_counts),
		cmocka_unit_test(test_part_of_a_topology),
		cmocka_unit_test(test_fewest_units),
		cmocka_unit_test(test_can_never_fit),
		cmocka_unit_test(test_shared_switches),
		cmocka_unit_test(test_flat),
		cmocka_unit_test(test_random),
	};

	return cmocka_run_group_tests_name("fit", tests, NULL, NULL);
}
