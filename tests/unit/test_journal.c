/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/journal: lines that are whole JSON, files that stay within bounds. */
#include "unit.h"

#include "job_submit/journal_file.h"
#include "job_submit/journal_line.h"

#include <dirent.h>
#include <json-c/json.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[] = "/tmp/test_journal.XXXXXX";
static struct cr_journal_file file;

static int setup(void **state)
{
	(void)state;
	memcpy(strrchr(dir, '.'), ".XXXXXX", sizeof(".XXXXXX"));
	file = (struct cr_journal_file){.fd = -1, .dir = dir};
	return mkdtemp(dir) ? 0 : -1;
}

static int teardown(void **state)
{
	char path[300];
	struct dirent *entry;
	DIR *d = opendir(dir);

	(void)state;
	cr_journal_file_close(&file);
	while (d && (entry = readdir(d))) {
		(void)snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name);
		(void)unlink(path);
	}
	if (d)
		closedir(d);
	return rmdir(dir);
}

static char *content(const char *name)
{
	static char buf[4096];
	char path[300];
	size_t n;
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "r");
	if (!f)
		return NULL;
	n = fread(buf, 1, sizeof(buf) - 1, f);
	buf[n] = '\0';
	fclose(f);
	return buf;
}

static void lines_are_appended(void **state)
{
	(void)state;
	assert_int_equal(cr_journal_file_add(&file, "one\n", NULL), 0);
	cr_journal_file_close(&file);
	assert_int_equal(cr_journal_file_add(&file, "two\n", NULL), 0);
	assert_string_equal(content("commroute.journal"), "one\ntwo\n");
}

static void a_full_file_is_rotated(void **state)
{
	char line[32];

	(void)state;
	file.max = 20;
	for (int i = 0; i < 12; i++) { /* two lines of 10 bytes fill one */
		(void)snprintf(line, sizeof(line), "line %04d\n", i);
		assert_int_equal(cr_journal_file_add(&file, line, NULL), 0);
	}
	assert_string_equal(content("commroute.journal"), "line 0010\nline 0011\n");
	assert_string_equal(content("commroute.journal.1"), "line 0008\nline 0009\n");
	assert_string_equal(content("commroute.journal.3"), "line 0004\nline 0005\n");
	assert_null(content("commroute.journal.4"));
}

/* What a full disk does: a part is written, then no more. */
static void half_a_line_is_taken_back(void **state)
{
	struct rlimit before, small = {.rlim_cur = 10};
	struct cr_error err = {.text = ""};

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &before);
	small.rlim_max = before.rlim_max;
	assert_int_equal(cr_journal_file_add(&file, "12345\n", NULL), 0);
	setrlimit(RLIMIT_FSIZE, &small);
	assert_int_equal(cr_journal_file_add(&file, "67890 and more\n", &err), -1);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_string_equal(content("commroute.journal"), "12345\n");
	assert_non_null(strstr(err.text, "commroute.journal"));
	assert_int_equal(cr_journal_file_add(&file, "67890\n", NULL), 0);
	assert_string_equal(content("commroute.journal"), "12345\n67890\n");
}

static void links_and_fifos_are_not_written(void **state)
{
	struct cr_error err = {.text = ""};
	char path[300], target[300];

	(void)state;
	(void)snprintf(path, sizeof(path), "%s/commroute.journal", dir);
	(void)snprintf(target, sizeof(target), "%s/elsewhere", dir);
	assert_int_equal(symlink(target, path), 0);
	assert_int_equal(cr_journal_file_add(&file, "x\n", &err), -1);
	assert_null(content("elsewhere"));
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(cr_journal_file_add(&file, "x\n", &err), -1); /* and does not wait */
}

static void the_status_is_replaced_whole(void **state)
{
	char path[PATH_MAX];
	struct stat st;

	(void)state;
	assert_int_equal(cr_journal_file_replace(dir, "commroute.status", "a\n", NULL), 0);
	assert_int_equal(cr_journal_file_replace(dir, "commroute.status", "b\n", NULL), 0);
	assert_string_equal(content("commroute.status"), "b\n");
	(void)snprintf(path, sizeof(path), "%s/commroute.status", dir);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0600); /* whatever the file before it was */
	assert_int_equal(cr_journal_file_replace("/nonexistent", "x", "b\n", NULL), -1);
}

static struct json_object *parsed(const char *line)
{
	struct json_object *object = json_tokener_parse(line);

	assert_non_null(object);
	assert_true(json_object_is_type(object, json_type_object));
	return object;
}

static const char *member(struct json_object *object, const char *key)
{
	struct json_object *value;

	assert_true(json_object_object_get_ex(object, key, &value));
	return value ? json_object_get_string(value) : NULL;
}

static void a_line_is_json_whatever_the_names(void **state)
{
	char line[CR_JOURNAL_LINE_MAX], record[1024], account[1001];
	struct json_object *object;
	struct cr_decision d = {0};
	struct cr_request r;

	(void)state;
	cr_request_init(&r);
	r.uid = 1000;
	r.user = "a\"b\\c\nd\303\251";
	memset(account, '"', sizeof(account) - 1);
	account[sizeof(account) - 1] = '\0';
	r.account = account;
	(void)snprintf(record, sizeof(record), "{\"why\":\"%0990d\"}", 0);
	cr_journal_line(line, "1.2", 86400, CR_EVENT_SUBMIT, &r, &d, record);
	assert_int_equal(line[strlen(line) - 1], '\n');
	object = parsed(line);
	assert_string_equal(member(object, "time"), "1970-01-02T00:00:00Z");
	assert_string_equal(member(object, "user"), "a\"b\\c?d??");
	json_object_put(object);
	r.user = r.account = NULL;
	object = parsed(cr_journal_line(line, "1.2", 1, CR_EVENT_MODIFY, &r, &d, NULL));
	assert_string_equal(member(object, "event"), "update");
	assert_null(member(object, "user"));
	json_object_put(object);
}

static uint64_t most(enum cr_journal_counter what)
{
	(void)what;
	return UINT64_MAX;
}

static void the_status_is_json_at_its_largest(void **state)
{
	char text[CR_JOURNAL_LINE_MAX], path[4096];
	struct cr_lua_stats lua;
	struct cr_status s = {
		.policy = path, .hash = "0123456789abcdef", .mode = "enforce", .lua = &lua};
	struct json_object *object;

	(void)state;
	memset(path, '"', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	memset(&lua, 0xff, sizeof(lua));
	lua.disabled[0] = lua.disabled[1] = false;
	object = parsed(cr_journal_status(text, 1, &s, most));
	assert_non_null(member(object, "counters"));
	assert_non_null(member(object, "lua"));
	json_object_put(object);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(lines_are_appended),
		CASE(a_full_file_is_rotated),
		CASE(half_a_line_is_taken_back),
		CASE(links_and_fifos_are_not_written),
		CASE(the_status_is_replaced_whole),
		CASE(a_line_is_json_whatever_the_names),
		CASE(the_status_is_json_at_its_largest),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
