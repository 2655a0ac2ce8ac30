/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute status: what the node and slurmctld counted, from their files. */
#include "tests/unit/cli_run.h"

#include <stdlib.h>
#include <sys/stat.h>

static int make_files(void **state)
{
	if (cli_enter(state) != 0 || mkdir("run", 0755) != 0 || mkdir("state", 0755) != 0)
		return -1;
	cli_write("run/steps.n1.prom",
		  "# TYPE commroute_steps_total counter\n"
		  "commroute_steps_total{node=\"n1\",order=\"topology\",cause=\"\"} 3\n"
		  "commroute_steps_total{node=\"n1\",order=\"slurm\",cause=\"layout\"} 40\n");
	cli_write("run/steps.n2.prom",
		  "commroute_steps_total{node=\"n2\",order=\"slurm\",cause=\"option:overlap\"} 3\n"
		  "commroute_steps_total{node=\"n2\",order=\"slurm\",cause=\"layout\"} 2\n");
	cli_write("run/steps.n1", "");
	cli_write("run/told.n1", "x");
	cli_write("state/commroute.status",
		  "{\"commroute\":\"0.1.0\",\"policy\":{\"file\":\"/etc/slurm/commroute.yaml\","
		  "\"mode\":\"enforce\",\"hash\":null},\"counters\":{\"submitted\":12}}\n");
	cli_write("slurm.conf", "ClusterName=alpha\nStateSaveLocation=state\n");
	(void)setenv("SLURM_CONF", "slurm.conf", 1);
	return 0;
}

static void what_is_counted_is_shown(void **state)
{
	static const char both[] = "Steps on several nodes that began on this host\n"
				   "          42  left to Slurm: layout\n"
				   "           3  ranks in the topology's order\n"
				   "           3  left to Slurm: option:overlap\n"
				   "slurmctld\n"
				   "  file              /etc/slurm/commroute.yaml\n"
				   "  mode              enforce\n"
				   "  hash              -\n"
				   "  submitted         12\n";
	static const struct cli_case table[] = {
		{"status --run-dir=run --state-dir=state", 0, both, ""},
		{"status --run-dir=run", 0, both, ""},
		{"status --run-dir=none --state-dir=none", 0,
		 "Steps on several nodes that began on this host\n  none yet\n", ""},
		{"status --run-dir=slurm.conf", 3, "", "commroute: slurm.conf: Not a directory\n"},
		{"status stray", 2, "", "commroute status: Too many arguments\n" CLI_TRY("status")},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void as_json(void **state)
{
	static const struct cli_case table[] = {
		{"status --json --run-dir=run --state-dir=none", 0,
		 "{\"steps\":[{\"order\":\"slurm\",\"cause\":\"layout\",\"steps\":42},"
		 "{\"order\":\"topology\",\"steps\":3},"
		 "{\"order\":\"slurm\",\"cause\":\"option:overlap\",\"steps\":3}],"
		 "\"controller\":null}",
		 ""},
	};

	(void)state;
	cli_check_json(table, COUNT(table));
}

static void as_prometheus_reads_it(void **state)
{
	static const char steps[] =
		"# HELP commroute_host_steps_total Steps on several nodes that began on this host.\n"
		"# TYPE commroute_host_steps_total counter\n"
		"commroute_host_steps_total{order=\"slurm\",cause=\"layout\"} 42\n"
		"commroute_host_steps_total{order=\"topology\",cause=\"\"} 3\n"
		"commroute_host_steps_total{order=\"slurm\",cause=\"option:overlap\"} 3\n";
	static const char odd[] =
		"# HELP commroute_policy_info The policy in force; always 1.\n"
		"# TYPE commroute_policy_info gauge\n"
		"commroute_policy_info{file=\"/a\\\"b\\\\c\\nd\",mode=\"observe\",hash=\"\"} 1\n"
		"# HELP commroute_controller_total What the plugin in slurmctld has counted since it "
		"started.\n"
		"# TYPE commroute_controller_total counter\n"
		"commroute_controller_total{counter=\"refused\"} 18446744073\n";
	static const struct cli_case table[] = {
		{"status --prometheus --run-dir=run --state-dir=none", 0, steps, ""},
		{"status --prometheus --run-dir=none --state-dir=odd", 0, odd, ""},
		{"status --prometheus --run-dir=none --state-dir=none", 0, "", ""},
		{"status --prometheus --json", 2, "",
		 "commroute status: --json and --prometheus are two forms\n" CLI_TRY("status")},
	};

	(void)state;
	assert_int_equal(mkdir("odd", 0755), 0);
	cli_write("odd/commroute.status",
		  "{\"policy\":{\"file\":\"/a\\\"b\\\\c\\nd\",\"mode\":\"observe\",\"hash\":null},"
		  "\"counters\":{\"refused\":18446744073,\"since\":\"today\"}}\n");
	cli_check(table, COUNT(table));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_counted_is_shown),
		cmocka_unit_test(as_json),
		cmocka_unit_test(as_prometheus_reads_it),
	};

	return cmocka_run_group_tests_name("cli status", tests, make_files, cli_leave);
}
