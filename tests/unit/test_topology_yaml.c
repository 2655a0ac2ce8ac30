/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the readers say, word for word with its position.  Whether they judge as
 * Slurm does is tests/topology/verdict's matter.
 */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct says {
	const char *text, *messages;
};

static void check(const struct says *cases, size_t count, bool want)
{
	for (size_t i = 0; i < count; i++) {
		bool good;

		assert_string_equal(tw_yaml_messages(cases[i].text, NULL, &good),
				    cases[i].messages);
		assert_int_equal(good, want);
	}
}

static void test_errors(void **state)
{
	static const struct says cases[] = {
		{"", "t:1:1: error: expected a list of topologies, found nothing"},
		{"[]", "t:1:1: error: an empty list: no topology is defined"},
		{"hello", "t:1:1: error: expected a list of topologies, found text"},
		{"[one]", "t:1:2: error: expected a mapping, found text"},
		{"- topology: x\n",
		 "t:1:3: error: topology 'x' has no type (block, tree, flat...)"},
		{"- topology: x\n  tree: [a]\n",
		 "t:2:9: error: tree: expected a mapping, found a list"},
		{"- topology: x\n  tree: {switches: s1}\n",
		 "t:2:20: error: expected a list, found text"},
		{"- topology: x\n  tree: {switches: []}\n",
		 "t:1:3: error: topology 'x' has no switch"},
		{"- topology: x\n  tree: {switches: [{nodes: n1}]}\n",
		 "t:2:21: error: a switch without a name"},
		{"- topology: x\n  block: {blocks: [{block: a, nodes: n1}]}\n"
		 "  tree: {switches: [{switch: s, nodes: n1}]}\n",
		 "t:3:3: error: 'tree' and 'block' in one topology: it has one type"},
		{"- topology: x\n  tree:\n    switches:\n    - {switch: s, nodes: [n1]}\n",
		 "t:4:26: error: nodes: expected text, found a list"},
		{"- topology: x\n  tree:\n    switches:\n    - {switch: s, nodes: 'n['}\n",
		 "t:4:26: error: nodes of 's': 'n[': a bracket is not closed"},
		{"- topology: x\n  block: {block_sizes: [4, 12], blocks: [{block: a, nodes: n1}]}\n",
		 "t:2:28: error: block size 12 is not 1, 2, 4, 8 ... times the first, which is 4"},
		{"- topology: x\n  block: {block_sizes: [0], blocks: [{block: a, nodes: n1}]}\n",
		 "t:2:25: error: block size 0 is not above zero"},
		{"- topology: x\n  block: {block_sizes: '18,36', blocks: [{block: a, nodes: n1}]}\n",
		 "t:2:24: error: '18,36' is no whole number"},
		{"- topology: x\n  block: {block_sizes: 5000000000, blocks: [{block: a}]}\n",
		 "t:2:24: error: 5000000000 is out of range"},
		{"- topology: x\n  block: {blocks: [{block: a}]}\n",
		 "t:1:3: error: topology 'x': its blocks have no nodes and there are no block_sizes"},
		{"- topology: x\n  block: {blocks: [{block: 'b[1', nodes: n1}, {block: c}]}\n",
		 "t:2:28: error: block names that Slurm cannot fold: 'b[1': a bracket is not "
		 "closed"},
		/* the first two fold, all three do not */
		{"- topology: x\n  block: {blocks: [{block: b1, nodes: n1}, {block: b2}, {block: "
		 "'b[1'}]}\n",
		 "t:2:28: error: block names that Slurm cannot fold: 'b[1': a bracket is not "
		 "closed"},
		{"- topology: x\n  ring: {rings: [{ring: r, nodes: 'n[1-17]'}]}\n",
		 "t:2:35: error: ring 'r' has 17 nodes, 16 is the limit"},
		{"- topology: x\n  torus3d: {toruses: [{name: a, nodes: 'n[1-7]', dims: {x: 2, y: 2, z: "
		 "2}}]}\n",
		 "t:2:23: error: 7 nodes for 8 places"},
		{"- topology: x\n  flat: [1]\n", "t:2:9: error: flat: expected text, found a list"},
		{"- topology: x\n  tree: *a\n",
		 "t:2:9: error: aliases (*name) are not read: write it out"},
		{"- topology: x\n  tree: {switches: [\n",
		 "t:3:1: error: not valid YAML: did not find expected node content while parsing a "
		 "flow node"},
	};

	(void)state;
	check(cases, COUNT(cases), false);
}

