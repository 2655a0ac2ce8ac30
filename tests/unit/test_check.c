/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute check on files of its own: a line in, standard output and the exit
 * status out.  The places in the findings are the promise.
 */
#include "tests/unit/cli_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD                                                                                       \
	"version: 1\n"                                                                             \
	"profiles:\n"                                                                              \
	"  a: {pattern: alltoall, intensity: high, routes: [{topology_type: block}]}\n"
#define DEAD_RULES "undeclared: [{profile: a}, {profile: none}]\n"
#define DEAD_AT                                                                                    \
	"p.yaml:4:14: warning: this rule has no 'when', so those after it are never reached\n"

static char project[4096];

static const struct {
	const char *policy, *included; /* p.yaml, i.yaml */
	const char *options;
	int status;
	const char *said;
} cases[] = {
	{HEAD, "", "p.yaml", 0, "p.yaml: good\n"},
	{HEAD DEAD_RULES, "", "p.yaml", 0, DEAD_AT "p.yaml: 0 errors, 1 warning\n"},
	{HEAD DEAD_RULES, "", "--strict p.yaml", 1, DEAD_AT "p.yaml: 0 errors, 1 warning\n"},
	{HEAD, "", "--strict p.yaml", 0, "p.yaml: good\n"},
	{HEAD "tenant: {}\n", "", "p.yaml", 1,
	 "p.yaml:4:1: error: unknown key 'tenant' in a policy: did you mean 'tenants'?\n"
	 "p.yaml: 1 error, 0 warnings\n"},
	/* Both files' faults at once, each with its own file. */
	{"include: i.yaml\n" HEAD "mode: enforced\n",
	 "tenants: {t: {accounts: [x], profiles: [b]}}\n", "p.yaml", 1,
	 "i.yaml:1:41: error: no profile is called 'b': did you mean 'a'?\n"
	 "p.yaml:5:7: error: 'enforced' is no value of 'mode': did you mean 'enforce'?\n"
	 "p.yaml: 2 errors, 0 warnings\n"},
	{"include: [gone.yaml]\n" HEAD, "", "p.yaml", 1,
	 "p.yaml:1:11: error: gone.yaml: No such file or directory\n"
	 "p.yaml: 1 error, 0 warnings\n"},
	{HEAD "environment: aws\nenvironment_file: i.yaml\n", "rows: [{id: x, sett: Y}]\n",
	 "p.yaml", 1,
	 "i.yaml:1:8: error: a row needs 'reason'\n"
	 "i.yaml:1:8: error: a row needs 'source'\n"
	 "i.yaml:1:8: error: a row needs 'certainty'\n"
	 "i.yaml:1:16: error: unknown key 'sett' in a row: did you mean 'set'?\n"
	 "p.yaml: 4 errors, 0 warnings\n"},
	{HEAD "environment: was\n", "", "p.yaml", 1,
	 "p.yaml:4:14: error: no catalogue is called 'was'; there are aws, infiniband, roce, nccl "
	 "and none\n"
	 "p.yaml: 1 error, 0 warnings\n"},
	{HEAD "environment_file: gone.yaml\n", "", "p.yaml", 1,
	 "p.yaml:4:19: error: gone.yaml: No such file or directory\n"
	 "p.yaml: 1 error, 0 warnings\n"},
	/* The overlay of the cluster that is named is in force. */
	{HEAD "clusters: {c1: {undeclared: [{profile: b}]}}\n", "", "p.yaml", 0, "p.yaml: good\n"},
	{HEAD "clusters: {c1: {undeclared: [{profile: b}]}}\n", "", "--cluster=c1 p.yaml", 1,
	 "p.yaml:4:30: error: no profile is called 'b': did you mean 'a'?\n"
	 "p.yaml: 1 error, 0 warnings\n"},
	{"include: i.yaml\n" HEAD, "notify: always\n", "--json p.yaml", 0,
	 "{\n  \"policy\": \"p.yaml\",\n  \"files\": [\n    \"p.yaml\",\n    \"i.yaml\"\n  ],\n"
	 "  \"errors\": 0,\n  \"warnings\": 0,\n  \"findings\": []\n}\n"},
	{HEAD DEAD_RULES, "", "--json --strict p.yaml", 1,
	 "{\n  \"policy\": \"p.yaml\",\n  \"files\": [\n    \"p.yaml\"\n  ],\n"
	 "  \"errors\": 0,\n  \"warnings\": 1,\n  \"findings\": [\n"
	 "    {\n      \"code\": \"CK-100\",\n      \"layer\": \"policy\",\n"
	 "      \"file\": \"p.yaml\",\n      \"line\": 4,\n      \"column\": 14,\n"
	 "      \"severity\": \"warning\",\n      \"text\": \"this rule has no 'when', so those "
	 "after it are never reached\"\n    }\n  ]\n}\n"},
	/* What nothing acts on yet is said once, wherever it stands first. */
	{HEAD "tenants:\n  t: {accounts: [x], share: {u: 4}, lend: false, reserve: {u: 1}}\n"
	      "  w: {accounts: [y], borrow: {min_run: 1h}, share: {u: 4}, reserve: {u: 1}}\n"
	      "tenant_defaults: {borrow: {grace: 10m}, lend: false}\n",
	 "", "p.yaml", 0,
	 "p.yaml:5:43: warning: 'lend' has no effect in this version\n"
	 "p.yaml:5:59: warning: 'reserve' has no effect in this version (2 places)\n"
	 "p.yaml:7:47: warning: 'lend' has no effect in this version\n"
	 "p.yaml: 0 errors, 3 warnings\n"},
	{HEAD "partitions: {u: {price: {gpu_hour: 1, currency: EUR}}}\n", "", "p.yaml", 0,
	 "p.yaml:4:49: warning: 'currency' has no effect in this version\n"
	 "p.yaml: 0 errors, 1 warning\n"},
	/* A script is run on its sample job. */
	{HEAD "lua: i.yaml\n", "function decide( return end\n", "p.yaml", 1, NULL},
	{HEAD "lua: i.yaml\n", "function decide(job) return nil end\n", "p.yaml", 0,
	 "p.yaml: good\n"},
};

