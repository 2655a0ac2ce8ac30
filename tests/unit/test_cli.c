/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute's first words: help, version, and what is no command. */
#include "tests/unit/cli_run.h"

#include <stdio.h>
#include <string.h>

static const char *const commands[] = {
	"explain", "check", "schema", "test",    "lua check", "lua import", "snapshot",
	"topo",    "rank",  "status", "journal", "env",       "plan",       "apply",
};

static void help_without_words_goes_to_standard_error(void **state)
{
	char help[4096];
	struct cli_result r = cli_run("");

	(void)state;
	assert_int_equal(r.status, 2);
	assert_string_equal(r.out, "");
	(void)snprintf(help, sizeof(help), "%s", r.err);
	assert_non_null(strstr(help, "usage: commroute COMMAND [OPTION...]\n"));
	for (size_t i = 0; i < 3; i++) {
		static const char *const words[] = {"help", "--help", "-h"};

		r = cli_run(words[i]);
		assert_int_equal(r.status, 0);
		assert_string_equal(r.out, help);
		assert_string_equal(r.err, "");
	}
}

/* Three groups; in them every command once, and a line is one. */
static void help_lists_every_command(void **state)
{
	static const char *const groups[] = {
		"\ncommands for a job:\n  explain ",
		"\ncommands for a policy:\n  check ",
		"\ncommands for the cluster:\n  status ",
	};
	const char *help = cli_run("--help").out, *at = help;
	size_t listed = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(groups); i++) {
		at = strstr(at, groups[i]);
		assert_non_null(at);
		for (at = strchr(at + 1, '\n') + 1; strncmp(at, "  ", 2) == 0; listed++)
			at = strchr(at, '\n') + 1;
	}
	assert_null(strstr(at, "\ncommands for "));
	assert_int_equal(listed, COUNT(commands) - 1); /* lua has two under one name */
	for (size_t i = 0; i < COUNT(commands); i++) {
		char line[40];

		(void)snprintf(line, sizeof(line), "\n  %-10.*s ", (int)strcspn(commands[i], " "),
			       commands[i]);
		if (!strstr(help, line))
			fail_msg("no line for '%s' in:\n%s", commands[i], help);
	}
}

static void every_command_helps(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(commands); i++) {
		char line[80], words[80];
		struct cli_result r;

		(void)snprintf(words, sizeof(words), "Usage: commroute %s [OPTION...]",
			       commands[i]);
		(void)snprintf(line, sizeof(line), "%s --help", commands[i]);
		r = cli_run(line);
		assert_int_equal(r.status, 0);
		assert_string_equal(r.err, "");
		if (strncmp(r.out, words, strlen(words)) != 0)
			fail_msg("commroute %s: %s", line, r.out);
		(void)snprintf(line, sizeof(line), "%s --usage", commands[i]);
		assert_int_equal(cli_run(line).status, 0);
		(void)snprintf(line, sizeof(line), "%s --version", commands[i]);
		r = cli_run(line);
		assert_int_equal(r.status, 0);
		assert_string_equal(r.out, "commroute " CR_VERSION "\n");
	}
}

static void every_command_refuses_unknown_options(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(commands); i++) {
		char line[80], words[300];
		struct cli_result r;

		(void)snprintf(line, sizeof(line), "%s --bogus", commands[i]);
		(void)snprintf(words, sizeof(words),
			       "commroute %s: unrecognized option '--bogus'\n" CLI_TRY("%s"),
			       commands[i], commands[i], commands[i]);
		r = cli_run(line);
		assert_int_equal(r.status, 2);
		assert_string_equal(r.out, "");
		assert_string_equal(r.err, words);
	}
}

static void words_that_are_no_command(void **state)
{
	static const struct cli_case table[] = {
		{"--version", 0, "commroute " CR_VERSION "\n", ""},
		{"-V", 0, "commroute " CR_VERSION "\n", ""},
		{"explan", 2, "",
		 "commroute: no command 'explan'; did you mean 'explain'?\n"
		 "Try 'commroute --help'.\n"},
		{"'' x", 2, "", "commroute: no command ''\nTry 'commroute --help'.\n"},
		{"--frob", 2, "", "commroute: no command '--frob'\nTry 'commroute --help'.\n"},
		{"'a\033[1m\nb'", 2, "",
		 "commroute: no command 'a\\x1b[1m\\nb'\nTry 'commroute --help'.\n"},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static const char lua_usage[] =
	"usage: commroute lua check [--data=FILE] FILE\n"
	"       commroute lua import [OPTION...] FILE\n\n"
	"  check    check a script without a cluster\n"
	"  import   run a job_submit.lua beside the policy and list where they differ\n";

static void lua_has_commands_of_its_own(void **state)
{
	static const struct cli_case table[] = {
		{"lua", 2, "", lua_usage},
		{"lua --help", 0, lua_usage, ""},
		{"lua chek", 2, "", lua_usage},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

/* A misspelt code would never match, and be taken for the policy's fault. */
static void codes_that_are_expected_exist(void **state)
{
	(void)state;
	cli_write("t.yaml", "policy: p.yaml\nsnapshot: s.json\ncases:\n- name: a\n  user: ada\n"
			    "  job: -N 1\n  expect: {code: CR-310}\n");
	cli_check_words("test t.yaml", 1, NULL, "t.yaml:7:18: error: no code is 'CR-310'\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(help_without_words_goes_to_standard_error),
		cmocka_unit_test(help_lists_every_command),
		cmocka_unit_test(every_command_helps),
		cmocka_unit_test(every_command_refuses_unknown_options),
		cmocka_unit_test(words_that_are_no_command),
		cmocka_unit_test(lua_has_commands_of_its_own),
		cmocka_unit_test(codes_that_are_expected_exist),
	};

	return cmocka_run_group_tests_name("the command's first words", tests, cli_enter,
					   cli_leave);
}