/* Several at once, each with its line. */
static void test_all_errors(void **state)
{
	static const struct says cases[] = {
		{"- topology: x\n  tree:\n    switches:\n"
		 "    - {switch: leaf1, nodes: 'n[1-2'}\n"
		 "    - {switch: leaf1, nodes: 'n[3-4]'}\n"
		 "    - {switch: top, children: 'leaf1,laef2,top'}\n"
		 "- topology: y\n  flat: false\n",
		 "t:7:3: error: topology 'y' has no type (block, tree, flat...)"},
		{"- topology: x\n  tree:\n    switches:\n"
		 "    - {switch: leaf1, nodes: 'n[1-2'}\n"
		 "    - {switch: leaf2, nodes: 'n[3-4]'}\n"
		 "    - {switch: top, children: 'leaf1,leef2,top'}\n",
		 "t:6:31: error: switch 'top' has a child 'leef2' that is not defined; did you mean "
		 "'leaf2'?\n"
		 "t:6:31: error: switch 'top' is its own child\n"
		 "t:4:30: error: nodes of 'leaf1': 'n[1-2': a bracket is not closed"},
		{"- topology: x\n  tree:\n    switches:\n"
		 "    - {switch: a, children: b}\n"
		 "    - {switch: b, children: c}\n"
		 "    - {switch: c, children: b}\n"
		 "- topology: y\n  block: {blocks: [{block: b, nodes: n1}, {block: b, nodes: n2}]}\n",
		 "t:5:16: error: switch 'b' is below itself: the children form a loop\n"
		 "t:8:51: error: block 'b' is defined twice, first in line 8\n"
		 "t:1:3: warning: no topology says cluster_default: true; the first one counts"},
	};

	(void)state;
	check(cases, COUNT(cases), false);
}

static void test_warnings(void **state)
{
	static const struct says cases[] = {
		{"- topology: x\n  clusterDefault: true\n  flat: true\n",
		 "t:2:3: warning: unknown key 'clusterDefault', which Slurm ignores; did you mean "
		 "'cluster_default'?"},
		{"- topology: x\n  zzz: 1\n  flat: true\n",
		 "t:2:3: warning: unknown key 'zzz', which Slurm ignores"},
		{"- topology: x\n  topology: y\n  flat: true\n",
		 "t:2:3: warning: 'topology' stands twice, first in line 1"},
		{"- topology: x\n  flat: true\n- topology: y\n  flat: true\n",
		 "t:1:3: warning: no topology says cluster_default: true; the first one counts"},
		{"- {topology: x, cluster_default: true, flat: true}\n"
		 "- {topology: x, cluster_default: true, flat: true}\n",
		 "t:2:3: warning: a second cluster_default; the first one counts\n"
		 "t:2:3: warning: a second topology called 'x'; no partition can get it"},
		{"- topology: x\n  tree:\n    switches:\n"
		 "    - {switch: a, nodes: 'n[1-3]'}\n"
		 "    - {switch: b, nodes: 'n[2-4]'}\n",
		 "t:1:3: warning: no switch is above all: 'a' and 'b' have nothing in common\n"
		 "t:5:26: warning: 2 of the nodes of 'b' are in another unit already, such as 'n2' "
		 "in 'a'"},
		{"- topology: x\n  tree:\n    switches:\n"
		 "    - {switch: a, nodes: n1}\n"
		 "    - {switch: b, nodes: n2, children: a}\n"
		 "    - {switch: c, children: 'a,b'}\n    - {switch: d, children: 'b,c'}\n",
		 "t:5:40: warning: switch 'b' has nodes; its children are ignored"},
		{"- topology: x\n  ring: {rings: [{ring: r, nodes: 'n['}]}\n",
		 "t:2:35: warning: nodes of 'r': 'n[': a bracket is not closed"},
		{"- {topology: x, flat: true}\n---\nmore\n",
		 "t:2:4: warning: what follows the first document is not read"},
	};

	(void)state;
	check(cases, COUNT(cases), true);
}

