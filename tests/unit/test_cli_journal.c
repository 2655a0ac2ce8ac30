/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute journal: files that turn over, choices, and lines that strangers wrote. */
#include "cli/journal_files.h"
#include "tests/unit/cli_world.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ADA(id, time, more)                                                                        \
	"{\"id\":\"" id "\",\"time\":\"" time "\",\"event\":\"submit\",\"uid\":1000,"              \
	"\"user\":\"ada\",\"account\":\"nlp\",\"name\":\"a\",\"batch\":true,\"array\":false,"      \
	"\"asked\":{\"comm_profile\":\"moe\"},\"decision\":{\"commroute\":1," more "}}\n"
#define ROUTED                                                                                     \
	"\"verdict\":\"route\",\"mode\":\"enforce\",\"profile\":\"moe\",\"tenant\":\"nlp\","       \
	"\"partition\":\"ultra\",\"qos\":\"nlp\",\"nodes\":18,\"why\":[\"CR-320 ultra: rests\"]"
#define REFUSED                                                                                    \
	"\"verdict\":\"refuse\",\"mode\":\"observe\",\"code\":\"CR-103\",\"why\":[\"no \\\"moee\\\"\"]"

static const char oldest[] =
	"{\"id\":\"a.1\",\"time\":\"2026-01-01T00:00:00Z\",\"event\":\"policy\","
	"\"file\":\"/etc/p.yaml\",\"mode\":\"enforce\",\"hash\":\"77\"}\n";
static const char older[] = ADA("a.2", "2026-01-02T00:00:00Z", ROUTED);
static const char youngest[] =
	"{\"id\":\"a.3\",\"time\":\"2026-01-03T00:00:00Z\",\"event\":\"update\",\"job\":4711,"
	"\"uid\":1001,\"user\":\"vic\",\"account\":\"vision\",\"decision\":{\"commroute\":1," REFUSED
	"}}\n"
	"{\"time\":\"2026-01-03T00:01:00Z\",\"event\":\"repeated\",\"of\":\"a.3\",\"times\":5}\n"
	"{\"time\":\"2026-01-03T00:02:00Z\",\"event\":\"gap\",\"lost\":9}\n"
	"{\"id\":\"a.4\",\"time\":\"2026-01-03T00:03:00Z\",\"event\":\"policy\","
	"\"file\":\"/etc/p.yaml\",\"mode\":null,\"hash\":null}\n";

#define LINE1 "2026-01-01T00:00:00Z policy   /etc/p.yaml in mode enforce, hash 77\n"
#define LINE2                                                                                      \
	"2026-01-02T00:00:00Z submit   -        ada        nlp        moe          18    route  "  \
	"to ultra qos=nlp id=a.2\n"
#define LINE3                                                                                      \
	"2026-01-03T00:00:00Z update   4711     vic        vision     -            -     refuse "  \
	"CR-103 (observe) \"no \"moee\"\" id=a.3\n"
#define AGAIN "2026-01-03T00:01:00Z repeated 5 times more: id=a.3\n"
#define GAP   "2026-01-03T00:02:00Z gap      9 lines are lost here\n"
#define LINE4                                                                                      \
	"2026-01-03T00:03:00Z policy   /etc/p.yaml is refused; the one before stays in force\n"

static int make_files(void **state)
{
	if (cli_enter_world(state) != 0 || mkdir("state", 0755) != 0 || mkdir("odd", 0755) != 0 ||
	    mkdir("none", 0755) != 0 || mkdir("kinds", 0755) != 0)
		return -1;
	cli_write("state/commroute.journal.2", oldest);
	cli_write("state/commroute.journal.1", older);
	cli_write("state/commroute.journal", youngest);
	/* After a gap in the numbers there is nothing of ours. */
	cli_write("state/commroute.journal.4", older);
	cli_write("slurm.conf", "ClusterName=alpha\nStateSaveLocation=state\n");
	(void)setenv("SLURM_CONF", "slurm.conf", 1);
	return symlink("../state/commroute.journal", "kinds/commroute.journal");
}

static void chosen_lines(void **state)
{
	static const struct cli_case table[] = {
		{"journal", 0, LINE1 LINE2 LINE3 AGAIN GAP LINE4, ""},
		{"journal --state-dir=state --since 2026-01-03", 0, LINE3 AGAIN GAP LINE4, ""},
		{"journal --since 2026-01-02T00:00:00Z --user ada", 0, LINE2 GAP, ""},
		{"journal --since 2026-01-02T00:01 --user ada", 0, GAP, ""},
		{"journal --since 2d", 0, "", ""},
		{"journal --user 1000", 0, LINE2 GAP, ""},
		{"journal --user vic", 0, LINE3 AGAIN GAP, ""},
		{"journal --user ad", 0, GAP, ""},
		{"journal --tenant NLP", 0, LINE2 GAP, ""},
		{"journal --code cr-103", 0, LINE3 AGAIN GAP, ""},
		{"journal --code CR-320", 0, LINE2 GAP, ""},
		{"journal --code CR-32", 0, GAP, ""},
		{"journal --code CR-320 --user vic", 0, GAP, ""},
	};

	(void)state;
	cli_check(table, COUNT(table));
}

