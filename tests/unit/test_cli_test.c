/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute test: tables of cases, what they may expect, and their faults. */
#include "tests/unit/cli_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD    "policy: policy.yaml\nsnapshot: cluster.json\ncases:\n"
#define MOE     "--comm-profile=moe -N 18 --gpus-per-node=4"
#define REFUSED "--comm-profile=moe -N 2"

/* One value of each kind that can be expected, as it is. */
static void everything_that_can_be_expected(void **state)
{
	static const char *const expects[] = {
		"verdict: route",
		"mode: enforce",
		"act: 'true'",
		"code: none",
		"message: none",
		"notice: none",
		"partition: ultra",
		"qos: nlp",
		"segment: 18",
		"switches: none",
		"switch_wait: none",
		"gpu_type: gb200",
		"exclusive_topo: 'false'",
		"preemptible: 'false'",
		"profile: moe",
		"tenant: nlp",
		"topology: ultra",
		"topology_type: block",
		"arch: aarch64",
		"would_partition: none",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(expects); i++) {
		char table[400], wrong[64];

		(void)snprintf(wrong, sizeof(wrong), "%.*s: other", (int)strcspn(expects[i], ":"),
			       expects[i]);
		(void)snprintf(table, sizeof(table),
			       HEAD "- {name: a, user: ada, job: " MOE ", expect: {%s}}\n"
				    "- {name: b, user: ada, job: " MOE ", expect: {%s}}\n",
			       expects[i], wrong);
		cli_write("t.yaml", table);
		cli_check_words("test t.yaml", 1,
				"1..2\nok 1 - a\nnot ok 2 - b\n# line 5: expected ", "");
		cli_check_words("test t.yaml", 1, "\n# 1 passed, 1 failed\n", "");
	}
}

static void tables_that_pass_and_fail(void **state)
{
	static const struct {
		const char *cases;
		struct cli_case c;
	} tables[] = {
		{"- {user: ada, job: " MOE ", expect: {verdict: route}}\n",
		 {"test t.yaml", 0,
		  "1..1\n"
		  "ok 1 - --comm-profile=moe -N 18 --gpus-per-node=4\n"
		  "# 1 passed, 0 failed\n",
		  ""}},
		{"- {name: 'no', user: vic, job: " REFUSED
		 ", expect: {verdict: route, code: CR-203, message: 'CR-1*'}}\n",
		 {"test t.yaml", 1,
		  "1..1\n"
		  "not ok 1 - no\n"
		  "# line 4: expected verdict route, got refuse\n"
		  "# line 4: expected message CR-1*, got CR-203: profile 'moe' is not open to tenant "
		  "'vision', which may use: allreduce, independent\n"
		  "# CR-203: profile 'moe' is not open to tenant 'vision', which may use: allreduce, "
		  "independent\n"
		  "# 0 passed, 1 failed\n",
		  ""}},
		{"- {name: glob, user: vic, job: " REFUSED
		 ", expect: {message: 'CR-203: *vision*'}}\n",
		 {"test t.yaml", 0,
		  "1..1\n"
		  "ok 1 - glob\n"
		  "# 1 passed, 0 failed\n",
		  ""}},
		{"- {name: asked badly, user: ada, job: -N x, expect: {verdict: route}}\n",
		 {"test t.yaml", 1,
		  "1..1\n"
		  "not ok 1 - asked badly\n"
		  "# line 4: --nodes: 'x' is not a number\n"
		  "# 0 passed, 1 failed\n",
		  ""}},
		{"- {name: privileged, user: vic, privileged: true, job: " REFUSED
		 ", expect: {act: 'false'}}\n",
		 {"test t.yaml", 1,
		  "1..1\n"
		  "not ok 1 - privileged\n"
		  "# line 4: expected act false, got true\n"
		  "# CR-203: profile 'moe' is not open to tenant 'vision', which may use: allreduce, "
		  "independent\n"
		  "# 0 passed, 1 failed\n",
		  ""}},
		{"- {name: then, at: 2026-12-24 18:00, user: ada, job: " MOE
		 ", expect: {verdict: route}}\n",
		 {"test t.yaml", 0,
		  "1..1\n"
		  "ok 1 - then\n"
		  "# 1 passed, 0 failed\n",
		  ""}},
	};
	char text[1000];
	size_t bad = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(tables); i++) {
		(void)snprintf(text, sizeof(text), HEAD "%s", tables[i].cases);
		cli_write("t.yaml", text);
		bad += cli_differs(&tables[i].c);
	}
	assert_int_equal(bad, 0);
}