/* Keys that an older Slurm does not know. */
static void test_versions(void **state)
{
	static const char ring[] = "- topology: x\n  ring: {rings: [{ring: r, nodes: n1}]}\n";
	static const char flat[] = "- topology: x\n  flat: {alpha_step_rank: true}\n";
	struct cr_topology_rules old = {.slurm_version = CR_SLURM_VERSION(25, 11, 7)};
	struct cr_topology_rules now = {.slurm_version = CR_SLURM_VERSION(26, 5, 0)};

	(void)state;
	assert_string_equal(tw_yaml_messages(ring, &now, NULL), "");
	assert_string_equal(tw_yaml_messages(ring, &old, NULL),
			    "t:2:3: warning: unknown key 'ring', which Slurm ignores\n"
			    "t:1:3: error: topology 'x' has no type (block, tree, flat...)");
	assert_string_equal(tw_yaml_messages(flat, &now, NULL), "");
	assert_string_equal(tw_yaml_messages(flat, &old, NULL),
			    "t:2:9: error: flat: expected text, found a mapping");
}

/* The levels of block sizes that T has, as text. */
static void print_levels(const struct cr_topology *t, char *buf, size_t size)
{
	size_t count, used = 0;
	const uint32_t *level = cr_topology_block_levels(t, &count);

	*buf = '\0';
	for (size_t k = 0; k < count && used < size; k++)
		used += (size_t)snprintf(buf + used, size - used, "%s%u", k ? " " : "", level[k]);
}

/* Slurm 25.x skips a size that is none; from 26.05 on it stops. */
static void test_bad_block_sizes(void **state)
{
	static const struct {
		const char *sizes, *message, *levels;
		size_t base;
	} cases[] = {
		{"[18, 54]", "block size 54 is not 1, 2, 4, 8 ... times the first, which is 18",
		 "1", 18},
		{"[4, 12, 8]", "block size 12 is not 1, 2, 4, 8 ... times the first, which is 4",
		 "1 2", 4},
		{"[-3, 2, 4]", "block size -3 is not above zero", "1 2", 2},
		{"[0]", "block size 0 is not above zero", "1", 2},
	};
	struct cr_topology_rules old = {.slurm_version = CR_SLURM_VERSION(25, 11, 7)};
	struct cr_topology_rules now = {.slurm_version = CR_SLURM_VERSION(26, 5, 0)};
	struct cr_topology_rules running = {.accepted = true};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[300], want[300], levels[40];
		struct cr_topologies *set;
		bool good;

		(void)snprintf(text, sizeof(text),
			       "{topology: t, block: {block_sizes: %s, blocks: [{block: a, nodes: "
			       "'n[1-2]'}, {block: b, nodes: 'n[3-4]'}]}}\n",
			       cases[i].sizes);
		(void)snprintf(want, sizeof(want), "error: %s", cases[i].message);
		assert_non_null(strstr(tw_yaml_messages(text, &now, &good), want));
		assert_false(good);
		assert_non_null(strstr(tw_yaml_messages(text, &old, &good), "; Slurm skips it"));
		assert_true(good);
		set = cr_topologies_parse_yaml("t", text, strlen(text), i % 2 ? &old : &running,
					       NULL);
		assert_non_null(set);
		print_levels(cr_topologies_get(set, 0), levels, sizeof(levels));
		assert_string_equal(levels, cases[i].levels);
		assert_int_equal(cr_topology_base_block(cr_topologies_get(set, 0)), cases[i].base);
		cr_topologies_destroy(set);
	}
}