static void findings_have_places(void **state)
{
	char line[100];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cli_result r;

		cli_write("p.yaml", cases[i].policy);
		cli_write("i.yaml", cases[i].included);
		(void)snprintf(line, sizeof(line), "check %s", cases[i].options);
		r = cli_run(line);
		if (r.status != cases[i].status)
			fail_msg("case %zu: status %d; %s", i, r.status, r.out);
		assert_string_equal(r.err, "");
		if (cases[i].said)
			assert_string_equal(r.out, cases[i].said);
		else
			assert_non_null(strstr(r.out, "p.yaml: 1 error, 0 warnings\n"));
	}
}

static void a_cluster_is_compared(void **state)
{
	char line[4200];
	struct cli_result r;

	(void)state;
	cli_write("p.yaml", HEAD "partitions: {ultr: {admit: {min_nodes: 2}}}\n");
	assert_int_equal(cli_run("check p.yaml").status, 0);
	(void)snprintf(line, sizeof(line),
		       "check --snapshot='%s/policies/examples/hyperpod.json' p.yaml", project);
	r = cli_run(line);
	assert_int_equal(r.status, 1);
	assert_string_equal(
		r.out, "policy:\n"
		       "p.yaml:4:14: error: this cluster has no partition 'ultr': did you mean "
		       "'ultra'? [CK-103]\n"
		       "    why: rules for a partition that is not there hold for no job\n"
		       "    mend: correct the partition's name\n"
		       "p.yaml: 1 error, 0 warnings\n");
	cli_write("p.yaml", HEAD "partitions: {ultr: {admit: {min_nodes: 2}}}\n"
				 "tenants: {t: {accounts: [nlq], qos: {own: nlq}}}\n");
	r = cli_run(line);
	assert_int_equal(r.status, 1);
	assert_non_null(strstr(r.out, "\ntenants:\np.yaml:5:26: error: tenant 't': Slurm has no "
				      "account 'nlq': did you mean 'nlp'? [CK-205]\n"));
	(void)snprintf(line, sizeof(line),
		       "check --json --snapshot='%s/policies/examples/hyperpod.json' p.yaml",
		       project);
	r = cli_run(line);
	assert_int_equal(r.status, 1);
	assert_non_null(strstr(r.out, "\"code\": \"CK-201\",\n      \"layer\": \"tenants\""));
	assert_non_null(strstr(r.out, "\"remedy\": \"commroute apply\""));
}

static void what_cannot_be_read_is_no_verdict(void **state)
{
	static const struct cli_case table[] = {
		{"check gone.yaml", 3, "", "commroute: gone.yaml: No such file or directory\n"},
		{"check --snapshot=gone.json p.yaml", 3, "",
		 "commroute: gone.json: No such file or directory\n"},
		{"check --snapshot=p.yaml p.yaml", 1, "",
		 "commroute: p.yaml: not valid JSON: unexpected character\n"},
		{"check --live --snapshot=x p.yaml", 2, "",
		 "commroute check: --live and --snapshot are two clusters\n" CLI_TRY("check")},
		{"check p.yaml q.yaml", 2, "",
		 "commroute check: one policy at a time\n" CLI_TRY("check")},
	};

	(void)state;
	cli_write("p.yaml", HEAD);
	cli_check(table, COUNT(table));
}

static void the_policy_beside_slurm_conf(void **state)
{
	(void)state;
	cli_write("slurm.conf", "ClusterName=c1\n");
	cli_write("commroute.yaml", HEAD);
	setenv("SLURM_CONF", "slurm.conf", 1);
	cli_check_words("check", 0, "commroute.yaml: good\n", NULL);
	setenv("SLURM_CONF", "./slurm.conf", 1);
	cli_check_words("check", 0, "./commroute.yaml: good\n", NULL);
	unsetenv("SLURM_CONF");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(findings_have_places),
		cmocka_unit_test(a_cluster_is_compared),
		cmocka_unit_test(what_cannot_be_read_is_no_verdict),
		cmocka_unit_test(the_policy_beside_slurm_conf),
	};

	if (!getcwd(project, sizeof(project)))
		return 1;
	return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}
