/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute env: catalogues, machines that are described, policies with profiles and rows. */
#include "tests/unit/cli_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char rows_yaml[] =
	"rows:\n"
	"- {id: a, set: SITE_A, value: '1', when: {pattern: alltoall}, reason: all talk, source: us, "
	"certainty: H}\n"
	"- {id: b, harmful: SITE_B, value: [x], severity: slow, reason: it hurts, source: us, certainty: M, "
	"enabled: true}\n";

static const char site_yaml[] =
	"version: 1\n"
	"environment: none\n"
	"environment_file: rows.yaml\n"
	"profiles:\n"
	"  moe: {aliases: [experts], pattern: alltoall, intensity: high, "
	"routes: [{topology_type: block}]}\n"
	"  tasks: {pattern: none, intensity: none, routes: [{topology_type: "
	"tree}]}\n";

static int enter(void **state)
{
	if (cli_enter_world(state) != 0)
		return -1;
	cli_write("rows.yaml", rows_yaml);
	cli_write("site.yaml", site_yaml);
	cli_write("badrows.yaml", "rows: 1\n");
	return mkdir("node", 0700);
}

static void machines_that_are_described(void **state)
{
	static const struct cli_case table[] = {
		{"env --catalogue none --product p5en.48xlarge", 0,
		 "catalogue none; product p5en.48xlarge; devices efa; plugin -; NCCL -; libfabric -; "
		 "topology type -; "
		 "pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
		{"env --catalogue none --product p6e-gb200.36xlarge --plugin 1.16.2 --topology-type "
		 "block",
		 0,
		 "catalogue none; product p6e-gb200.36xlarge; devices efa imex mnnvl; plugin 1.16.2; NCCL -; libfabric -; "
		 "topology type block; pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
		{"env --catalogue none --device infiniband --device imex --device efa", 0,
		 "catalogue none; product -; devices efa infiniband imex; plugin -; NCCL -; libfabric -; "
		 "topology type -; "
		 "pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
		{"env --catalogue none --product m7i.large", 0,
		 "catalogue none; product m7i.large; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type -; pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
		{"env --catalogue none --root node", 0,
		 "catalogue none; product -; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type -; pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
		{"env --policy site.yaml --product x", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type -; pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n"
		 "-     SITE_A                      1                pattern not known        all "
		 "talk (us, H)\n"
		 "1 rows about harmful variables do not apply; --all shows them\n",
		 ""},
		{"env --policy site.yaml --product x --profile moe", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type block; pattern "
		 "alltoall\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n"
		 "set   SITE_A                      1                absent                   all "
		 "talk (us, H)\n"
		 "1 rows about harmful variables do not apply; --all shows them\n",
		 ""},
		{"env --policy site.yaml --product x --profile experts --topology-type tree", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type tree; pattern "
		 "alltoall\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n"
		 "set   SITE_A                      1                absent                   all "
		 "talk (us, H)\n"
		 "1 rows about harmful variables do not apply; --all shows them\n",
		 ""},
		{"env --policy site.yaml --product x --profile tasks --all", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type tree; pattern none\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n"
		 "-     SITE_A                      1                pattern none             all "
		 "talk (us, H)\n"
		 "-     SITE_B                      slow             pattern none             it "
		 "hurts (us, M)\n",
		 ""},
		{"env --catalogue none --catalogue-file rows.yaml --product x --all", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type -; pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n"
		 "-     SITE_A                      1                pattern not known        all "
		 "talk (us, H)\n"
		 "-     SITE_B                      slow             not set                  it "
		 "hurts (us, M)\n",
		 ""},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void as_json(void **state)
{
	static const struct cli_case table[] = {
		{"env --json --policy site.yaml --product x --profile moe", 0,
		 "{\"catalogue\":\"none\",\"product\":\"x\",\"topology_type\":\"block\","
		 "\"pattern\":\"alltoall\",\"rows\":[{\"id\":\"a\",\"does\":\"set\","
		 "\"variable\":\"SITE_A\",\"value\":\"1\",\"because\":\"absent\",\"reason\":\"all "
		 "talk\",\"source\":\"us\",\"certainty\":\"H\"}],\"misspelt\":[]}",
		 ""},
		{"env --json --all --policy site.yaml --product x --profile tasks", 0,
		 "{\"catalogue\":\"none\",\"product\":\"x\",\"topology_type\":\"tree\","
		 "\"pattern\":\"none\",\"rows\":[{\"id\":\"a\",\"does\":\"nothing\","
		 "\"variable\":\"SITE_A\",\"value\":\"1\",\"because\":\"pattern "
		 "none\",\"reason\":\"all talk\",\"source\":\"us\",\"certainty\":\"H\"},{\"id\":\"b\","
		 "\"does\":\"nothing\",\"variable\":\"SITE_B\",\"severity\":\"slow\",\"because\":\"pattern "
		 "none\",\"reason\":\"it hurts\",\"source\":\"us\",\"certainty\":\"M\"}],\"misspelt\":[]}",
		 ""},
		{"env --json --catalogue none --product x", 0,
		 "{\"catalogue\":\"none\",\"product\":\"x\",\"topology_type\":null,\"pattern\":null,"
		 "\"rows\":[],\"misspelt\":[]}",
		 ""},
	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

/* What the user has set is skipped, and warned about where it hurts. */
static void what_the_user_has_set(void **state)
{
	static const struct cli_case table[] = {
		{"env --policy site.yaml --product x --profile moe", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type block; pattern "
		 "alltoall\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n"
		 "skip  SITE_A                      1                set by the user          all "
		 "talk (us, H)\n"
		 "warn  SITE_B                      slow             set by the user          it "
		 "hurts (us, M)\n",
		 ""},
	};

	(void)state;
	setenv("SITE_A", "2", 1);
	setenv("SITE_B", "x", 1);
	setenv("COMMROUTE_TOPOLOGY_TYPE", "ring", 1);
	cli_check(table, COUNT(table));
	unsetenv("SITE_A");
	unsetenv("SITE_B");
	unsetenv("COMMROUTE_TOPOLOGY_TYPE");
}

static void the_built_in_catalogues(void **state)
{
	(void)state;
	cli_check_words(
		"env --catalogue aws --product p4d.24xlarge --topology-type tree --plugin 1.15", 0,
		"\nset   NCCL_BUFFSIZE ", "");
	cli_check_words("env --catalogue infiniband --device infiniband", 0,
			"catalogue infiniband; product -; devices infiniband; plugin -;", "");
	cli_check_words("env --list", 0, "\ninfiniband   a site's own InfiniBand", "");
	setenv("NCCL_BUFFERSIZE", "1", 1);
	cli_check_words("env --catalogue nccl --product x", 0,
			"nobody reads it; did you mean NCCL_BUFFSIZE?\n", "");
	unsetenv("NCCL_BUFFERSIZE");
	cli_check_words("env --catalogue aws --product p5.48xlarge --nccl 2.27.5 --libfabric 1.22",
			0, "NCCL 2.27.5; libfabric 1.22.0;", "");
	cli_check_words("env --catalogue aws --product p4d.24xlarge", 0,
			" rows about harmful variables do not apply; --all shows them\n", "");
}

static void what_is_wrong(void **state)
{
	static const struct cli_case table[] = {
		{"env --device frob", 2, "",
		 "commroute env: --device: efa, infiniband, roce, imex or mnnvl, not 'frob'\n" CLI_TRY(
			 "env")},
		{"env --plugin new", 2, "",
		 "commroute env: --plugin: not a version such as 1.16.2: 'new'\n" CLI_TRY("env")},
		{"env --catalogue", 2, "",
		 "commroute env: option '--catalogue' requires an argument\n" CLI_TRY("env")},
		{"env --catalogue frob --product x", 1, "",
		 "error: no catalogue is called 'frob'; there are aws, infiniband, roce, nccl and none\n"},
		{"env --catalogue none --product x --catalogue-file badrows.yaml", 1, "",
		 "badrows.yaml:1:7: error: 'rows' needs a list ([...] or lines with '- '), not text\n"},
		{"env --catalogue none --product x --catalogue-file none.yaml", 3, "",
		 "commroute: none.yaml: No such file or directory\n"},
		{"env --policy none.yaml", 3, "",
		 "commroute: none.yaml: No such file or directory\n"},
		{"env --policy bad.yaml", 1, "",
		 "bad.yaml:1:1: error: a policy needs a mapping (key: value), not a list\n"},
		{"env --policy site.yaml --product x --profile mow", 1, "",
		 "commroute: the policy has no profile 'mow'\n"},
		{"env stray", 2, "", "commroute env: Too many arguments\n" CLI_TRY("env")},
	};

	static const struct cli_case without_policy[] = {
		{"env --catalogue none --product x --profile moe", 1, "",
		 "commroute: the policy has no profile 'moe'\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
	/* A test cluster that ran here before leaves its own. */
	if (access("/etc/slurm/slurm.conf", F_OK) != 0)
		cli_check(without_policy, COUNT(without_policy));
}

static void the_policy_beside_slurm_conf(void **state)
{
	static const struct cli_case there[] = {
		{"env --product x --profile ddp", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type tree; pattern "
		 "allreduce\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
	};
	static const struct cli_case gone[] = {
		{"env --product x --profile ddp", 3, "",
		 "commroute: commroute.yaml: No such file or directory\n"},
		{"env --product x", 0,
		 "catalogue none; product x; devices -; plugin -; NCCL -; libfabric -; "
		 "topology type -; pattern -\n"
		 "DOES  VARIABLE                    VALUE, SEVERITY  BECAUSE                  REASON\n",
		 ""},
	};

	(void)state;
	cli_check(there, COUNT(there));
	(void)remove("commroute.yaml");
	cli_check(gone, COUNT(gone));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(machines_that_are_described),
		cmocka_unit_test(as_json),
		cmocka_unit_test(what_the_user_has_set),
		cmocka_unit_test(the_built_in_catalogues),
		cmocka_unit_test(what_is_wrong),
		cmocka_unit_test_setup_teardown(the_policy_beside_slurm_conf, cli_start_controller,
						cli_stop_controller),
	};

	return cmocka_run_group_tests_name("commroute env", tests, enter, cli_leave);
}
