/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/file: what is read, what is refused, and that nothing blocks. */
#include "tests/unit/unit.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct cr_file_rules trusted = {.max_bytes = 100, .trusted_owner = true};
static const struct cr_file_rules anyone = {.max_bytes = 100};

static char dir[] = "/tmp/test_base_file.XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void put(const char *name, const char *text, mode_t mode)
{
	FILE *f = fopen(in_dir(name), "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	assert_int_equal(chmod(in_dir(name), mode), 0);
}

/* "ok:TEXT", or the error without the directory. */
static const char *read_it(const char *name, const struct cr_file_rules *rules)
{
	static char out[700];
	char *buf = NULL;
	size_t len = 77;
	struct cr_error err;

	if (cr_file_read(in_dir(name), rules, &buf, &len, NULL, &err) != 0) {
		assert_null(buf);
		assert_int_equal(len, 77);
		assert_memory_equal(err.text, dir, strlen(dir));
		return strcpy(out, err.text + strlen(dir) + 1);
	}
	assert_int_equal(buf[len], '\0');
	(void)snprintf(out, sizeof(out), "ok:%s", buf);
	free(buf);
	return out;
}

static int make_dir(void **state)
{
	(void)state;
	strcpy(dir + strlen(dir) - 6, "XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	static const char *const names[] = {"f", "link", "fifo", "big"};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		(void)unlink(in_dir(names[i]));
	return rmdir(dir);
}

static void test_reads(void **state)
{
	(void)state;
	put("f", "hello\n", 0644);
	assert_string_equal(read_it("f", &trusted), "ok:hello\n");
	put("f", "", 0600);
	assert_string_equal(read_it("f", &trusted), "ok:");
}

static void test_refuses(void **state)
{
	char big[102];

	(void)state;
	assert_string_equal(read_it("f", &trusted), "f: No such file or directory");
	put("f", "x", 0664);
	assert_string_equal(read_it("f", &trusted),
			    "f: mode 0664 lets others write it (chmod go-w)");
	assert_string_equal(read_it("f", &anyone), "ok:x");
	assert_int_equal(symlink("f", in_dir("link")), 0);
	assert_string_equal(read_it("link", &anyone),
			    "link: is a symbolic link, which is not followed");
	/* would wait for a writer */
	assert_int_equal(mkfifo(in_dir("fifo"), 0600), 0);
	assert_string_equal(read_it("fifo", &anyone), "fifo: is not a regular file");
	assert_string_equal(read_it(".", &anyone), ".: is a directory, a file is needed");
	memset(big, 'b', 101);
	big[101] = '\0';
	put("big", big, 0600);
	assert_string_equal(read_it("big", &anyone), "big: 101 bytes, the limit is 100");
}

static void test_owner(void **state)
{
	struct cr_file_rules rules = trusted;

	(void)state;
	if (geteuid() != 0)
		skip();
	put("f", "x", 0644);
	assert_int_equal(chown(in_dir("f"), 12345, 0), 0);
	assert_string_equal(read_it("f", &trusted),
			    "f: owned by uid 12345, not by root (chown root)");
	assert_string_equal(read_it("f", &anyone), "ok:x");
	rules.owner = 12345;
	assert_string_equal(read_it("f", &rules), "ok:x");
}

static void test_marks(void **state)
{
	struct cr_file_mark read, now, zero = {0};
	char *buf;
	size_t len;

	(void)state;
	put("f", "one", 0644);
	assert_int_equal(cr_file_read(in_dir("f"), &anyone, &buf, &len, &read, NULL), 0);
	free(buf);
	now = cr_file_mark_of(in_dir("f"));
	assert_true(cr_file_mark_equal(&read, &now));
	put("f", "other", 0644);
	now = cr_file_mark_of(in_dir("f"));
	assert_false(cr_file_mark_equal(&read, &now));
	unlink(in_dir("f"));
	now = cr_file_mark_of(in_dir("f"));
	assert_true(cr_file_mark_equal(&zero, &now));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_reads, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_refuses, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_owner, make_dir, remove_dir),
		cmocka_unit_test_setup_teardown(test_marks, make_dir, remove_dir),
	};

	return cmocka_run_group_tests_name("base/file", tests, NULL, NULL);
}
