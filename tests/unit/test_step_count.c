/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Steps counted by what became of their order: launch/tally's text, and the node's file of it. */
#include "unit.h"

#include "launch/tally.h"
#include "policies/job/variables.h"
#include "spank/run_file.h"
#include "spank/step_count.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEAD                                                                                       \
	"# HELP commroute_steps_total Steps on several nodes that began on this node, by what "    \
	"became of their rank order.\n# TYPE commroute_steps_total counter\n"
#define ROW(order, cause, n)                                                                       \
	"commroute_steps_total{node=\"n1\",order=\"" order "\",cause=\"" cause "\"} " n "\n"

/* ---- the text ------------------------------------------------------------------- */

static void causes_that_may_stand_there(void **state)
{
	(void)state;
	assert_true(cr_tally_takes("option:ntasks-per-node"));
	assert_true(cr_tally_takes("variable:SLURM_OVERLAP_9"));
	assert_true(cr_tally_takes(""));
	assert_true(cr_tally_takes("a23456789012345678901234567890123456789012345_7"));
	assert_false(cr_tally_takes("a23456789012345678901234567890123456789012345_78"));
	assert_false(cr_tally_takes("a\"b"));
	assert_false(cr_tally_takes("a b"));
	assert_false(cr_tally_takes("a\n"));
	assert_false(cr_tally_takes("\xc3\xa4"));
}

static void a_text_comes_back(void **state)
{
	struct cr_tally tally = {.count = 0}, again = {.count = 0};
	char text[CR_TALLY_BYTES], second[CR_TALLY_BYTES];
	size_t len;

	(void)state;
	cr_tally_add(&tally, "", 1);
	cr_tally_add(&tally, "option:overlap", 2);
	cr_tally_add(&tally, "", 1);
	len = cr_tally_print(&tally, "n1", text, sizeof(text));
	assert_int_equal(len, strlen(text));
	assert_string_equal(text,
			    HEAD ROW("topology", "", "2") ROW("slurm", "option:overlap", "2"));
	cr_tally_read(&again, text);
	assert_int_equal(again.count, 2);
	(void)cr_tally_print(&again, "n1", second, sizeof(second));
	assert_string_equal(second, text);
	assert_int_equal(cr_tally_print(&tally, "n1", second, len + 2), len);
	assert_int_equal(cr_tally_print(&tally, "n1", second, len + 1), 0);
}

static void what_is_no_count_is_skipped(void **state)
{
	static const char text[] =
		"commroute_steps_total 5\n"
		"other{node=\"n1\",order=\"slurm\",cause=\"a\"} 5\n"
		"commroute_steps_total{node=\"n1\",order=\"slurm\",cause=\"a b\"} 5\n"
		"commroute_steps_total{node=\"n1\",order=\"slurm\",cause=\"a\n"
		"commroute_steps_total{node=\"n1\",order=\"slurm\"} 5\n"
		"\n" ROW("slurm", "layout", "7");
	struct cr_tally tally = {.count = 0};

	(void)state;
	cr_tally_read(&tally, text);
	assert_int_equal(tally.count, 1);
	assert_string_equal(tally.row[0].cause, "layout");
	assert_int_equal(tally.row[0].count, 7);
	cr_tally_read(&tally, "commroute_steps_total{node=\"n1\",order=\"slurm\",cause=\"b\"} 1");
	assert_int_equal(tally.count, 2);
}

/* Users can invent causes; they cannot make the file grow. */
static void the_rest_is_counted_together(void **state)
{
	struct cr_tally tally = {.count = 0};
	char cause[CR_CAUSE_MAX], text[CR_TALLY_BYTES];

	(void)state;
	for (int i = 0; i < 200; i++) {
		(void)snprintf(cause, sizeof(cause), "unknown:%039d", i);
		cr_tally_add(&tally, cause, 1);
	}
	assert_int_equal(tally.count, CR_TALLY_MAX + 1);
	assert_string_equal(tally.row[CR_TALLY_MAX].cause, "others");
	assert_int_equal(tally.row[CR_TALLY_MAX].count, 200 - CR_TALLY_MAX);
	assert_int_equal(tally.row[CR_TALLY_MAX - 1].count, 1);
	assert_true(cr_tally_print(&tally, "ip-10-1-0-117.eu-west-1.compute.internal", text,
				   sizeof(text)) > 0);
}

/* ---- the node's file ---------------------------------------------------------------- */

static struct {
	const char *nodes, *number, *ordered, *left;
} step;

static int step_getenv(void *context, const char *name, char *buf, size_t size)
{
	const char *const pairs[][2] = {{"SLURM_STEP_NODELIST", step.nodes},
					{"SLURM_STEP_NUM_NODES", step.number},
					{CR_NAME_CARRIED_ORDERED, step.ordered},
					{CR_NAME_CARRIED_LEFT, step.left}};

	(void)context;
	for (size_t i = 0; i < COUNT(pairs); i++)
		if (strcmp(pairs[i][0], name) == 0 && pairs[i][1] && strlen(pairs[i][1]) < size) {
			strcpy(buf, pairs[i][1]);
			return 0;
		}
	return -1;
}

