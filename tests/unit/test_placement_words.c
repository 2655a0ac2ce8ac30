/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a user is told of a placement: word by word. */
#include "unit.h"

#include "spank/placement_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char dir[] = "/tmp/commroute-words-XXXXXX";
static char conf[64], topology[64];

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static int make_cluster(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(conf, sizeof(conf), "%s/slurm.conf", dir);
	(void)snprintf(topology, sizeof(topology), "%s/topology.yaml", dir);
	write_file(conf, "ClusterName=test\n"
			 "PartitionName=ultra Nodes=ALL Topology=ultra\n"
			 "PartitionName=tree Nodes=ALL Topology=tree\n");
	write_file(topology, "- topology: ultra\n  cluster_default: true\n  block:\n"
			     "    block_sizes: [8]\n    blocks:\n"
			     "      - {block: b0, nodes: 'n[0-7]'}\n"
			     "      - {block: b1, nodes: 'n[10-17]'}\n"
			     "      - {block: b2, nodes: 'n[20-27]'}\n"
			     "- topology: tree\n  cluster_default: false\n  tree:\n    switches:\n"
			     "      - {switch: s, children: 'l[0-3]'}\n"
			     "      - {switch: l0, nodes: 'n[0-3]'}\n"
			     "      - {switch: l1, nodes: 'n[10-13]'}\n"
			     "      - {switch: l2, nodes: 'n[20-22]'}\n"
			     "      - {switch: l3, nodes: 'n[30-31]'}\n");
	return 0;
}

static int remove_cluster(void **state)
{
	(void)state;
	(void)unlink(conf);
	(void)unlink(topology);
	return rmdir(dir);
}

#define WORSE "commroute: placement is worse than asked: "
#define AGAIN                                                                                      \
	"; to do: submit it again, and if that is the same ask an administrator to run commroute " \
	"check"
#define LONGER "; to do: let it wait longer, --switches="

static void lines(void **state)
{
	static const struct {
		const char *partition, *nodes;
		uint32_t segment, switches;
		const char *line;
	} cases[] = {
		{"ultra", "n[0-3,10-13]", 4, 0, ""},
		{"ultra", "n[0-4,10-12]", 4, 0,
		 WORSE
		 "1 of its 2 segments of 4 nodes lies across blocks (they have 5+3 nodes of the "
		 "job); off: n4" AGAIN},
		{"ultra", "n[0-5,10-15]", 4, 0,
		 WORSE
		 "1 of its 3 segments of 4 nodes lies across blocks (they have 6+6 nodes of the "
		 "job); off: n[14-15]" AGAIN},
		{"ultra", "n[0-2,10-12,20-21]", 4, 0,
		 WORSE "2 of its 2 segments of 4 nodes lie across blocks (they have 3+3+2 nodes of "
		       "the job); off: n[20-21]" AGAIN},
		{"ultra", "n[0-2,10]", 4, 0,
		 WORSE
		 "its segment of 4 nodes lies across blocks (they have 3+1 nodes of the job); "
		 "off: n10" AGAIN},
		{"ultra", "n[0-2],elsewhere", 4, 0,
		 WORSE "its segment of 4 nodes lies across blocks (they have 3 nodes of the job); "
		       "off: elsewhere" AGAIN},
		/* Three blocks hold no more than three segments of 5. */
		{"ultra", "n[0-6,10-16,20-25]", 5, 0,
		 "commroute: --segment=5 cannot be met: the blocks of topology 'ultra' have no room "
		 "for 4 segments of 5 nodes by the topology file here; to do: ask for --segment=4, or "
		 "ask an administrator to run commroute check, for slurmctld seems to have another"},
		/* A block topology does not look at switches, nor a tree at segments. */
		{"ultra", "n[0,10]", 0, 1, ""},
		{"tree", "n[0-2,10]", 4, 0, ""},
		{"tree", "n[0-3,10-12]", 0, 2, ""},
		{"tree", "n[0-1,10]", 0, 1,
		 WORSE "2 leaf switches, not 1 (they have 2+1 nodes of the job); off: n10" LONGER
		       "1@TIME"},
		{"tree", "n[0,10,20,30]", 0, 2,
		 WORSE "4 leaf switches, not 2 (they have 1+1+1+1 nodes of the job); "
		       "off: n[20,30]" LONGER "2@TIME"},
		{"tree", "n[0-3,10-13,20-22,30]", 0, 2,
		 "commroute: --switches=2 cannot be met: 12 nodes of topology 'tree' need at least 4 "
		 "leaf switches, and have 4 (with 4+4+3+1 nodes of the job); to do: ask for "
		 "--switches=4"},
		{"tree", "n[0-2,10-11,20,30]", 0, 1,
		 "commroute: --switches=1 cannot be met: 7 nodes of topology 'tree' need at least 2 "
		 "leaf switches, and have 4 (with 3+2+1+1 nodes of the job); off: n[20,30]; to do: "
		 "ask for --switches=2"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_error err = {.text = ""};
		struct cr_wish wish = {cases[i].segment, cases[i].switches, 0};
		struct cr_plan *plan = cr_plan_make(conf, cases[i].partition, cases[i].nodes,
						    CR_PLAN_AS_LISTED, &err);
		struct cr_check check;

		assert_non_null(plan);
		assert_int_equal(cr_check(plan, &wish, false, &check), 0);
		assert_string_equal(check.line, cases[i].line);
		cr_plan_destroy(plan);
	}
}

/* A long list of nodes is cut, and what to do still stands behind it. */
static void a_long_list_is_cut(void **state)
{
	struct cr_error err = {.text = ""};
	const struct cr_wish wish = {8, 0, 0};
	char nodes[2000] = "n0";
	struct cr_plan *plan;
	struct cr_check check;

	(void)state;
	for (int i = 0; i < 15; i++)
		(void)snprintf(nodes + strlen(nodes), sizeof(nodes) - strlen(nodes),
			       ",%c-elsewhere-%d", 'a' + i, i * 2);
	plan = cr_plan_make(conf, "ultra", nodes, CR_PLAN_AS_LISTED, &err);
	assert_non_null(plan);
	assert_int_equal(cr_check(plan, &wish, false, &check), 0);
	assert_non_null(strstr(check.line, "off: a-elsewhere-0,b-elsewhere-2,"));
	assert_non_null(strstr(check.line, "...; to do: submit it again"));
	assert_non_null(strstr(check.line, "to run commroute check"));
	cr_plan_destroy(plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(a_long_list_is_cut),
	};

	return cmocka_run_group_tests(tests, make_cluster, remove_cluster);
}
