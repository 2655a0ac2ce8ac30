/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute check, run in this process on files of its own: argv in, standard
 * output and the exit status out.  The places in the findings are the promise.
 */
#include "tests/unit/unit.h"

#include "cli/command.h"

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

static char top[] = "/tmp/cr_check_XXXXXX";
static char snapshot[4096];

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* The words of LINE as the command's; what it prints is copied to SAID. */
static int run(const char *line, char *said, size_t size)
{
	char words[4400], name[] = "commroute check", *argv[10] = {name};
	char *text = NULL, *save = NULL;
	FILE *terminal = stdout;
	int argc = 1, status;
	size_t len;

	snprintf(words, sizeof(words), "%s", line);
	for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	stdout = open_memstream(&text, &len);
	status = cr_cli_check(argc, argv);
	fclose(stdout);
	stdout = terminal;
	snprintf(said, size, "%s", text);
	free(text);
	return status;
}

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
	 "p.yaml", 1, NULL},
	{HEAD "environment: was\n", "", "p.yaml", 1,
	 "p.yaml:4:14: error: no catalogue is called 'was'; there are aws, infiniband and none\n"
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
	 "    {\n      \"file\": \"p.yaml\",\n      \"line\": 4,\n      \"column\": 14,\n"
	 "      \"severity\": \"warning\",\n      \"text\": \"this rule has no 'when', so those "
	 "after it are never reached\"\n    }\n  ]\n}\n"},
	/* What nothing acts on yet is said once, wherever it stands first. */
	{HEAD "tenants:\n  t: {accounts: [x], share: {u: 4}, lend: false}\n"
	      "  w: {accounts: [y], borrow: {min_run: 1h}, share: {u: 4}}\n"
	      "tenant_defaults: {borrow: {grace: 10m}, lend: false}\n",
	 "", "p.yaml", 0,
	 "p.yaml:5:29: warning: 'share' has no effect in this version (2 places)\n"
	 "p.yaml:5:43: warning: 'lend' has no effect in this version\n"
	 "p.yaml:6:40: warning: 'min_run' has no effect in this version\n"
	 "p.yaml:7:35: warning: 'grace' has no effect in this version\n"
	 "p.yaml:7:47: warning: 'lend' has no effect in this version\n"
	 "p.yaml: 0 errors, 5 warnings\n"},
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
	char said[4000];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		write_file("p.yaml", cases[i].policy);
		write_file("i.yaml", cases[i].included);
		if (run(cases[i].options, said, sizeof(said)) != cases[i].status)
			fail_msg("case %zu: another status; %s", i, said);
		if (cases[i].said)
			assert_string_equal(said, cases[i].said);
		else
			assert_non_null(strstr(said, "p.yaml: 1 error, 0 warnings\n"));
	}
}

static void a_cluster_is_compared(void **state)
{
	char line[4200], said[4000];

	(void)state;
	write_file("p.yaml", HEAD "partitions: {ultr: {admit: {min_nodes: 2}}}\n");
	assert_int_equal(run("p.yaml", said, sizeof(said)), 0);
	snprintf(line, sizeof(line), "--snapshot=%s p.yaml", snapshot);
	assert_int_equal(run(line, said, sizeof(said)), 1);
	assert_string_equal(
		said, "p.yaml:4:14: error: this cluster has no partition 'ultr': did you mean "
		      "'ultra'?\np.yaml: 1 error, 0 warnings\n");
}

static void what_cannot_be_read_is_no_verdict(void **state)
{
	char said[4000];

	(void)state;
	write_file("p.yaml", HEAD);
	assert_int_equal(run("gone.yaml", said, sizeof(said)), 3);
	assert_int_equal(run("--snapshot=gone.json p.yaml", said, sizeof(said)), 3);
	assert_int_equal(run("--snapshot=p.yaml p.yaml", said, sizeof(said)), 1);
	assert_string_equal(said, "");
	/* Without FILE: beside slurm.conf. */
	write_file("slurm.conf", "ClusterName=c1\n");
	write_file("commroute.yaml", HEAD);
	setenv("SLURM_CONF", "slurm.conf", 1);
	assert_int_equal(run("", said, sizeof(said)), 0);
	assert_string_equal(said, "commroute.yaml: good\n");
	setenv("SLURM_CONF", "./slurm.conf", 1);
	assert_int_equal(run("", said, sizeof(said)), 0);
	assert_string_equal(said, "./commroute.yaml: good\n");
	unsetenv("SLURM_CONF");
}

static int go_to_files(void **state)
{
	(void)state;
	if (!getcwd(snapshot, sizeof(snapshot) - 100))
		return -1;
	strcat(snapshot, "/policies/examples/hyperpod.json");
	return mkdtemp(top) && chdir(top) == 0 ? 0 : -1;
}

static int remove_files(void **state)
{
	static const char *const files[] = {"p.yaml", "i.yaml", "slurm.conf", "commroute.yaml"};

	(void)state;
	for (size_t i = 0; i < COUNT(files); i++)
		unlink(files[i]);
	return chdir("/") == 0 && rmdir(top) == 0 ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(findings_have_places),
		cmocka_unit_test(a_cluster_is_compared),
		cmocka_unit_test(what_cannot_be_read_is_no_verdict),
	};

	return cmocka_run_group_tests(tests, go_to_files, remove_files);
}
