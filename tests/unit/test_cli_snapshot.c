/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute snapshot: what the controller tells, to standard output and to a file. */
#include "tests/unit/cli_world.h"

#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void the_cluster_is_written(void **state)
{
	struct cli_result r = cli_run("snapshot");
	char *first = strdup(r.out);

	(void)state;
	assert_non_null(first);
	assert_int_equal(r.status, 0);
	assert_string_equal(r.err, "");
	assert_int_equal(strncmp(first, "{\n  \"commroute_snapshot\": 1,\n", 29), 0);
	assert_non_null(strstr(first, "\"cluster\": \"alpha\""));
	assert_non_null(strstr(first, "\"user\": \"ada\""));
	free(first);
}

/* What is written can be read: the same decision on both. */
static void a_file_that_explain_reads(void **state)
{
	static const char live[] =
		"explain --policy policy.yaml --user ada -- --comm-profile=moe -N 2";
	char *told;

	(void)state;
	cli_check_words("snapshot -o s.json", 0, "", "");
	assert_string_equal(cli_run("snapshot --output=s.json").out, "");
	assert_int_equal(strncmp(cli_read("s.json"), "{\n  \"commroute_snapshot\": 1,", 27), 0);
	told = strdup(cli_run(live).out);
	assert_non_null(told);
	assert_string_equal(cli_run("explain --snapshot s.json --policy policy.yaml --user ada -- "
				    "--comm-profile=moe -N 2")
				    .out,
			    told);
	free(told);
}

static void what_is_wrong(void **state)
{
	static const struct cli_case table[] = {
		{"snapshot -o none/s.json", 3, "",
		 "commroute: none/s.json: No such file or directory\n"},
		{"snapshot -o", 2, "",
		 "commroute snapshot: option requires an argument -- 'o'\n" CLI_TRY("snapshot")},
		{"snapshot -o /dev/full", 3, "", "commroute: /dev/full: No space left on device\n"},
		{"snapshot stray", 2, "",
		 "commroute snapshot: Too many arguments\n" CLI_TRY("snapshot")},
	};
	static const struct cli_case failing[] = {
		{"snapshot", 3, "",
		 "commroute: slurm_load_assoc_mgr_info: Access/permission denied\n"},
	};
	static const struct cli_case no_conf[] = {
		{"snapshot", 3, "", "commroute: slurm.conf: No such file or directory\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
	fake.failing = "slurm_load_assoc_mgr_info";
	fake.error = ESLURM_ACCESS_DENIED;
	cli_check(failing, COUNT(failing));
	(void)remove("slurm.conf");
	cli_check(no_conf, COUNT(no_conf));
}

#define LIVE(test) cmocka_unit_test_setup_teardown(test, cli_start_controller, cli_stop_controller)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LIVE(the_cluster_is_written),
		LIVE(a_file_that_explain_reads),
		LIVE(what_is_wrong),
	};

	return cmocka_run_group_tests_name("commroute snapshot", tests, cli_enter_world, cli_leave);
}