/* What Slurm runs with and we cannot read costs that topology alone. */
static void test_accepted_by_slurm(void **state)
{
	static const char *const bad[] = {
		"tree: {switches: [{switch: s, children: [x]}]}",
		"tree: {switches: [{switch: s, nodes: 'n['}]}",
		"block: {blocks: [{block: a, nodes: n1}, {block: a, nodes: n2}]}",
		"block: 7",
		"hypercube: {corners: [n1]}",
	};
	struct cr_topology_rules running = {.accepted = true};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct cr_topologies *set;
		char text[400];
		bool good;

		(void)snprintf(
			text, sizeof(text),
			"- {topology: lost, %s}\n- {topology: kept, tree: {switches: [{switch: "
			"s, nodes: 'n[1-2]'}]}}\n",
			bad[i]);
		(void)tw_yaml_messages(text, NULL, &good);
		assert_false(good);
		set = cr_topologies_parse_yaml("t", text, strlen(text), &running, NULL);
		if (!set)
			fail_msg("%s", bad[i]);
		assert_int_equal(cr_topologies_count(set), 2);
		assert_string_equal(cr_topology_name(cr_topologies_get(set, 0)), "lost");
		assert_false(cr_topology_is_known(cr_topologies_get(set, 0)));
		assert_int_equal(cr_topology_node_count(cr_topologies_get(set, 0)), 0);
		assert_int_equal(cr_topology_node(cr_topologies_get(set, 0), "n1"), CR_NONE);
		assert_int_equal(cr_topology_type(cr_topologies_get(set, 0)),
				 i < 2   ? CR_TOPOLOGY_TREE
				 : i < 3 ? CR_TOPOLOGY_BLOCK
					 : CR_TOPOLOGY_NONE);
		assert_true(cr_topology_is_known(cr_topologies_find(set, "kept")));
		assert_int_equal(cr_topology_node_count(cr_topologies_find(set, "kept")), 2);
		cr_topologies_destroy(set);
	}
	assert_null(cr_topologies_parse_yaml("t", "- {topology: a}\n", 16, &running, NULL));
}

static void test_limits(void **state)
{
	struct cr_topology_rules small = {.max_nodes = 10};
	char deep[300] = "- topology: x\n  tree: ";
	size_t len = strlen(deep);

	(void)state;
	assert_string_equal(
		tw_yaml_messages("- topology: x\n  tree: {switches: [{switch: a, nodes: 'n[1-6]'},"
				 " {switch: b, nodes: 'm[1-6]'}]}\n",
				 &small, NULL),
		"t:1:3: warning: no switch is above all: 'a' and 'b' have nothing in common\n"
		"t:2:70: error: with 'b' there are more than 10 nodes in all");
	memset(deep + len, '[', 200);
	deep[len + 200] = '\0';
	assert_string_equal(tw_yaml_messages(deep, NULL, NULL), "t:2:71: error: nested too deeply");
	assert_null(cr_topologies_parse_yaml("t", "a: \0b", 5, NULL, NULL));
}

/* 66 switches one above the other, children first: more levels than are taken. */
static void test_levels_limit(void **state)
{
	char text[8192];
	size_t len = (size_t)snprintf(text, sizeof(text),
				      "- topology: x\n  tree:\n    switches:\n"
				      "    - {switch: s0, nodes: n1}\n");

	(void)state;
	for (int i = 1; i < 66; i++) {
		if (i == 64)
			assert_string_equal(tw_yaml_messages(text, NULL, NULL), "");
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"    - {switch: s%d, children: s%d}\n", i, i - 1);
	}
	assert_string_equal(tw_yaml_messages(text, NULL, NULL),
			    "t:1:3: error: more than 64 levels of switches");
}

/* --- topology.conf ----------------------------------------------------------- */

static void check_conf(const struct says *cases, size_t count, enum cr_topology_type type,
		       bool want)
{
	for (size_t i = 0; i < count; i++) {
		bool good;

		assert_string_equal(tw_conf_messages(cases[i].text, type, NULL, &good),
				    cases[i].messages);
		assert_int_equal(good, want);
	}
}