static void step_unsetenv(void *context, const char *name)
{
	(void)context;
	if (strcmp(name, CR_NAME_CARRIED_LEFT) == 0)
		step.left = NULL;
}

static const struct cr_host host = {.getenv = step_getenv, .unsetenv = step_unsetenv};
static char base[] = "/tmp/commroute-count-XXXXXX";
static char dir[64], file[96], lock[96];

static int make_dir(void **state)
{
	(void)state;
	if (!mkdtemp(base))
		return -1;
	(void)snprintf(dir, sizeof(dir), "%s/run", base);
	(void)snprintf(file, sizeof(file), "%s/steps.n1.prom", dir);
	(void)snprintf(lock, sizeof(lock), "%s/steps.n1", dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	(void)unlink(file);
	(void)unlink(lock);
	return rmdir(dir) == 0 ? rmdir(base) : -1;
}

static void count(const char *nodes, const char *number, const char *ordered, const char *left)
{
	step.nodes = nodes, step.number = number, step.ordered = ordered, step.left = left;
	cr_step_count(dir, "n1", &host);
	assert_null(step.left);
}

static const char *content(void)
{
	static char text[4096];
	FILE *f = fopen(file, "r");
	size_t len = f ? fread(text, 1, sizeof(text) - 1, f) : 0;

	if (f)
		(void)fclose(f);
	text[len] = '\0';
	return text;
}

static void steps_are_counted_where_they_begin(void **state)
{
	struct stat st;

	(void)state;
	count("n[1-4]", "4", "cyclic", NULL);
	count("n[1-4]", "4", "block", "stale");
	count("n[1,3]", "2", NULL, "option:overlap");
	assert_string_equal(content(),
			    HEAD ROW("topology", "", "2") ROW("slurm", "option:overlap", "1"));
	assert_int_equal(stat(file, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
	count("n[0-4]", "5", "cyclic", NULL); /* another node's */
	count("n1", "1", NULL, "layout");     /* one node has no order */
	count("n[1-4]", "4", NULL, NULL);     /* srun told nothing */
	count("n[1-4]", "4", NULL, "x\"} 9\n");
	count(NULL, NULL, NULL, "layout"); /* a batch script */
	assert_string_equal(content(),
			    HEAD ROW("topology", "", "2") ROW("slurm", "option:overlap", "1"));
}

/* Instead of libc's: nobody waits in a test, and the lock is given back after so many pauses. */
static struct {
	int fd, pauses_left, seen;
} holder = {.fd = -1};

int nanosleep(const struct timespec *pause, struct timespec *rest)
{
	(void)rest;
	assert_int_equal(pause->tv_sec, 0);
	assert_int_equal(pause->tv_nsec, 1000000);
	holder.seen++;
	if (holder.pauses_left > 0 && --holder.pauses_left == 0)
		(void)close(holder.fd);
	return 0;
}

/* Somebody holds the lock, for PAUSES of whoever waits; 0: for ever. */
static void hold_lock(int pauses)
{
	holder.fd = cr_run_file_open(dir, "steps", "n1");
	holder.pauses_left = pauses;
	holder.seen = 0;
	assert_true(holder.fd >= 0);
}

static void a_busy_file_is_not_waited_for(void **state)
{
	(void)state;
	hold_lock(0);
	count("n[1-4]", "4", "cyclic", NULL);
	(void)close(holder.fd);
	assert_int_equal(holder.seen, 19);
	assert_string_equal(content(),
			    HEAD ROW("topology", "", "2") ROW("slurm", "option:overlap", "1"));
	hold_lock(1);
	count("n[1-4]", "4", "cyclic", NULL);
	assert_int_equal(holder.seen, 1);
	assert_non_null(strstr(content(), ROW("topology", "", "3")));
	hold_lock(19);
	count("n[1-4]", "4", "cyclic", NULL);
	assert_int_equal(holder.seen, 19);
	assert_non_null(strstr(content(), ROW("topology", "", "4")));
}

static int count_open(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) != -1;
	return n;
}

static void nothing_is_left_open(void **state)
{
	int before = count_open();

	(void)state;
	(void)unlink(file);
	count("n[1-4]", "4", NULL, "layout");
	assert_string_equal(content(), HEAD ROW("slurm", "layout", "1"));
	count("n[1-4]", "4", NULL, "layout");
	assert_string_equal(content(), HEAD ROW("slurm", "layout", "2"));
	assert_int_equal(count_open(), before);
}

/* The number of nodes is decimal, and the values are no longer than those of Slurm's and ours. */
static void numbers_at_their_bounds(void **state)
{
	(void)state;
	(void)unlink(file);
	count("n[1-9]", "9", "cyclic", NULL);
	assert_string_equal(content(), HEAD ROW("topology", "", "1"));
	count("n[1-2]", "000000000000002", "cyclic", NULL);
	assert_string_equal(content(), HEAD ROW("topology", "", "2"));
	count("n[1-2]", "0000000000000002", "cyclic", NULL);
	count("n[1-2]", "a", "cyclic", NULL);
	assert_string_equal(content(), HEAD ROW("topology", "", "2"));
	count("n[1-2]", "2", "fifteen-letters", "layout");
	assert_string_equal(content(), HEAD ROW("topology", "", "3"));
	count("n[1-2]", "2", "sixteen-letters-", "layout");
	assert_string_equal(content(), HEAD ROW("topology", "", "3") ROW("slurm", "layout", "1"));
}

/* A file that is larger than ours can be: what fits is read, and the next one is of our size. */
static void a_file_that_is_too_large(void **state)
{
	FILE *f = fopen(file, "w");

	(void)state;
	assert_non_null(f);
	fputs(ROW("slurm", "layout", "7"), f);
	for (int i = 0; i < CR_TALLY_BYTES; i++)
		(void)fputc(i % 64 == 63 ? '\n' : '#', f);
	(void)fclose(f);
	count("n[1-2]", "2", NULL, "layout");
	assert_string_equal(content(), HEAD ROW("slurm", "layout", "8"));
}

/* Make directories below BASE, to a path of LEN bytes in all.  Returns how many. */
static int make_deep(char *path, size_t len)
{
	size_t at = (size_t)snprintf(path, 600, "%s", base);
	int depth = 0;

	while (at < len) {
		size_t part = len - at > 200 ? 100 : len - at - 1;

		path[at++] = '/';
		memset(path + at, 'd', part);
		at += part;
		path[at] = '\0';
		assert_int_equal(mkdir(path, 0755), 0);
		depth++;
	}
	return depth;
}

static void remove_deep(char *path, int depth)
{
	for (; depth > 0; depth--) {
		assert_int_equal(rmdir(path), 0);
		*strrchr(path, '/') = '\0';
	}
}

/* "/steps.n1.prom" and the end are 15 of the 512 bytes that a path has. */
static void paths_at_their_bound(void **state)
{
	char deep[600], name[640];
	int depth = make_deep(deep, 512 - 15);
	struct stat st;
	FILE *f;

	(void)state;
	step.nodes = "n[1-2]", step.number = "2", step.ordered = "cyclic", step.left = NULL;
	cr_step_count(deep, "n1", &host);
	cr_step_count(deep, "n1", &host);
	(void)snprintf(name, sizeof(name), "%s/steps.n1.prom", deep);
	assert_int_equal(strlen(name), 511);
	f = fopen(name, "r");
	assert_non_null(f);
	(void)fclose(f);
	assert_int_equal(rename(name, file), 0);
	assert_string_equal(content(), HEAD ROW("topology", "", "2"));
	/* One byte more: nothing is written, and what has the number 0 is not touched. */
	step.nodes = "n[12-13]";
	cr_step_count(deep, "n12", &host);
	assert_int_equal(fstat(0, &st), 0);
	(void)snprintf(name, sizeof(name), "%s/steps.n1", deep);
	assert_int_equal(unlink(name), 0);
	(void)snprintf(name, sizeof(name), "%s/steps.n12", deep);
	(void)unlink(name);
	remove_deep(deep, depth);
}

/* What lies there and is not ours is neither read through nor written. */
static void links_are_not_followed(void **state)
{
	char other[96];
	FILE *f;

	(void)state;
	(void)snprintf(other, sizeof(other), "%s/other", dir);
	(void)unlink(file);
	f = fopen(other, "w");
	assert_non_null(f);
	fputs(ROW("slurm", "layout", "9"), f);
	(void)fclose(f);
	assert_int_equal(symlink(other, file), 0);
	count("n[1-4]", "4", "cyclic", NULL);
	assert_string_equal(content(), HEAD ROW("topology", "", "1"));
	assert_int_equal(unlink(other), 0);
	cr_step_count("/nonexistent/dir", "n1", &host);
	cr_step_count(dir, "../n1", &host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(causes_that_may_stand_there),
		cmocka_unit_test(a_text_comes_back),
		cmocka_unit_test(what_is_no_count_is_skipped),
		cmocka_unit_test(the_rest_is_counted_together),
		cmocka_unit_test(steps_are_counted_where_they_begin),
		cmocka_unit_test(a_busy_file_is_not_waited_for),
		cmocka_unit_test(nothing_is_left_open),
		cmocka_unit_test(numbers_at_their_bounds),
		cmocka_unit_test(a_file_that_is_too_large),
		cmocka_unit_test(paths_at_their_bound),
		cmocka_unit_test(links_are_not_followed),
	};

	return cmocka_run_group_tests_name("step count", tests, make_dir, remove_dir);
}
