/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology/topology: the model of a set of topologies: numbers, paths, distances, names. */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Leaf switches listed in another order than the tree has them, one of them directly under the
 * core. */
static const char site[] = "- topology: ib\n"
			   "  tree:\n"
			   "    switches:\n"
			   "    - {switch: l1, nodes: 'n[1-2]'}\n"
			   "    - {switch: l2, nodes: 'n[5-6]'}\n"
			   "    - {switch: l3, nodes: 'n[10,9]'}\n"
			   "    - {switch: core, children: 's1,l2,s2'}\n"
			   "    - {switch: s1, children: 'l1,l3'}\n"
			   "    - {switch: s2, children: 'l4'}\n"
			   "    - {switch: l4}\n"
			   "- topology: ultra\n"
			   "  cluster_default: true\n"
			   "  block:\n"
			   "    block_sizes: [2, 4, 8]\n"
			   "    blocks:\n"
			   "    - {block: b1, nodes: 'ip-10-1-0-[2,10]'}\n"
			   "    - {block: b2, nodes: 'ip-10-1-0-[3,11]'}\n"
			   "    - {block: b3, nodes: 'ip-10-1-0-[4,12]'}\n"
			   "- {topology: any, flat: true}\n";

static const struct cr_topology *get(struct cr_topologies *set, const char *name)
{
	const struct cr_topology *t = cr_topologies_find(set, name);

	assert_non_null(t);
	return t;
}

static void test_set(void **state)
{
	struct cr_topologies *set = tw_yaml(site);

	(void)state;
	assert_int_equal(cr_topologies_count(set), 3);
	assert_string_equal(cr_topology_name(cr_topologies_get(set, 0)), "ib");
	assert_null(cr_topologies_get(set, 3));
	assert_ptr_equal(cr_topologies_default(set), get(set, "ultra"));
	assert_ptr_equal(cr_topologies_find(set, NULL), get(set, "ultra"));
	assert_ptr_equal(cr_topologies_find(set, ""), get(set, "ultra"));
	assert_null(cr_topologies_find(set, "Ultra"));
	assert_true(cr_topology_cluster_default(get(set, "ultra")));
	assert_false(cr_topology_cluster_default(get(set, "ib")));
	cr_topologies_destroy(set);
	cr_topologies_destroy(NULL);
}

static void test_default(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"[{topology: a, flat: true}, {topology: b, flat: true}]");

	(void)state;
	assert_string_equal(cr_topology_name(cr_topologies_default(set)), "a");
	cr_topologies_destroy(set);
	set = tw_yaml("[{topology: a, flat: true}, {topology: b, cluster_default: 1, flat: true},"
		      " {topology: c, cluster_default: yes, flat: true}]");
	assert_string_equal(cr_topology_name(cr_topologies_default(set)), "b");
	cr_topologies_destroy(set);
}

static void test_types(void **state)
{
	static const struct {
		const char *plugin;
		int rc;
		enum cr_topology_type type;
	} cases[] = {
		{"topology/tree", 0, CR_TOPOLOGY_TREE},
		{"tree", 0, CR_TOPOLOGY_TREE},
		{"topology/block", 0, CR_TOPOLOGY_BLOCK},
		{"topology/flat", 0, CR_TOPOLOGY_FLAT},
		{"topology/default", 0, CR_TOPOLOGY_FLAT},
		{"topology/none", 0, CR_TOPOLOGY_FLAT},
		{"", 0, CR_TOPOLOGY_FLAT},
		{NULL, 0, CR_TOPOLOGY_FLAT},
		{"topology/torus3d", 0, CR_TOPOLOGY_TORUS3D},
		{"topology/3d_torus", -1, CR_TOPOLOGY_RING},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		enum cr_topology_type type = CR_TOPOLOGY_RING;

		assert_int_equal(cr_topology_type_of_plugin(cases[i].plugin, &type), cases[i].rc);
		assert_int_equal(type, cases[i].type);
	}
	for (unsigned i = 1; i < CR_TOPOLOGY_TYPES; i++) {
		enum cr_topology_type type = CR_TOPOLOGY_RING;

		assert_int_equal(
			cr_topology_type_of(cr_topology_type_name((enum cr_topology_type)i), &type),
			0);
		assert_int_equal(type, i);
	}
	assert_string_equal(cr_topology_type_name((enum cr_topology_type)99), "unknown");
}

