/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute rank: files, standard input, the variables of a job, every format. */
#include "tests/unit/cli_world.h"

#include "topology/slurm_versions.h"

#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void from_files(void **state)
{
	static const struct cli_case table[] = {
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-8]'", 0,
		 "n[1,3,5,7,2,4,6,8]\n", ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-8]' --anchor n4", 0,
		 "n[4,2,6,8,1,3,5,7]\n", ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-8]' --anchor none", 0,
		 "n[2,4,6,8,1,3,5,7]\n", ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-8]' --anchor n9", 1,
		 "", "commroute: --anchor: 'n9' is not among the nodes\n"},
		{"rank --topology-file two.yaml --nodes 'i[15,11,13,12]' --format lines", 0,
		 "i15\n"
		 "i11\n"
		 "i12\n"
		 "i13\n",
		 ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-2]' --tasks-per-node 2 "
		 "--format hostfile",
		 0,
		 "n1\n"
		 "n1\n"
		 "n2\n"
		 "n2\n",
		 ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-2]' --tasks-per-node 2 "
		 "--format seq",
		 0,
		 "n1\n"
		 "n1\n"
		 "n2\n"
		 "n2\n",
		 ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-2]' --tasks-per-node 2 "
		 "--format rankfile",
		 0,
		 "rank 0=n1 slot=0\n"
		 "rank 1=n1 slot=1\n"
		 "rank 2=n2 slot=0\n"
		 "rank 3=n2 slot=1\n",
		 ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-2]' --format rankfile",
		 0,
		 "rank 0=n1 slot=0\n"
		 "rank 1=n2 slot=0\n",
		 ""},
		{"rank --topology-file two.yaml --topology ultra --nodes 'n[1-3],x[1-2]'", 0,
		 "n[1,3,2],x[1-2]\n",
		 "commroute: 2 nodes are not in topology 'ultra' and come last: x[1-2]\n"},
		{"rank --topology-file two.yaml --topology any --nodes 'n[3,1]'", 0, "n[3,1]\n",
		 ""},
		{"rank --topology-file two.yaml --topology none --nodes n1", 1, "",
		 "commroute: no topology 'none'; there are: ultra ib any\n"},
		{"rank --topology-file two.yaml --nodes ''", 2, "",
		 "commroute: an empty list of nodes\n"},
		{"rank --topology-file two.yaml --nodes 'n[1'", 2, "",
		 "commroute: 'n[1': a bracket is not closed\n"},
		{"rank --topology-file two.yaml --nodes -", 2, "",
		 "commroute: an empty list of nodes\n"},
		{"rank --topology-file two.yaml", 2, "",
		 "commroute: no nodes: not inside a job, and no --nodes\n"},
		{"rank --topology-file none.yaml --nodes n1", 3, "",
		 "commroute: none.yaml: No such file or directory\n"},
		{"rank --topology-file bad.yaml --nodes n1", 1, "",
		 "bad.yaml:1:3: error: topology 't' has no type (block, tree, flat...)\n"
		 "bad.yaml:2:3: warning: unknown key 'blocks', which Slurm ignores; did you mean "
		 "'block'?\n"},
		{"rank --topology-file tree.conf --topology-plugin topology/tree --nodes 'n[4,1,3]'",
		 0, "n[4,3,1]\n", ""},
		{"rank --topology-file two.yaml --nodes n1 --tasks-per-node 0", 2, "",
		 "commroute rank: --tasks-per-node: '0' is not a whole number from 1 to 65535\n" CLI_TRY(
			 "rank")},
		{"rank --topology-file two.yaml --nodes n1 --tasks-per-node 65536", 2, "",
		 "commroute rank: --tasks-per-node: '65536' is not a whole number from 1 to 65535\n" CLI_TRY(
			 "rank")},
		{"rank --topology-file two.yaml --nodes n1 --format xml", 2, "",
		 "commroute rank: no format 'xml'\n" CLI_TRY("rank")},
		{"rank --topology-file two.yaml n1", 2, "",
		 "commroute rank: what is 'n1'? Nodes are given with --nodes\n" CLI_TRY("rank")},

	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void as_json(void **state)
{
	static const struct cli_case table[] = {
		{"rank --topology-file two.yaml --topology ultra --nodes n1,x1,n2 --tasks-per-node 2 "
		 "--format json",
		 0,
		 "{\"topology\":\"ultra\",\"topology_type\":\"block\",\"anchor\":\"n1\","
		 "\"tasks_per_node\":2,\"nodelist\":\"n[1-2],x1\",\"nodes\":[{\"node\":\"n1\","
		 "\"node_rank\":0,\"first_rank\":0,\"path\":\"b2.n1\",\"unit\":\"b2\"},{\"node\":\"n2\","
		 "\"node_rank\":1,\"first_rank\":2,\"path\":\"b1.n2\",\"unit\":\"b1\"},{\"node\":\"x1\","
		 "\"node_rank\":2,\"first_rank\":4}],\"quality\":{\"nodes\":3,\"unknown\":1,\"units\":2,"
		 "\"fewest_units\":1,\"segment\":0,\"segments_split\":0,\"levels\":[{\"groups\":2,"
		 "\"crossed\":2,\"fewest\":2},{\"groups\":1,\"crossed\":0,\"fewest\":0}],"
		 "\"as_asked\":false,\"contiguous\":true,\"verdict\":\"3 nodes on 2 blocks, 1 would do; 1 "
		 "not in the topology\"}}",
		 "commroute: 1 nodes are not in topology 'ultra' and come last: x1\n"},
		{"rank --topology-file two.yaml --topology ultra --nodes n1 --anchor none --format json",
		 0,
		 "{\"topology\":\"ultra\",\"topology_type\":\"block\",\"anchor\":null,"
		 "\"tasks_per_node\":1,\"nodelist\":\"n1\",\"nodes\":[{\"node\":\"n1\",\"node_rank\":0,"
		 "\"first_rank\":0,\"path\":\"b2.n1\",\"unit\":\"b2\"}],\"quality\":{\"nodes\":1,"
		 "\"unknown\":0,\"units\":1,\"fewest_units\":1,\"segment\":0,\"segments_split\":0,"
		 "\"levels\":[{\"groups\":1,\"crossed\":0,\"fewest\":0},{\"groups\":1,\"crossed\":0,"
		 "\"fewest\":0}],\"as_asked\":true,\"contiguous\":true,\"verdict\":\"1 node on 1 block\"}}",
		 ""},

	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

static void from_standard_input(void **state)
{
	struct cli_result r = cli_run_with(
		"rank --topology-file two.yaml --topology ultra --nodes -", "n8\nn1 n2\tn3\n");

	(void)state;
	assert_int_equal(r.status, 0);
	assert_string_equal(r.out, "n[8,2,1,3]\n");
	assert_string_equal(r.err, "");
}

static void help_lists_the_formats(void **state)
{
	(void)state;
	cli_check_words("rank --help", 0,
			"\nFormats:\n  nodelist  a folded host list, in rank order\n", "");
	cli_check_words("rank --help", 0, "  json      everything, with each node's path", "");
}

#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY) /* before, the controller tells no topology */
static void be_inside_a_job(const char *tasks)
{
	setenv("SLURM_JOB_NODELIST", "u[3,1-2]", 1);
	setenv("SLURM_JOB_PARTITION", "ultra", 1);
	setenv("SLURM_TASKS_PER_NODE", tasks, 1);
}

static void leave_the_job(void)
{
	unsetenv("SLURM_JOB_NODELIST");
	unsetenv("SLURM_JOB_PARTITION");
	unsetenv("SLURM_TASKS_PER_NODE");
}

static void inside_a_job(void **state)
{
	static const struct cli_case table[] = {
		{"rank", 0, "u[3,1-2]\n", ""},
		{"rank --topology p5en", 0, "u[3,1-2]\n",
		 "commroute: 3 nodes are not in topology 'p5en' and come last: u[1-3]\n"},
		{"rank --format hostfile", 0,
		 "u3\n"
		 "u3\n"
		 "u1\n"
		 "u1\n"
		 "u2\n"
		 "u2\n",
		 ""},
		{"rank --format hostfile --tasks-per-node 1", 0,
		 "u3\n"
		 "u1\n"
		 "u2\n",
		 ""},
		{"rank --format hostfile --nodes u[1-2]", 0,
		 "u1\n"
		 "u2\n",
		 "commroute: 2 nodes are not in topology 'p5en' and come last: u[1-2]\n"},
	};

	(void)state;
	be_inside_a_job("2(x3)");
	cli_check(table, COUNT(table));
	leave_the_job();
}

/* Where the controller cannot tell the partition's topology, slurm.conf does. */
static void inside_a_job_without_a_controller(void **state)
{
	static const struct cli_case table[] = {
		{"rank", 0, "u[3,1-2]\n", ""},
	};

	(void)state;
	be_inside_a_job("2(x3)");
	fake.failing = "slurm_load_partitions";
	fake.error = ESLURM_ACCESS_DENIED;
	cli_check(table, COUNT(table));
	leave_the_job();
}

/* Files with a line for each task need the same number on every node. */
static void tasks_that_must_be_told(void **state)
{
	static const char *const tasks[] = {"2(x3),1", "2(x4", "x", "(x4)", "0(x4)", "65536", "-1"};

	(void)state;
	for (size_t i = 0; i < COUNT(tasks); i++) {
		char want[120];
		struct cli_result r;

		be_inside_a_job(tasks[i]);
		r = cli_run("rank --format hostfile");
		leave_the_job();
		(void)snprintf(want, sizeof(want),
			       "commroute: the job has %s tasks on its nodes: give "
			       "--tasks-per-node\n",
			       tasks[i]);
		assert_string_equal(r.err, want);
		assert_string_equal(r.out, "");
		assert_int_equal(r.status, 2);
	}
}
#endif

/* Host files of MPI and DeepSpeed: comments, slots, the same host again. */
static void host_files_are_read(void **state)
{
	struct cli_result r;

	(void)state;
	r = cli_run_with(
		"rank --topology-file two.yaml --topology ultra --nodes - --format rankfile",
		"# mine\nn2 slots=2 # the head\nn1 max_slots=4 slots=2\n#n3\n");
	assert_int_equal(r.status, 0);
	assert_string_equal(r.out, "rank 0=n2 slot=0\nrank 1=n2 slot=1\n"
				   "rank 2=n1 slot=0\nrank 3=n1 slot=1\n");
	r = cli_run_with(
		"rank --topology-file two.yaml --topology ultra --nodes - --format rankfile",
		"n1\nn2\nn1\n");
	assert_int_equal(r.status, 0);
	assert_string_equal(r.out, "rank 0=n1 slot=0\nrank 1=n1 slot=1\nrank 2=n2 slot=0\n");
	r = cli_run_with("rank --topology-file two.yaml --topology ultra --nodes -",
			 "n1 slots=2\nn2 slots=4\n");
	assert_int_equal(r.status, 2);
	assert_string_equal(r.err,
			    "commroute: slots differ: n1: 2, n2: 4: give --tasks-per-node\n");
	r = cli_run_with(
		"rank --topology-file two.yaml --topology ultra --nodes - --tasks-per-node 1",
		"n1 slots=2\nn2 slots=x#\n");
	assert_int_equal(r.status, 0);
	assert_string_equal(r.out, "n[1-2]\n");
}

/* A host that is there again goes on with its slots: what counts is what a host has in all. */
static void slots_add_up(void **state)
{
#define SLOTS_LINE "rank --topology-file two.yaml --topology ultra --nodes - --format "
	static const struct {
		const char *format, *in, *out, *err;
	} table[] = {
		{"nodelist", "n3 slots=4\nn1 slots=8\nn3 slots=4\n", "n[3,1]\n", ""},
		{"hostfile", "n3 slots=1 # first\nn1 slots=2\nn3 slots=1\n", "n3\nn3\nn1\nn1\n",
		 ""},
		{"rankfile", "n2 slots=2\nn1 slots=1\n\n n1 slots=1\r\n",
		 "rank 0=n2 slot=0\nrank 1=n2 slot=1\nrank 2=n1 slot=0\nrank 3=n1 slot=1\n", ""},
		{"lines", "n[1-2] slots=1\nn3 slots=2\nn[1-2] slots=1\n", "n1\nn3\nn2\n", ""},
		/* As many on every line: each line is a place of its own. */
		{"hostfile", "n1 slots=1\nn2 slots=1\nn1 slots=1\n", "n1\nn1\nn2\n", ""},
		{"nodelist", "n1 slots=2\nn2 slots=1\nn2 slots=2\n", "",
		 "slots differ: n1: 2, n2: 3: give --tasks-per-node"},
		{"nodelist", "n1 slots=2\nn2\n", "",
		 "slots differ: n1: 2, n2: none given: give --tasks-per-node"},
		{"nodelist", "n1 slots=2\nn2 slots=2\nn2\n", "",
		 "slots differ: n1: 2, n2: none given: give --tasks-per-node"},
		{"nodelist", "n1 slots=0\nn2 slots=0\n", "",
		 "slots differ: n1: too many or unreadable, n1: too many or unreadable: give "
		 "--tasks-per-node"},
		{"nodelist", "n1 slots=65535\nn2 slots=65535\nn1 slots=1\nn2 slots=1\n", "",
		 "slots differ: n1: too many or unreadable, n1: too many or unreadable: give "
		 "--tasks-per-node"},
		{"nodelist", "# nothing\n\n", "", "an empty list of nodes"},
		{"nodelist", "n[1- slots=2\n", "", NULL},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char line[200], want[300];
		struct cli_result r;

		(void)snprintf(line, sizeof(line), SLOTS_LINE "%s", table[i].format);
		r = cli_run_with(line, table[i].in);
		assert_string_equal(r.out, table[i].out);
		assert_int_equal(r.status, *table[i].out ? 0 : 2);
		(void)snprintf(want, sizeof(want), *table[i].out ? "" : "commroute: %s\n",
			       table[i].err ? table[i].err : "");
		if (table[i].err)
			assert_string_equal(r.err, want);
		else
			assert_non_null(strstr(r.err, "n[1-"));
	}
#undef SLOTS_LINE
}

/* Three blocks that have 3, 2 and 3 of the nodes. */
static const char three_yaml[] = "- topology: t\n  block:\n    block_sizes: [4]\n    blocks:\n"
				 "      - {block: b1, nodes: 'n[01-04]'}\n"
				 "      - {block: b2, nodes: 'n[05-08]'}\n"
				 "      - {block: b3, nodes: 'n[09-12]'}\n";
#define RING   "n[01-03,05-06,09-11]"
#define PACKED "n[01-03,09-11,05-06]"

static void by_groups(void **state)
{
	static const struct cli_case table[] = {
		{"rank --topology-file three.yaml --nodes " RING, 0, RING "\n", ""},
		{"rank --topology-file three.yaml --group 1 --nodes " RING, 0, RING "\n", ""},
		{"rank --topology-file three.yaml --group 2 --nodes " RING, 0, PACKED "\n", ""},
		{"rank --topology-file three.yaml --group 3 --nodes " RING, 0, RING "\n",
		 "commroute: CR-337: groups of 3 nodes do not make up 8: ordered as a ring\n"},
		{"rank --topology-file three.yaml --group 16 --nodes " RING, 0, RING "\n",
		 "commroute: CR-337: groups of 16 nodes do not make up 8: ordered as a ring\n"},
		{"rank --topology-file three.yaml --group 0 --nodes " RING, 2, "",
		 "commroute rank: --group: '0' is not a whole number from 1 to 65535\n" CLI_TRY(
			 "rank")},
	};

	(void)state;
	cli_write("three.yaml", three_yaml);
	cli_check(table, COUNT(table));
	cli_check_words("rank --topology-file three.yaml --format json --group 2 --nodes " RING, 0,
			"\"split\": 1", "");
	cli_check_words("rank --topology-file three.yaml --format json --group 4 --nodes " RING, 0,
			"\"split\": 2", "");
}

/* As srun orders the job's steps. */
static void by_the_groups_of_the_job(void **state)
{
	static const struct {
		const char *option, *decision, *out;
	} cases[] = {
		{NULL, NULL, RING},
		{"moe,order=group:2", NULL, PACKED},
		{"moe,order=group:3", "{\"commroute\":1,\"group\":2}", RING},
		{"moe", "{\"commroute\":1,\"segment\":4,\"group\":2}", PACKED},
		{"moe", "{\"commroute\":1,\"segment\":2}", PACKED},
		{"moe", "{\"commroute\":1,\"nodes\":8}", RING},
		{"moe", "{\"commrou", RING},
	};

	(void)state;
	cli_write("three.yaml", three_yaml);
	setenv("SLURM_JOB_NODELIST", RING, 1);
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cli_result r;

		if (cases[i].option)
			setenv("SLURM_COMMROUTE_OPTION", cases[i].option, 1);
		if (cases[i].decision)
			setenv("SLURM_COMMROUTE_DECISION", cases[i].decision, 1);
		r = cli_run("rank --topology-file three.yaml");
		assert_int_equal(r.status, 0);
		assert_string_equal(r.err, "");
		if (strncmp(r.out, cases[i].out, strlen(cases[i].out)) != 0)
			fail_msg("case %zu: %s", i, r.out);
		unsetenv("SLURM_COMMROUTE_OPTION");
		unsetenv("SLURM_COMMROUTE_DECISION");
	}
	unsetenv("SLURM_JOB_NODELIST");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(host_files_are_read),
		cmocka_unit_test(slots_add_up),
		cmocka_unit_test(by_groups),
		cmocka_unit_test(by_the_groups_of_the_job),
		cmocka_unit_test(from_files),
		cmocka_unit_test(as_json),
		cmocka_unit_test(from_standard_input),
		cmocka_unit_test(help_lists_the_formats),
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
		cmocka_unit_test_setup_teardown(inside_a_job, cli_start_controller,
						cli_stop_controller),
		cmocka_unit_test_setup_teardown(inside_a_job_without_a_controller,
						cli_start_controller, cli_stop_controller),
		cmocka_unit_test_setup_teardown(tasks_that_must_be_told, cli_start_controller,
						cli_stop_controller),
#endif
	};

	return cmocka_run_group_tests_name("commroute rank", tests, cli_enter_world, cli_leave);
}