static void tables_that_are_faulty(void **state)
{
	static const struct {
		const char *table;
		struct cli_case c;
	} tables[] = {
		{"",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:1: error: a table of cases needs a mapping (key: value), not nothing\n"}},
		{"[a]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:1: error: a table of cases needs a mapping (key: value), not a list\n"}},
		{"policy: p\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:1: error: a table of cases needs 'cases', for example cases: [{job: -N 4, expect: {verdict: route}}]\n"}},
		{"cases: []\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:1: error: a table of cases needs 'cases', for example cases: [{job: -N 4, expect: {verdict: route}}]\n"}},
		{"cases: x\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:8: error: 'cases' needs a list ([...] or lines with '- '), not text\n"}},
		{"cases: [x]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:9: error: a case needs a mapping (key: value), not text\n"}},
		{"cases: [{job: -N 1}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:9: error: a case needs 'expect', for example expect: {verdict: route}\n"}},
		{"cases: [{job: -N 1, expect: {}}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:9: error: a case that expects nothing cannot fail\n"}},
		{"cases: [{expect: {code: none}}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:9: error: a case needs 'job', for example job: --comm-profile=NAME -N 4\n"}},
		{"cases: [{job: -N 1, expect: x}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:29: error: 'expect' needs a mapping of names to texts, not text\n"}},
		{"cases: [{job: -N 1, expect: {verdit: route}}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:30: error: unknown key 'verdit': did you mean 'verdict'?\n"}},
		{"cases: [{job: -N 1, expect: {code: [a]}}]\n",
		 {"test t.yaml", 1, "", "t.yaml:1:36: error: 'expect' needs texts, not a list\n"}},
		{"cases: [{jobb: -N 1, job: x, expect: {code: a}}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:10: error: unknown key 'jobb' in a case: did you mean 'job'?\n"}},
		{"cases: [{job: x, at: noon, expect: {code: a}}]\n",
		 {"test t.yaml", 1, "", "t.yaml:1:22: error: 'at': a time is YYYY-MM-DD HH:MM\n"}},
		{"case: []\ncases: [{job: x, expect: {code: a}}]\n",
		 {"test t.yaml", 1, "",
		  "t.yaml:1:1: error: unknown key 'case' in a table of cases: did you mean 'cases'?\n"}},
		{"cases: [{job: [x], expect: {code: a}}]\n",
		 {"test t.yaml", 1, "", "t.yaml:1:15: error: 'job' needs text, not a list\n"}},
	};
	size_t bad = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(tables); i++) {
		cli_write("t.yaml", tables[i].table);
		bad += cli_differs(&tables[i].c);
	}
	assert_int_equal(bad, 0);
}

static void its_options(void **state)
{
	static const struct cli_case table[] = {
		{"test", 2, "", "commroute test: which table of cases?\n" CLI_TRY("test")},
		{"test a b", 2, "", "commroute test: one table at a time\n" CLI_TRY("test")},
		{"test none.yaml", 3, "", "commroute: none.yaml: No such file or directory\n"},
		{"test t.yaml --policy none.yaml", 3, "",
		 "commroute: none.yaml: No such file or directory\n"},
		{"test t.yaml --snapshot none.json", 3, "",
		 "commroute: none.json: No such file or directory\n"},
		{"test t.yaml --policy bad.yaml", 1, "",
		 "bad.yaml:1:1: error: a policy needs a mapping (key: value), not a list\n"},
		{"test /dev/null", 3, "", "commroute: /dev/null: is not a regular file\n"},
	};

	(void)state;
	cli_write("t.yaml",
		  HEAD "- {name: a, user: ada, job: " MOE ", expect: {verdict: route}}\n");
	cli_check(table, COUNT(table));
	cli_check_words("test --time t.yaml", 0, "ok 1 - a\n# ", "");
	cli_check_words("test --time t.yaml", 0, " us for a decision\n# 1 passed, 0 failed\n", "");
}

/* What a table names stands beside it. */
static void files_beside_the_table(void **state)
{
	static const char *const files[] = {"t.yaml", "policy.yaml", "cluster.json"};
	static const char *const moved[] = {"d/t.yaml", "d/policy.yaml", "d/cluster.json"};

	(void)state;
	cli_write("t.yaml",
		  HEAD "- {name: a, user: ada, job: " MOE ", expect: {verdict: route}}\n");
	assert_int_equal(mkdir("d", 0700), 0);
	for (size_t i = 0; i < COUNT(files); i++)
		assert_int_equal(rename(files[i], moved[i]), 0);
	cli_check_words("test d/t.yaml", 0, "1..1\nok 1 - a\n# 1 passed, 0 failed\n", "");
	for (size_t i = 1; i < COUNT(files); i++)
		assert_int_equal(rename(moved[i], files[i]), 0);
	cli_check_words("test d/t.yaml --policy policy.yaml --snapshot cluster.json", 0,
			"ok 1 - a\n", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_that_can_be_expected),
		cmocka_unit_test(tables_that_pass_and_fail),
		cmocka_unit_test(tables_that_are_faulty),
		cmocka_unit_test(its_options),
		cmocka_unit_test(files_beside_the_table),
	};

	return cmocka_run_group_tests_name("commroute test", tests, cli_enter_world, cli_leave);
}