static const char *path(const struct cr_topology *t, const char *node)
{
	static char buf[256];

	cr_topology_path(t, cr_topology_node(t, node), buf, sizeof(buf));
	return buf;
}

static void test_locate(void **state)
{
	struct cr_topologies *set = tw_yaml(site);
	const struct cr_topology *ib = get(set, "ib"), *ultra = get(set, "ultra");
	char tiny[8];

	(void)state;
	assert_string_equal(path(ib, "n9"), "core.s1.l3.n9");
	assert_string_equal(path(ib, "n5"), "core.l2.n5");
	assert_string_equal(path(ultra, "ip-10-1-0-12"), "b3.ip-10-1-0-12");
	assert_string_equal(path(ultra, "n9"), "");
	assert_int_equal(cr_topology_path(ib, cr_topology_node(ib, "n9"), tiny, sizeof(tiny)), 13);
	assert_string_equal(tiny, "core.s1");
	assert_int_equal(cr_topology_path(ib, CR_NONE, tiny, sizeof(tiny)), 0);
	assert_int_equal(cr_topology_path(ib, 0, tiny, 0), 13);
	assert_int_equal(cr_topology_node(ib, "n7"), CR_NONE);
	assert_null(cr_topology_node_name(ib, CR_NONE));
	assert_int_equal(cr_topology_unit_of(ib, CR_NONE), CR_NONE);
	assert_int_equal(cr_topology_unit(ib, "l3"),
			 cr_topology_unit_of(ib, cr_topology_node(ib, "n10")));
	assert_int_equal(cr_topology_unit(ib, "core"), CR_NONE);
	cr_topologies_destroy(set);
}

static void test_sizes(void **state)
{
	struct cr_topologies *set = tw_yaml(site);
	const struct cr_topology *ib = get(set, "ib"), *ultra = get(set, "ultra");
	size_t count;
	const uint32_t *levels = cr_topology_block_levels(ultra, &count);

	(void)state;
	assert_int_equal(cr_topology_node_count(ib), 6);
	assert_int_equal(cr_topology_unit_count(ib), 4);
	assert_int_equal(cr_topology_group_count(ib), 7);
	assert_int_equal(tw_levels(ib), 3);
	assert_int_equal(cr_topology_unit_size(ib, cr_topology_unit(ib, "l4")), 0);
	assert_int_equal(cr_topology_unit_size(ib, 99), 0);
	assert_int_equal(cr_topology_largest_unit(ib), 2);
	assert_int_equal(cr_topology_base_block(ib), 0);
	assert_int_equal(cr_topology_base_block(ultra), 2);
	/* 8 would be more than all blocks: 1, 2 and 4 blocks */
	assert_int_equal(count, 3);
	assert_int_equal(levels[2], 4);
	assert_null(cr_topology_block_levels(ib, &count));
	assert_int_equal(count, 0);
	assert_int_equal(cr_topology_node_count(get(set, "any")), 0);
	assert_int_equal(tw_levels(get(set, "any")), 0);
	cr_topologies_destroy(set);
}

