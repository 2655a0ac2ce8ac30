/* SPDX-License-Identifier: GPL-2.0-or-later */
/* topology/quality: units and borders of an allocation, and the words for them. */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"
#include "topology/hostlist.h"
#include "topology/quality.h"

#include <stdio.h>
#include <string.h>

static const char both[] = "- topology: ultra\n"
			   "  block:\n"
			   "    block_sizes: [18, 36]\n"
			   "    blocks:\n"
			   "    - {block: u1, nodes: 'u[1-18]'}\n"
			   "    - {block: u2, nodes: 'u[19-36]'}\n"
			   "    - {block: u3, nodes: 'u[37-54]'}\n"
			   "- topology: tree\n"
			   "  tree:\n"
			   "    switches:\n"
			   "    - {switch: l1, nodes: 'n[1-4]'}\n"
			   "    - {switch: l2, nodes: 'n[5-8]'}\n"
			   "    - {switch: l3, nodes: 'n[9-12]'}\n"
			   "    - {switch: s1, children: 'l[1-2]'}\n"
			   "    - {switch: s2, children: 'l3'}\n"
			   "    - {switch: core, children: 's[1-2]'}\n"
			   "- {topology: flat, flat: true}\n";

/* Judge LIST on topology NAME; returns the words. */
static const char *judge(const char *name, const char *list, uint32_t segment, struct cr_quality *q)
{
	static char words[400];
	struct cr_topologies *set = tw_yaml(both);
	const struct cr_topology *t = cr_topologies_find(set, name);
	struct cr_hostlist *hosts = cr_hostlist_expand(list, 100, NULL);
	struct cr_space *space = cr_space_whole(t);

	assert_int_equal(cr_quality_of(space, cr_hostlist_names(hosts), cr_hostlist_count(hosts),
				       segment, q, NULL),
			 0);
	cr_quality_words(t, q, words, sizeof(words));
	cr_space_destroy(space);
	cr_hostlist_destroy(hosts);
	cr_topologies_destroy(set);
	return words;
}

static void test_segments_split(void **state)
{
	struct cr_quality q;

	(void)state;
	/* asked 12+12+12, got 17+17+2 */
	assert_string_equal(judge("ultra", "u[1-17],u[19-35],u[37-38]", 12, &q),
			    "36 nodes on 3 blocks, 2 would do; 1 of 3 segments of 12 split");
	assert_int_equal(q.segments_split, 1);
	assert_false(q.as_asked);
	assert_string_equal(judge("ultra", "u[1-12],u[19-30],u[37-48]", 12, &q),
			    "36 nodes on 3 blocks, 2 would do; segments of 12 whole");
	assert_true(q.as_asked);
	assert_true(q.contiguous);
	assert_string_equal(judge("ultra", "u[1-18],u[19-36]", 18, &q),
			    "36 nodes on 2 blocks, the fewest possible; segments of 18 whole");
	assert_string_equal(judge("ultra", "u[1-9],u[19-27]", 18, &q),
			    "18 nodes on 2 blocks, 1 would do; 1 of 1 segments of 18 split");
	assert_false(q.as_asked);
	/* larger than the job: Slurm ignores it */
	assert_string_equal(judge("ultra", "u[1-9],u[19-27]", 36, &q),
			    "18 nodes on 2 blocks, 1 would do");
	assert_int_equal(q.segment, 0);
}

static void test_segments_above_a_block(void **state)
{
	struct cr_quality q;

	(void)state;
	judge("ultra", "u[1-18],u[19-36]", 36, &q);
	assert_true(q.as_asked);
	/* both halves touch three blocks, two would do */
	judge("ultra", "u[1-9,19-27,37-54],u[10-18,28-36]", 27, &q);
	assert_int_equal(q.segments_split, 2);
	judge("ultra", "u[1-18,19-27],u[28-36,37-54]", 27, &q);
	assert_int_equal(q.segments_split, 0);
}

