/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all commands share in speaking: terminals, colour, width, and a standard output that is
 * full. */
#include "tests/unit/cli_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARKED "topo --topology-file two.yaml --topology ultra --mark n1"
#define STORY                                                                                      \
	"explain --snapshot cluster.json --policy policy.yaml --user vic -- --comm-profile=moe -N 2"

/* A full disk is no answer: nothing may end with 0 or 1 then. */
static void nothing_is_lost_silently(void **state)
{
	static const char *const lines[] = {
		"topo --topology-file two.yaml",
		"topo --topology-file two.yaml --node n1",
		"topo --topology-file two.yaml --node nowhere --format json",
		"topo --topology-file two.yaml --format json",
		"rank --topology-file two.yaml --topology ultra --nodes n1",
		"rank --topology-file two.yaml --topology ultra --nodes n1 --format lines",
		"rank --topology-file two.yaml --topology ultra --nodes n1 --format rankfile",
		"rank --topology-file two.yaml --topology ultra --nodes n1 --format seq",
		"rank --topology-file two.yaml --topology ultra --nodes n1 --format json",
		"env --catalogue none --product x",
		"env --catalogue none --product x --json",
		"explain --codes",
		STORY,
		"explain --json --snapshot cluster.json --policy policy.yaml --user vic -- -N 2",
		"check policy.yaml",
		"check --json policy.yaml",
		"check --strict bad.yaml",
		"schema",
		"test t.yaml",
		"lua check s.lua",
		"lua import --snapshot cluster.json --policy policy.yaml --jobs t.yaml old.lua",
	};
	size_t bad = 0;

	(void)state;
	cli_write("t.yaml", "policy: policy.yaml\nsnapshot: cluster.json\n"
			    "cases: [{user: ada, job: -N 1, expect: {verdict: refuse}}]\n");
	cli_write("s.lua", "function classify(job) end\n");
	cli_write("old.lua", "function slurm_job_submit() return slurm.SUCCESS end\n");
	for (size_t i = 0; i < COUNT(lines); i++) {
		struct cli_result r = cli_run_into(lines[i], "/dev/full");

		if (r.status == 3 &&
		    strstr(r.err, "commroute: standard output: No space left on device\n"))
			continue;
		print_error("commroute %s: %d\n%s", lines[i], r.status, r.err);
		bad++;
	}
	assert_int_equal(bad, 0);
}

static void colour_on_a_terminal(void **state)
{
	static const char *const names[] = {"xterm", "dumb", NULL};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		if (names[i])
			setenv("TERM", names[i], 1);
		else
			unsetenv("TERM");
		assert_int_equal(strchr(cli_run_on_terminal(MARKED, 80).out, '\033') != NULL,
				 i == 0);
	}
	setenv("TERM", "xterm", 1);
	assert_non_null(strstr(cli_run_on_terminal(MARKED, 80).out,
			       "\033[1mb2\033[0m  \033[2m4 nodes\033[0m  n[1,3,5,7]  \033[32m<- 1: "
			       "n1\033[0m\n"));
	assert_null(strchr(cli_run(MARKED).out, '\033'));
	setenv("NO_COLOR", "1", 1);
	assert_null(strchr(cli_run_on_terminal(MARKED, 80).out, '\033'));
	setenv("NO_COLOR", "", 1);
	assert_non_null(strchr(cli_run_on_terminal(MARKED, 80).out, '\033'));
	unsetenv("NO_COLOR");
	unsetenv("TERM");
}

static size_t longest_line(const char *text)
{
	size_t longest = 0;

	for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
		if ((size_t)(end - text) > longest)
			longest = (size_t)(end - text);
	return longest;
}

/* A terminal's width, within 40 and 500; 100 where there is none. */
static void text_is_broken_at_the_width(void **state)
{
	static const struct {
		unsigned short columns;
		size_t least, most;
	} widths[] = {{80, 60, 80}, {50, 40, 50}, {10, 30, 40},
		      {35, 36, 40}, {40, 30, 40}, {0, 85, 100}};

	(void)state;
	for (size_t i = 0; i < COUNT(widths); i++) {
		struct cli_result r = cli_run_on_terminal(STORY, widths[i].columns);
		size_t longest = longest_line(r.out);

		assert_int_equal(r.status, 1);
		if (longest < widths[i].least || longest > widths[i].most)
			fail_msg("%u columns: %zu\n%s", widths[i].columns, longest, r.out);
	}
	assert_true(longest_line(cli_run(STORY).out) <= 100);
	assert_true(longest_line(cli_run_on_terminal(STORY, 1000).out) > 100);
}

static void tree_characters_follow_the_locale(void **state)
{
	(void)state;
	assert_non_null(strstr(cli_run(MARKED).out, "`- b[1-2]"));
	setenv("LC_ALL", "C.UTF-8", 1);
	assert_non_null(strstr(cli_run(MARKED).out, "\u2514\u2500 b[1-2]"));
	unsetenv("LC_ALL");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost_silently),
		cmocka_unit_test(colour_on_a_terminal),
		cmocka_unit_test(text_is_broken_at_the_width),
		cmocka_unit_test(tree_characters_follow_the_locale),
	};

	return cmocka_run_group_tests_name("the command's output", tests, cli_enter_world,
					   cli_leave);
}