static void test_distance(void **state)
{
	struct cr_topologies *set = tw_yaml(site);
	const struct cr_topology *ib = get(set, "ib"), *ultra = get(set, "ultra");
	const struct {
		const struct cr_topology *t;
		const char *a, *b;
		unsigned want;
	} cases[] = {
		{ib, "n1", "n1", 0},
		{ib, "n1", "n2", 1},
		{ib, "n1", "n9", 2},
		{ib, "n1", "n5", 3},
		{ib, "n5", "n10", 3},
		{ib, "n1", "nowhere", 5},
		{ib, "nowhere", "nowhere", 5},
		{ultra, "ip-10-1-0-2", "ip-10-1-0-10", 1},
		{ultra, "ip-10-1-0-2", "ip-10-1-0-3", 2},
		{ultra, "ip-10-1-0-2", "ip-10-1-0-4", 3},
		{get(set, "any"), "x", "y", 1},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		uint32_t a = cr_topology_node(cases[i].t, cases[i].a);
		uint32_t b = cr_topology_node(cases[i].t, cases[i].b);

		assert_int_equal(tw_distance(cases[i].t, a, b), cases[i].want);
		assert_int_equal(tw_distance(cases[i].t, b, a), cases[i].want);
	}
	cr_topologies_destroy(set);
}

/* Blocks that no aggregated block joins, and switches without a common one. */
static void test_nothing_in_common(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"- {topology: b, block: {block_sizes: 2, blocks: [{block: x, nodes: 'n[1-2]'},"
		" {block: y, nodes: 'n[3-4]'}]}}\n");
	const struct cr_topology *b = get(set, "b");

	(void)state;
	assert_int_equal(tw_levels(b), 1);
	assert_int_equal(tw_distance(b, 0, 3), 2);
	assert_int_equal(cr_topology_group_at(b, 3, 5), 1);
	cr_topologies_destroy(set);
}

static void test_aggregated_blocks(void **state)
{
	/* seven blocks in twos and fours: the last is alone in its two, and joins the four */
	struct cr_topologies *set = tw_yaml(
		"topology: b\nblock:\n  block_sizes: [1, 2, 4]\n  blocks:\n"
		"  - {block: r1, nodes: n1}\n  - {block: r2, nodes: n2}\n"
		"  - {block: r3, nodes: n3}\n  - {block: r4, nodes: n4}\n"
		"  - {block: r5, nodes: n5}\n  - {block: r6, nodes: n6}\n"
		"  - {block: r7, nodes: n7}\n");
	const struct cr_topology *b = get(set, "b");
	static const char *const names[] = {"r1", "r2",     "r3",     "r4",     "r5",     "r6",
					    "r7", "r[1-2]", "r[3-4]", "r[5-6]", "r[1-4]", "r[5-7]"};

	(void)state;
	assert_int_equal(cr_topology_group_count(b), COUNT(names));
	for (uint32_t i = 0; i < COUNT(names); i++) {
		assert_string_equal(cr_topology_group(b, i)->name, names[i]);
		assert_int_equal(cr_topology_group(b, i)->aggregate, i >= 7);
	}
	assert_null(cr_topology_group(b, COUNT(names)));
	assert_string_equal(path(b, "n7"), "r7.n7");
	assert_int_equal(cr_topology_group_at(b, cr_topology_node(b, "n7"), 1), 6);
	assert_int_equal(cr_topology_group_at(b, cr_topology_node(b, "n7"), 2), 11);
	assert_int_equal(cr_topology_first_root(b), 10);
	assert_int_equal(cr_topology_group(b, 10)->next_sibling, 11);
	cr_topologies_destroy(set);
}

/* Every group is one range of nodes, inside its parent's, and above its children. */
static void check_ranges(const struct cr_topology *t)
{
	for (uint32_t i = 0; i < cr_topology_group_count(t); i++) {
		const struct cr_group *g = cr_topology_group(t, i);
		uint32_t at = g->begin;

		for (uint32_t c = g->first_child; c != CR_NONE;
		     c = cr_topology_group(t, c)->next_sibling) {
			const struct cr_group *child = cr_topology_group(t, c);

			assert_int_equal(child->parent, i);
			assert_int_equal(child->begin, at);
			assert_true(child->level < g->level);
			at = child->end;
		}
		if (g->first_child != CR_NONE)
			assert_int_equal(at, g->end);
		assert_int_equal(g->level == 0, i < cr_topology_unit_count(t));
	}
}