static void test_crossings(void **state)
{
	struct cr_quality q;

	(void)state;
	assert_string_equal(
		judge("tree", "n[1,5,2,6]", 0, &q),
		"4 nodes on 2 leaf switches, 1 would do; in this order a ring crosses 4 "
		"borders, 2 would do");
	assert_int_equal(q.levels, 3);
	assert_int_equal(q.level[0].groups, 2);
	assert_int_equal(q.level[0].crossed, 4);
	assert_int_equal(q.level[0].fewest, 2);
	assert_int_equal(q.level[1].groups, 1);
	assert_int_equal(q.level[1].crossed, 0);
	assert_int_equal(q.level[1].fewest, 0);
	assert_false(q.contiguous);
	/* whole leaves, but the spines in turns */
	judge("tree", "n[1-4],n[9-12],n[5-8]", 0, &q);
	assert_int_equal(q.level[0].crossed, 3);
	assert_int_equal(q.level[0].fewest, 3);
	assert_int_equal(q.level[1].crossed, 2);
	assert_int_equal(q.level[1].fewest, 2);
	assert_int_equal(q.level[2].crossed, 0);
	assert_true(q.contiguous);
	judge("tree", "n[1-2],n[9-10],n[3-4],n[11-12]", 0, &q);
	assert_int_equal(q.level[1].crossed, 4);
	assert_int_equal(q.level[1].fewest, 2);
}

static void test_unknown_nodes(void **state)
{
	struct cr_quality q;

	(void)state;
	assert_string_equal(judge("tree", "n[1-3],x[1-2]", 0, &q),
			    "5 nodes on 1 leaf switch; 2 not in the topology");
	assert_int_equal(q.unknown, 2);
	assert_int_equal(q.units, 1);
	assert_int_equal(q.fewest_units, 1);
	assert_int_equal(q.level[0].groups, 1);
	assert_int_equal(q.level[0].crossed, 0);
	judge("tree", "x[1-2]", 0, &q);
	assert_int_equal(q.units, 0);
	judge("tree", "", 0, &q);
	assert_int_equal(q.units, 0);
	assert_true(q.contiguous);
}

static void test_flat(void **state)
{
	struct cr_quality q;

	(void)state;
	assert_string_equal(judge("flat", "n[1-3]", 0, &q), "3 nodes on 1 network");
	assert_int_equal(q.unknown, 0);
	assert_true(q.as_asked && q.contiguous);
}

static void test_parts(void **state)
{
	struct cr_topologies *set = tw_yaml(both);
	const struct cr_topology *t = cr_topologies_find(set, "ultra");
	struct cr_hostlist *hosts = cr_hostlist_expand("u[37-38],u[1-17],u[19-35],x1", 100, NULL);
	const char *const *names = cr_hostlist_names(hosts);
	char buf[64];

	(void)state;
	assert_string_equal(cr_quality_parts(t, names, 37, buf, sizeof(buf)), "17+17+2");
	assert_string_equal(cr_quality_parts(t, names, 37, buf, 8), "17+17+2");
	assert_string_equal(cr_quality_parts(t, names, 37, buf, 7), "17+...");
	assert_string_equal(cr_quality_parts(t, names, 2, buf, sizeof(buf)), "2");
	assert_string_equal(cr_quality_parts(t, names, 0, buf, sizeof(buf)), "");
	assert_string_equal(cr_quality_parts(t, names, 37, buf, 1), "");
	cr_hostlist_destroy(hosts);
	cr_topologies_destroy(set);
}

/* More than 255 nodes of one unit: counters must not wrap. */
static void test_large_unit(void **state)
{
	struct cr_topologies *set = tw_yaml(
		"{topology: t, tree: {switches: [{switch: s, nodes: 'n[1-600]'}]}}");
	struct cr_hostlist *hosts = cr_hostlist_expand("n[1-600]", 1000, NULL);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));
	struct cr_quality q;

	(void)state;
	assert_int_equal(cr_quality_of(space, cr_hostlist_names(hosts), 600, 0, &q, NULL), 0);
	assert_int_equal(q.level[0].groups, 1);
	assert_int_equal(q.units, 1);
	cr_space_destroy(space);
	cr_hostlist_destroy(hosts);
	cr_topologies_destroy(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_segments_split),
		cmocka_unit_test(test_segments_above_a_block),
		cmocka_unit_test(test_crossings),
		cmocka_unit_test(test_unknown_nodes),
		cmocka_unit_test(test_flat),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_large_unit),
	};

	return cmocka_run_group_tests_name("quality", tests, NULL, NULL);
}
