/* SPDX-License-Identifier: GPL-2.0-or-later */
/* spank/told: once in a job, whichever step; and a file that cannot be used keeps nobody silent. */
#include "unit.h"

#include "spank/told.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char base[] = "/tmp/commroute-told-XXXXXX";
static char dir[64], file[96];

static int make_dir(void **state)
{
	(void)state;
	if (!mkdtemp(base))
		return -1;
	(void)snprintf(dir, sizeof(dir), "%s/run", base);
	(void)snprintf(file, sizeof(file), "%s/told.n1", dir);
	return 0;
}

static int remove_dir(void **state)
{
	char other[96];

	(void)state;
	(void)unlink(file);
	(void)snprintf(other, sizeof(other), "%s/told.n2", dir);
	(void)unlink(other);
	return rmdir(dir) == 0 ? rmdir(base) : -1;
}

static int forget(void **state)
{
	(void)state;
	(void)unlink(file);
	return 0;
}

static bool is_new(const char *in, const char *node, uint32_t job, const char *line)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "%s", line);
	cr_told_keep_new(in, node, job, "", text);
	return *text != '\0';
}

static void once_for_each_job_and_line(void **state)
{
	(void)state;
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_false(is_new(dir, "n1", 7, "a"));
	assert_true(is_new(dir, "n1", 7, "b"));
	assert_true(is_new(dir, "n1", 8, "a"));
	assert_true(is_new(dir, "n2", 7, "a"));
	assert_false(is_new(dir, "n1", 7, "b"));
	assert_false(is_new(dir, "n1", 8, "a"));
}

static void the_oldest_is_forgotten(void **state)
{
	char line[16];
	struct stat st;

	(void)state;
	for (int i = 0; i < CR_TOLD_MAX; i++) {
		(void)snprintf(line, sizeof(line), "%d", i);
		assert_true(is_new(dir, "n1", 7, line));
	}
	assert_false(is_new(dir, "n1", 7, "0"));
	assert_true(is_new(dir, "n1", 7, "one more"));
	assert_true(is_new(dir, "n1", 7, "0"));
	assert_false(is_new(dir, "n1", 7, "2"));
	assert_int_equal(stat(file, &st), 0);
	assert_int_equal(st.st_size, 8 + 8 * CR_TOLD_MAX);
	assert_int_equal(st.st_mode & 07777, 0600);
}

static void only_new_lines_stay(void **state)
{
	static const struct {
		const char *text, *left;
	} cases[] = {
		{"a\nb\nc", "a\nb\nc"}, {"a\nb\nc", ""}, {"a\nd\nc", "d"},
		{"e\nd\nf", "e\nf"},    {"", ""},        {"a", ""},
		{"g\na", "g"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[32];

		(void)snprintf(text, sizeof(text), "%s", cases[i].text);
		cr_told_keep_new(dir, "n1", 7, "", text);
		assert_string_equal(text, cases[i].left);
	}
}

static void write_file(const char *bytes, size_t len)
{
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
	assert_int_equal(chmod(file, 0600), 0);
}

static void another_run_is_told_again(void **state)
{
	static const struct {
		const char *run;
		bool told;
	} cases[] = {{"100", true}, {"100", false}, {"200", true}, {"", true}, {"200", false}};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		char text[] = "a";

		cr_told_keep_new(dir, "n1", 7, cases[i].run, text);
		assert_string_equal(text, cases[i].told ? "a" : "");
	}
}

/* Whatever stands there: the user is told, and from then on once. */
static void another_form_is_begun_anew(void **state)
{
	static const char huge_next[8 + 8 * CR_TOLD_MAX] = {1, 0, 0x52, 0x43, '\xff', '\xff'};

	(void)state;
	write_file("short", 5);
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_false(is_new(dir, "n1", 7, "a"));
	write_file(huge_next, sizeof(huge_next));
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_false(is_new(dir, "n1", 7, "a"));
}

static void a_file_that_is_not_ours_is_not_used(void **state)
{
	char other[96];
	int fd;

	(void)state;
	(void)snprintf(other, sizeof(other), "%s/other", dir);
	(void)unlink(other);
	assert_int_equal(symlink(other, file), 0);
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_int_equal(access(other, F_OK), -1);
	(void)unlink(file);
	assert_int_equal(mkdir(file, 0700), 0);
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_int_equal(rmdir(file), 0);
	write_file("", 0);
	assert_int_equal(chmod(file, 0666), 0);
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_true(is_new(dir, "n1", 7, "a"));
	(void)unlink(file);
	assert_true(is_new(dir, "../n1", 7, "a"));
	assert_true(is_new("/proc/nonexistent", "n1", 7, "a"));
	/* Somebody else has it just now. */
	assert_true(is_new(dir, "n1", 7, "a"));
	fd = open(file, O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	assert_true(is_new(dir, "n1", 7, "a"));
	assert_int_equal(close(fd), 0);
	assert_false(is_new(dir, "n1", 7, "a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(once_for_each_job_and_line, forget),
		cmocka_unit_test_setup(the_oldest_is_forgotten, forget),
		cmocka_unit_test_setup(only_new_lines_stay, forget),
		cmocka_unit_test_setup(another_run_is_told_again, forget),
		cmocka_unit_test_setup(another_form_is_begun_anew, forget),
		cmocka_unit_test_setup(a_file_that_is_not_ours_is_not_used, forget),
	};

	return cmocka_run_group_tests_name("told", tests, make_dir, remove_dir);
}