static void check_nodes(const struct cr_topology *t)
{
	for (uint32_t n = 0; n < cr_topology_node_count(t); n++) {
		const struct cr_group *unit = cr_topology_group(t, cr_topology_unit_of(t, n));

		assert_int_equal(cr_topology_node(t, cr_topology_node_name(t, n)), n);
		assert_true(n >= unit->begin && n < unit->end);
	}
}

static void test_random(void **state)
{
	unsigned seed = 31;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		struct cr_topologies *set = tw_random(&seed,
						      i % 2 ? CR_TOPOLOGY_TREE : CR_TOPOLOGY_BLOCK);

		check_ranges(cr_topologies_default(set));
		check_nodes(cr_topologies_default(set));
		cr_topologies_destroy(set);
	}
}

/* Rings and toruses are read and located; rings keep the file's order. */
static void test_ring_and_torus(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"- {topology: r, ring: {rings: [{ring: r1, nodes: 'n[3,1,2]'}, {ring: r2}]}}\n"
		"- {topology: t, torus3d: {toruses: [{name: x, nodes: 'n[8,1-7]', dims: {x: 2, y: "
		"2, z: 2}}]}}\n");
	const struct cr_topology *r = get(set, "r"), *t = get(set, "t");

	(void)state;
	assert_string_equal(path(r, "n2"), "r1.n2");
	assert_string_equal(cr_topology_node_name(r, 0), "n3");
	assert_int_equal(cr_topology_unit_size(r, 1), 0);
	assert_string_equal(path(t, "n8"), "x.n8");
	assert_int_equal(cr_topology_node(t, "n8"), 0);
	cr_topologies_destroy(set);
}

/* As slurm_load_topo_config() of 26.05.5 printed it: every type's key, the other types' empty. */
static void test_live_text(void **state)
{
	static const char live[] = "%YAML 1.1\n---\n- topology: t\n  cluster_default: true\n"
				   "  block: {}\n  flat: {}\n  ring: {}\n  torus3d: {}\n"
				   "  tree:\n    switches:\n"
				   "    - switch: top\n      children: s1\n      nodes:\n"
				   "    - switch: s1\n      children:\n      nodes: n[1-4]\n"
				   "- topology: f\n  cluster_default: false\n  block: {}\n"
				   "  flat:\n    alpha_step_rank: true\n  ring: {}\n"
				   "  torus3d: {}\n  tree: {}\n...\n";
	/* and for a topology.conf */
	static const char untold[] =
		"%YAML 1.1\n---\n- topology: default\n"
		"  cluster_default: false\n  block: {}\n  flat: {}\n  ring: {}\n"
		"  torus3d: {}\n  tree: {}\n...\n";
	struct cr_topology_rules rules = {.live = true};
	struct cr_topologies *set = cr_topologies_parse_yaml("live", live, strlen(live), &rules,
							     NULL);

	(void)state;
	assert_non_null(set);
	assert_int_equal(cr_topology_type(get(set, "t")), CR_TOPOLOGY_TREE);
	assert_string_equal(path(get(set, "t"), "n3"), "top.s1.n3");
	assert_int_equal(cr_topology_type(get(set, "f")), CR_TOPOLOGY_FLAT);
	cr_topologies_destroy(set);
	assert_string_equal(tw_yaml_messages(untold, &rules, NULL),
			    "t:3:3: error: topology 'default' has no type: what is in "
			    "topology.conf a controller does not tell");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_default),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_locate),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_distance),
		cmocka_unit_test(test_nothing_in_common),
		cmocka_unit_test(test_aggregated_blocks),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_ring_and_torus),
		cmocka_unit_test(test_live_text),
	};

	return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}