static void as_json(void **state)
{
	struct cli_result r = cli_run("journal --json --tenant nlp");

	(void)state;
	assert_int_equal(r.status, 0);
	assert_true(strncmp(r.out, older, strlen(older)) == 0);
}

static void what_cannot_be_read(void **state)
{
	static const struct cli_case table[] = {
		{"journal --state-dir=none", 3, "",
		 "commroute: none/commroute.journal: No such file or directory\n"},
		{"journal --state-dir=slurm.conf", 3, "",
		 "commroute: slurm.conf/commroute.journal: Not a directory\n"},
		{"journal --state-dir=kinds", 3, "",
		 "commroute: kinds/commroute.journal: Too many levels of symbolic links\n"},
		{"journal --job x", 2, "",
		 "commroute journal: --job: 'x' is not a whole number from 1 to 4294967295\n" CLI_TRY(
			 "journal")},
		{"journal --since yesterday", 2, "",
		 "commroute journal: --since: neither a date such as 2026-01-31T12:00, nor a time ago: "
		 "'yesterday' is not a time span: a whole number and s, m, h, d or w, such as 30m, at most 10 years\n" CLI_TRY(
			 "journal")},
	};

	(void)state;
	cli_check(table, COUNT(table));
	(void)unlink("kinds/commroute.journal");
	assert_int_equal(mkfifo("kinds/commroute.journal", 0600), 0);
	cli_check_words("journal --state-dir=kinds", 3, "", "not a regular file");
}

/* Lines that are none, that are too long, deep, of other types; the rest is shown. */
static void lines_of_strangers(void **state)
{
	static const char *const strange[] = {
		"",
		"x",
		"{",
		"[]",
		"null",
		"{} {}",
		"{}x",
		"{\"event\":\"submit\"",
		"\x80\xff",
		"\"text\"",
		"{\"a\":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]}",
	};
	char *text = calloc(1, 200000);
	struct cli_result r;

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < COUNT(strange); i++)
		strcat(strcat(text, strange[i]), "\n");
	memset(text + strlen(text), 'y', 100000);
	strcat(text, "\n");
	strcat(text, older);
	strcat(text, "{\"time\":1,\"event\":{},\"decision\":[],\"user\":\"\\u001b[31m\\u0000b\","
		     "\"id\":7,\"job\":\"4711\"}\n");
	strcat(text, "{\"event\":\"submit\",\"time\":\"torn");
	cli_write("odd/commroute.journal", text);
	r = cli_run("journal --state-dir=odd");
	assert_int_equal(r.status, 0);
	assert_string_equal(
		r.out,
		LINE2 "-                    -        -        \\x1b[31m   -          -            "
		      "-     -      \n");
	assert_string_equal(
		r.err, "commroute: 13 lines of the journal cannot be read, and are passed over\n");
	free(text);
}

static void a_jobs_lines(void **state)
{
	static const struct cli_case table[] = {
		{"journal --state-dir=state --job 4711", 0, LINE3 AGAIN GAP,
		 "commroute: job 4711: its submission is not found, its updates alone are shown: "
		 "Invalid job id specified\n"},
		{"journal --state-dir=state --job 1", 0, LINE2 GAP, ""},
	};

	static char record[] = "{\"commroute\":1,\"verdict\":\"route\",\"id\":\"a.2\"}";

	(void)state;
	fake.jobs[0].admin_comment = record;
	cli_check(table, COUNT(table));
}

/* ---- the files ------------------------------------------------------------------ */

static const char *next(struct cr_journal_files *files)
{
	size_t len;

	return cr_journal_files_next(files, true, &len);
}

static void add_text(const char *name, const char *text)
{
	FILE *file = fopen(name, "ae");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* What is followed: a line that becomes whole, a file that turns over with a last line. */
static void followed(void **state)
{
	struct cr_journal_files *files = malloc(sizeof(*files));

	(void)state;
	assert_non_null(files);
	assert_int_equal(mkdir("moving", 0755), 0);
	cli_write("moving/commroute.journal.1", "one\n");
	cli_write("moving/commroute.journal", "two\nthr");
	assert_int_equal(cr_journal_files_open(files, "moving", NULL), 0);
	assert_string_equal(next(files), "one");
	assert_string_equal(next(files), "two");
	assert_null(next(files));
	add_text("moving/commroute.journal", "ee\n");
	assert_string_equal(next(files), "three");
	assert_null(next(files));
	add_text("moving/commroute.journal", "four\n");
	assert_int_equal(rename("moving/commroute.journal", "moving/commroute.journal.1"), 0);
	assert_string_equal(next(files), "four");
	assert_null(next(files));
	cli_write("moving/commroute.journal", "five\n");
	add_text("moving/commroute.journal.1", "still four\n");
	assert_string_equal(next(files), "still four");
	assert_string_equal(next(files), "five");
	assert_null(next(files));
	assert_int_equal(files->broken, 0);
	cr_journal_files_close(files);
	free(files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chosen_lines),
		cmocka_unit_test(as_json),
		cmocka_unit_test(what_cannot_be_read),
		cmocka_unit_test(lines_of_strangers),
		cmocka_unit_test_setup_teardown(a_jobs_lines, cli_start_controller,
						cli_stop_controller),
		cmocka_unit_test(followed),
	};

	return cmocka_run_group_tests_name("cli journal", tests, make_files, cli_leave);
}
