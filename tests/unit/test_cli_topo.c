/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute topo: files, a controller that is imitated, text and JSON. */
#include "tests/unit/cli_world.h"

#include "topology/slurm_versions.h"

#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void from_files(void **state)
{
	static const struct cli_case table[] = {
		{"topo --topology-file two.yaml", 0,
		 "ultra  block: 8 nodes in 2 units; placed within 4, 8 nodes\n"
		 "`- b[1-2]  8 nodes\n"
		 "   |- b1  4 nodes  n[2,4,6,8]\n"
		 "   `- b2  4 nodes  n[1,3,5,7]\n"
		 "ib  tree, cluster default: 6 nodes in 3 units\n"
		 "`- core  6 nodes\n"
		 "   |- s1  4 nodes\n"
		 "   |  |- l1  2 nodes  i[11-12]\n"
		 "   |  `- l2  2 nodes  i[13-14]\n"
		 "   `- s2  2 nodes\n"
		 "      `- l3  2 nodes  i[15-16]\n"
		 "any  flat: any node, all equally near\n",
		 ""},
		{"topo --topology-file two.yaml --topology ultra", 0,
		 "ultra  block: 8 nodes in 2 units; placed within 4, 8 nodes\n"
		 "`- b[1-2]  8 nodes\n"
		 "   |- b1  4 nodes  n[2,4,6,8]\n"
		 "   `- b2  4 nodes  n[1,3,5,7]\n",
		 ""},
		{"topo --topology-file two.yaml --topology any", 0,
		 "any  flat: any node, all equally near\n", ""},
		{"topo --topology-file two.yaml --topology none", 1, "",
		 "commroute: no topology 'none'; there are: ultra ib any\n"},
		{"topo --topology-file two.yaml --node n5", 0, "ultra: b2.n5  (b2, 4 nodes)\n", ""},
		{"topo --topology-file two.yaml --node n5 --topology ib", 1, "",
		 "commroute: node 'n5' is in no such topology\n"},
		{"topo --topology-file two.yaml --node nowhere", 1, "",
		 "commroute: node 'nowhere' is in no such topology\n"},
		{"topo --topology-file two.yaml --topology ultra --mark 'n[2,4,1]'", 0,
		 "ultra  block: 8 nodes in 2 units; placed within 4, 8 nodes\n"
		 "`- b[1-2]  8 nodes  <- 3\n"
		 "   |- b1  4 nodes  n[2,4,6,8]  <- 2: n[2,4]\n"
		 "   `- b2  4 nodes  n[1,3,5,7]  <- 1: n1\n"
		 "3 nodes on 2 blocks, 1 would do\n"
		 "per unit: 2+1\n",
		 ""},
		{"topo --topology-file two.yaml --mark 'i[11-12]'", 0,
		 "ib  tree, cluster default: 6 nodes in 3 units\n"
		 "`- core  6 nodes  <- 2\n"
		 "   |- s1  4 nodes  <- 2\n"
		 "   |  |- l1  2 nodes  i[11-12]  <- 2: i[11-12]\n"
		 "   |  `- l2  2 nodes  i[13-14]\n"
		 "   `- s2  2 nodes\n"
		 "      `- l3  2 nodes  i[15-16]\n"
		 "2 nodes on 1 leaf switch\n",
		 ""},
		{"topo --topology-file two.yaml --mark i11,x1", 0,
		 "ib  tree, cluster default: 6 nodes in 3 units\n"
		 "`- core  6 nodes  <- 1\n"
		 "   |- s1  4 nodes  <- 1\n"
		 "   |  |- l1  2 nodes  i[11-12]  <- 1: i11\n"
		 "   |  `- l2  2 nodes  i[13-14]\n"
		 "   `- s2  2 nodes\n"
		 "      `- l3  2 nodes  i[15-16]\n"
		 "2 nodes on 1 leaf switch; 1 not in the topology\n",
		 ""},
		{"topo --topology-file two.yaml --mark 'i[11'", 2, "",
		 "commroute: 'i[11': a bracket is not closed\n"},
		{"topo --topology-file two.yaml --mark ''", 2, "",
		 "commroute: an empty list of nodes\n"},
		{"topo --topology-file tree.conf", 0,
		 "default  tree, cluster default: 4 nodes in 2 units\n"
		 "`- top  4 nodes\n"
		 "   |- s1  2 nodes  n[1-2]\n"
		 "   `- s2  2 nodes  n[3-4]\n",
		 ""},
		{"topo --topology-file tree.conf --topology-plugin topology/tree", 0,
		 "default  tree, cluster default: 4 nodes in 2 units\n"
		 "`- top  4 nodes\n"
		 "   |- s1  2 nodes  n[1-2]\n"
		 "   `- s2  2 nodes  n[3-4]\n",
		 ""},
		{"topo --topology-file tree.conf --topology-plugin topology/flat", 0,
		 "default  flat, cluster default: any node, all equally near\n", ""},
		{"topo --topology-file tree.conf --topology-plugin topology/block", 1, "",
		 "tree.conf:1:1: error: unknown key 'SwitchName' for topology/block\n"
		 "tree.conf:2:1: error: unknown key 'SwitchName' for topology/block\n"
		 "tree.conf:3:1: error: unknown key 'SwitchName' for topology/block\n"},
		{"topo --topology-file tree.conf --topology-plugin frob", 2, "",
		 "commroute: --topology-plugin: 'frob' is no topology plugin\n"},
		{"topo --topology-file bad.yaml", 1, "",
		 "bad.yaml:1:3: error: topology 't' has no type (block, tree, flat...)\n"
		 "bad.yaml:2:3: warning: unknown key 'blocks', which Slurm ignores; did you mean "
		 "'block'?\n"},
		{"topo --topology-file none.yaml", 3, "",
		 "commroute: none.yaml: No such file or directory\n"},
		{"topo --topology-file two.yaml --format xml", 2, "",
		 "commroute topo: --format is text or json, not 'xml'\n" CLI_TRY("topo")},
		{"topo --topology-file two.yaml --job 0", 2, "",
		 "commroute topo: --job: '0' is no job: write 18, 18_2 for a task of an array, or 19+1 "
		 "for a component of a heterogeneous job\n" CLI_TRY("topo")},
		{"topo --topology-file two.yaml --job x", 2, "",
		 "commroute topo: --job: 'x' is no job: write 18, 18_2 for a task of an array, or 19+1 "
		 "for a component of a heterogeneous job\n" CLI_TRY("topo")},
		{"topo --topology-file two.yaml --job 1 --mark n1", 2, "",
		 "commroute topo: --mark and --job exclude each other\n" CLI_TRY("topo")},
		{"topo --topology-file two.yaml n1", 2, "",
		 "commroute topo: what is 'n1'? Nodes are given with --node or --mark\n" CLI_TRY(
			 "topo")},
		{"topo --topology-file two.yaml --topology any --format text", 0,
		 "any  flat: any node, all equally near\n", ""},
		{"topo --topology-file", 2, "",
		 "commroute topo: option '--topology-file' requires an argument\n" CLI_TRY("topo")},

	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void as_json(void **state)
{
	static const struct cli_case table[] = {
		{"topo --topology-file two.yaml --topology any --format json", 0,
		 "{\"topologies\":[{\"name\":\"any\",\"type\":\"flat\",\"cluster_default\":false,"
		 "\"node_count\":0,\"unit_count\":0,\"groups\":[]}]}",
		 ""},
		{"topo --topology-file two.yaml --topology ultra --format json", 0,
		 "{\"topologies\":[{\"name\":\"ultra\",\"type\":\"block\",\"cluster_default\":false,"
		 "\"node_count\":8,\"unit_count\":2,\"block_sizes\":[4,8],\"groups\":[{\"name\":\"b1\","
		 "\"level\":0,\"parent\":\"b[1-2]\",\"aggregate\":false,\"node_count\":4,\"nodes\":\"n[2,"
		 "4,6,8]\"},{\"name\":\"b2\",\"level\":0,\"parent\":\"b[1-2]\",\"aggregate\":false,"
		 "\"node_count\":4,\"nodes\":\"n[1,3,5,7]\"},{\"name\":\"b[1-2]\",\"level\":1,"
		 "\"parent\":null,\"aggregate\":true,\"node_count\":8,\"nodes\":\"n[1-8]\"}]}]}",
		 ""},
		{"topo --topology-file two.yaml --node n5 --format json", 0,
		 "{\"node\":\"n5\",\"found\":[{\"topology\":\"ultra\",\"path\":\"b2.n5\","
		 "\"unit\":\"b2\"}]}",
		 ""},
		{"topo --topology-file two.yaml --node nowhere --format json", 1,
		 "{\"node\":\"nowhere\",\"found\":[]}", ""},
		{"topo --topology-file two.yaml --topology ultra --mark 'n[2,4,1]' --format json",
		 0,
		 "{\"topologies\":[{\"name\":\"ultra\",\"type\":\"block\",\"cluster_default\":false,"
		 "\"node_count\":8,\"unit_count\":2,\"block_sizes\":[4,8],\"groups\":[{\"name\":\"b1\","
		 "\"level\":0,\"parent\":\"b[1-2]\",\"aggregate\":false,\"node_count\":4,\"nodes\":\"n[2,"
		 "4,6,8]\"},{\"name\":\"b2\",\"level\":0,\"parent\":\"b[1-2]\",\"aggregate\":false,"
		 "\"node_count\":4,\"nodes\":\"n[1,3,5,7]\"},{\"name\":\"b[1-2]\",\"level\":1,"
		 "\"parent\":null,\"aggregate\":true,\"node_count\":8,\"nodes\":\"n[1-8]\"}]}],"
		 "\"quality\":{\"nodes\":3,\"unknown\":0,\"units\":2,\"fewest_units\":1,\"segment\":0,"
		 "\"segments_split\":0,\"levels\":[{\"groups\":2,\"crossed\":2,\"fewest\":2},"
		 "{\"groups\":1,\"crossed\":0,\"fewest\":0}],\"as_asked\":false,\"contiguous\":true,"
		 "\"verdict\":\"3 nodes on 2 blocks, 1 would do\"}}",
		 ""},

	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

static void in_utf8(void **state)
{
	static const struct cli_case table[] = {
		{"topo --topology-file tree.conf", 0,
		 "default  tree, cluster default: 4 nodes in 2 units\n"
		 "\u2514\u2500 top  4 nodes\n"
		 "   \u251c\u2500 s1  2 nodes  n[1-2]\n"
		 "   \u2514\u2500 s2  2 nodes  n[3-4]\n",
		 ""},
	};

	(void)state;
	setenv("LC_ALL", "C.UTF-8", 1);
	cli_check(table, COUNT(table));
	unsetenv("LC_ALL");
}

/* Fifty blocks under five switches: six siblings are shown, the first switch is opened. */
static void of_many_groups_few_are_shown(void **state)
{
	static const struct cli_case table[] = {
		{"topo --topology-file big.conf", 0,
		 "default  tree, cluster default: 50 nodes in 50 units\n"
		 "`- top  50 nodes\n"
		 "   |- s1  10 nodes\n"
		 "   |  |- l1  1 node  n1\n"
		 "   |  |- l2  1 node  n2\n"
		 "   |  |- l3  1 node  n3\n"
		 "   |  |- l4  1 node  n4\n"
		 "   |  |- l5  1 node  n5\n"
		 "   |  |- l6  1 node  n6\n"
		 "   |  `- ... and 4 more, 4 nodes: l[7-10]\n"
		 "   |- s2  10 nodes\n"
		 "   |- s3  10 nodes\n"
		 "   |- s4  10 nodes\n"
		 "   `- s5  10 nodes\n",
		 ""},
		{"topo --topology-file big.conf --mark n20,n38", 0,
		 "default  tree, cluster default: 50 nodes in 50 units\n"
		 "`- top  50 nodes  <- 2\n"
		 "   |- s1  10 nodes\n"
		 "   |  |- l1  1 node  n1\n"
		 "   |  |- l2  1 node  n2\n"
		 "   |  |- l3  1 node  n3\n"
		 "   |  |- l4  1 node  n4\n"
		 "   |  |- l5  1 node  n5\n"
		 "   |  |- l6  1 node  n6\n"
		 "   |  `- ... and 4 more, 4 nodes: l[7-10]\n"
		 "   |- s2  10 nodes  <- 1\n"
		 "   |  |- l11  1 node  n11\n"
		 "   |  |- l12  1 node  n12\n"
		 "   |  |- l13  1 node  n13\n"
		 "   |  |- l14  1 node  n14\n"
		 "   |  |- l15  1 node  n15\n"
		 "   |  |- l16  1 node  n16\n"
		 "   |  |- l20  1 node  n20  <- 1: n20\n"
		 "   |  `- ... and 3 more, 3 nodes: l[17-19]\n"
		 "   |- s3  10 nodes\n"
		 "   |- s4  10 nodes  <- 1\n"
		 "   |  |- l31  1 node  n31\n"
		 "   |  |- l32  1 node  n32\n"
		 "   |  |- l33  1 node  n33\n"
		 "   |  |- l34  1 node  n34\n"
		 "   |  |- l35  1 node  n35\n"
		 "   |  |- l36  1 node  n36\n"
		 "   |  |- l38  1 node  n38  <- 1: n38\n"
		 "   |  `- ... and 3 more, 3 nodes: l[37,39-40]\n"
		 "   `- s5  10 nodes\n"
		 "2 nodes on 2 leaf switches, the fewest possible\n"
		 "per unit: 1+1\n",
		 ""},
	};
	FILE *f = fopen("big.conf", "we");

	(void)state;
	assert_non_null(f);
	for (int i = 1; i <= 50; i++)
		(void)fprintf(f, "SwitchName=l%d Nodes=n%d\n", i, i);
	for (int i = 0; i < 5; i++)
		(void)fprintf(f, "SwitchName=s%d Switches=l[%d-%d]\n", i + 1, i * 10 + 1,
			      i * 10 + 10);
	(void)fputs("SwitchName=top Switches=s[1-5]\n", f);
	assert_int_equal(fclose(f), 0);
	cli_check(table, COUNT(table));
	cli_check_words("topo --topology-file big.conf --all", 0, "l50  1 node  n50\n", "");
}

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY) /* before, the controller tells no topology */
static void from_the_controller(void **state)
{
	static const struct cli_case table[] = {
		{"topo --topology ultra", 0,
		 "ultra  block: 4 nodes in 2 units; placed within 2 nodes\n"
		 "|- b1  2 nodes  u[1-2]\n"
		 "`- b2  2 nodes  u[3-4]\n",
		 ""},
		{"topo --node p3", 0, "p5en: core.leaf2.p3  (leaf2, 2 nodes)\n", ""},
		{"topo --job 1", 0,
		 "ultra  block: 4 nodes in 2 units; placed within 2 nodes\n"
		 "|- b1  2 nodes  u[1-2]  <- 2: u[1-2]\n"
		 "`- b2  2 nodes  u[3-4]  <- 1: u3\n"
		 "3 nodes on 2 blocks, the fewest possible; segments of 2 whole\n"
		 "per unit: 2+1\n",
		 ""},
		{"topo --job 1 --topology p5en", 0,
		 "p5en  tree, cluster default: 4 nodes in 2 units\n"
		 "`- core  4 nodes\n"
		 "   |- leaf1  2 nodes  p[1-2]\n"
		 "   `- leaf2  2 nodes  p[3-4]\n"
		 "3 nodes on 0 leaf switches; segments of 2 whole; 3 not in the topology\n",
		 ""},
		{"topo --job 2", 1, "", "commroute: job 2 has no nodes yet\n"},
		{"topo --job 3", 0,
		 "p5en  tree, cluster default: 4 nodes in 2 units\n"
		 "`- core  4 nodes  <- 2\n"
		 "   |- leaf1  2 nodes  p[1-2]  <- 2: p[1-2]\n"
		 "   `- leaf2  2 nodes  p[3-4]\n"
		 "2 nodes on 1 leaf switch\n",
		 ""},
		{"topo --job 10", 1, "", "commroute: job 10: Invalid job id specified\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void from_a_controller_that_does_not_answer(void **state)
{
	static const struct cli_case table[] = {
		{"topo", 0,
		 "default  tree, cluster default: 4 nodes in 2 units\n"
		 "`- top  4 nodes\n"
		 "   |- s1  2 nodes  n[1-2]\n"
		 "   `- s2  2 nodes  n[3-4]\n",
		 "commroute: read Slurm's files; the controller: slurm_load_topo_config: "
		 "Access/permission denied\n"},
	};
	static const struct cli_case bad_file[] = {
		{"topo", 1, "",
		 "commroute: the controller: slurm_load_topo_config: Access/permission denied\n"
		 "topology.conf:1:15: error: unknown key 'Frob' for topology/tree\n"},
	};
	static const struct cli_case no_file[] = {
		{"topo", 3, "",
		 "commroute: the controller: slurm.conf: No such file or directory\n"},
	};

	(void)state;
	fake.failing = "slurm_load_topo_config";
	fake.error = ESLURM_ACCESS_DENIED;
	cli_check(table, COUNT(table));
	fake.failing = "slurm_load_job";
	cli_check_words("topo --job 1", 3, "", "commroute: job 1: Access/permission denied");
	fake.failing = "slurm_load_topo_config";
	cli_write("topology.conf", "SwitchName=s1 Frob=1\n");
	cli_check(bad_file, COUNT(bad_file));
	(void)remove("slurm.conf");
	cli_check(no_file, COUNT(no_file));
}
#endif

/* Two tops over one leaf: each is told with all its nodes. */
static void shared_switches(void **state)
{
	static const struct cli_case table[] = {
		{"topo --topology-file shared.yaml", 0,
		 "t  tree, cluster default: 6 nodes in 3 units\n"
		 "|- top1  4 nodes  shares b\n"
		 "|  `- a  2 nodes  n[1-2]\n"
		 "`- top2  4 nodes\n"
		 "   |- b  2 nodes  n[3-4]\n"
		 "   `- c  2 nodes  n[5-6]\n",
		 ""},
	};

	(void)state;
	cli_write("shared.yaml",
		  "- topology: t\n  cluster_default: true\n  tree:\n    switches:\n"
		  "      - {switch: a, nodes: 'n[1-2]'}\n      - {switch: b, nodes: 'n[3-4]'}\n"
		  "      - {switch: c, nodes: 'n[5-6]'}\n      - {switch: top1, children: 'a,b'}\n"
		  "      - {switch: top2, children: 'b,c'}\n");
	cli_check(table, COUNT(table));
	cli_check_words("topo --topology-file shared.yaml --format json", 0, "\"shares\"", "");
	cli_check_words("topo --topology-file shared.yaml --format json", 0,
			"\"nodes\": \"n[1-4]\"", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shared_switches),
		cmocka_unit_test(from_files),
		cmocka_unit_test(as_json),
		cmocka_unit_test(in_utf8),
		cmocka_unit_test(of_many_groups_few_are_shown),
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
		cmocka_unit_test_setup_teardown(from_the_controller, cli_start_controller,
						cli_stop_controller),
		cmocka_unit_test_setup_teardown(from_a_controller_that_does_not_answer,
						cli_start_controller, cli_stop_controller),
#endif
	};

	return cmocka_run_group_tests_name("commroute topo", tests, cli_enter_world, cli_leave);
}