static void test_conf_good(void **state)
{
	static const struct says tree[] = {
		{"SwitchName=s1 Nodes=n[1-4]\n", ""},
		{"switchname=s1 NODES=n[1-4]", ""},
		{"SWITCHNAME=s1 LinkSpeed=10 Nodes=n[1-4] # why\n# more\n\n  \n", ""},
		{"SwitchName=s1 \\\n Nodes=n[1-2] \\ \n LinkSpeed=1\nSwitchName=t Switches=s1\n",
		 ""},
		{"SwitchName=\"s1\" Nodes=\"n1 n2\"\r\n", ""},
	};
	static const struct says block[] = {
		{"BlockName=b1 Nodes=n[1-4]\nBlockName=b2\nBlockSizes=4,8\n", ""},
		{"BlockSizes=4\nBlockSizes=8,,16\nBlockName=b1 Nodes=n[1-4]\n", ""},
	};

	(void)state;
	check_conf(tree, COUNT(tree), CR_TOPOLOGY_TREE, true);
	check_conf(block, COUNT(block), CR_TOPOLOGY_BLOCK, true);
	assert_string_equal(tw_conf_messages("what", CR_TOPOLOGY_FLAT, NULL, NULL), "");
}

static void test_conf_errors(void **state)
{
	static const struct says tree[] = {
		{"", "t:1: error: topology 'default' has no switch"},
		{"SwitchName=s1 Nodse=n1\n",
		 "t:1:15: error: unknown key 'Nodse' for topology/tree; did you mean 'Nodes'?"},
		{"\n\nBlockName=b1 Nodes=n1\n",
		 "t:3:1: error: unknown key 'BlockName' for topology/tree"},
		{"Nodes=n1 SwitchName=s1\n",
		 "t:1:1: error: a line begins with SwitchName=, not Nodes="},
		{"SwitchName=s1 Nodes=n1 LinkSpeed=fast\n",
		 "t:1:34: error: LinkSpeed is a whole number, not 'fast'"},
		{"SwitchName=s1 Nodes=n1 what\n", "t:1:24: error: 'what' is no Key=Value"},
		{"SwitchName=s1 Nodes=\n", "t:1:15: error: 'Nodes=' is no Key=Value"},
		{"SwitchName=s1 \\\n  Nodes=n1 \\\n  Bad=1\n",
		 "t:3:3: error: unknown key 'Bad' for topology/tree"},
		{"SwitchName=s1 Nodes=n1\nSwitchName=s2 Switches=s1 Nodes=n2\n",
		 "t:2:1: error: switch 's2' has both nodes and child switches"},
		{"Include other.conf\n", "t:1:9: error: Include is not possible here"},
		{"SwitchName=s1 Nodes=n[\nSwitchName=s2 Switches=x\n",
		 "t:2:24: error: switch 's2' has a child 'x' that is not defined\n"
		 "t:1:21: error: nodes of 's1': 'n[': a bracket is not closed"},
	};
	static const struct says block[] = {
		{"BlockName=b1 Nodes=n1\nBlockSizes=x\n", "t:2:12: error: 'x' is no block size"},
		{"BlockName=b1 Nodes=n1\nBlockSizes=,\n",
		 "t:2:12: error: BlockSizes names no size"},
		{"BlockSizes=4 BlockName=b1\nBlockName=b1 Nodes=n1\n",
		 "t:1:14: error: nothing may follow BlockSizes on its line"},
		{"BlockName=b1 Nodes=n1 Switches=s1\n",
		 "t:1:23: error: unknown key 'Switches' for topology/block"},
		{"BlockName=b1 Nodes=n1\nBlockSizes=4,12\n",
		 "t:2:12: error: block size 12 is not 1, 2, 4, 8 ... times the first, which is 4"},
	};

	(void)state;
	check_conf(tree, COUNT(tree), CR_TOPOLOGY_TREE, false);
	check_conf(block, COUNT(block), CR_TOPOLOGY_BLOCK, false);
	assert_string_equal(tw_conf_messages("", CR_TOPOLOGY_TORUS3D, NULL, NULL),
			    "t:1: error: topology/torus3d is configured in topology.yaml only");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_errors),          cmocka_unit_test(test_all_errors),
		cmocka_unit_test(test_warnings),        cmocka_unit_test(test_versions),
		cmocka_unit_test(test_bad_block_sizes), cmocka_unit_test(test_accepted_by_slurm),
		cmocka_unit_test(test_limits),          cmocka_unit_test(test_levels_limit),
		cmocka_unit_test(test_conf_good),       cmocka_unit_test(test_conf_errors),
	};

	return cmocka_run_group_tests_name("topology readers", tests, NULL, NULL);
}
