/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/journal: lines that are whole JSON, files that stay within bounds. */
#include "unit.h"

#include "job_submit/control.h"
#include "job_submit/journal_file.h"
#include "job_submit/journal_line.h"
#include "job_submit/policy_texts.h"

#include <dirent.h>
#include <endian.h>
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
	char line[CR_JOURNAL_LINE_MAX], record[CR_RECORD_MAX], account[1001];
	struct json_object *object;
	struct cr_decision d = {0};
	struct cr_request r;

	(void)state;
	cr_request_init(&r);
	r.uid = 1000;
	r.user = "a\"b\\c\nd\303\251";
	r.name = r.comm_profile = r.partition = r.qos = r.reservation = account;
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

/* ---- refusals that say the same --------------------------------------------------------- */

static void a_key_is_what_a_line_says(void **state)
{
	const char *first =
		"{\"id\":\"1.7\",\"time\":\"a\",\"event\":\"submit\",\"x\":1,\"id\":\"1.7\"}";
	const char *again =
		"{\"id\":\"1.8\",\"time\":\"b\",\"event\":\"submit\",\"x\":1,\"id\":\"1.8\"}";
	const char *other =
		"{\"id\":\"1.8\",\"time\":\"b\",\"event\":\"submit\",\"x\":2,\"id\":\"1.8\"}";

	(void)state;
	assert_true(cr_fold_key(first, "1.7") == cr_fold_key(again, "1.8"));
	assert_false(cr_fold_key(first, "1.7") == cr_fold_key(other, "1.8"));
	assert_true(cr_fold_key("", "") != 0);
}

static void the_same_within_a_minute_is_counted(void **state)
{
	static struct cr_fold fold;
	struct cr_folded folded;

	(void)state;
	assert_false(cr_fold_count(&fold, 5, "1.1", 1000));
	assert_true(cr_fold_count(&fold, 5, "1.2", 1000));
	assert_false(cr_fold_count(&fold, 6, "1.3", 1001)); /* another one */
	assert_true(cr_fold_count(&fold, 5, "1.4", 1000 + CR_FOLD_SECONDS - 1));
	assert_false(cr_fold_take(&fold, 1000 + CR_FOLD_SECONDS - 1, false, &folded));
	assert_true(cr_fold_take(&fold, 1000 + CR_FOLD_SECONDS, false, &folded));
	assert_string_equal(folded.id, "1.1");
	assert_int_equal(folded.times, 2);
	assert_int_equal(folded.last, 1000 + CR_FOLD_SECONDS - 1);
	assert_false(cr_fold_take(&fold, 5000, true, &folded)); /* the other one came once */
	assert_false(
		cr_fold_count(&fold, 5, "1.5", 1000 + CR_FOLD_SECONDS)); /* a line of its own */
	assert_true(cr_fold_count(&fold, 5, "1.6", 1000 + CR_FOLD_SECONDS));
	assert_true(cr_fold_take(&fold, 1000 + CR_FOLD_SECONDS, true, &folded)); /* the end */
	assert_string_equal(folded.id, "1.5");
	assert_int_equal(folded.times, 1);
}

static void what_is_counted_is_not_pushed_out(void **state)
{
	static struct cr_fold fold;
	struct cr_folded folded;
	unsigned taken = 0;

	(void)state;
	for (uint64_t key = 1; key <= CR_FOLD_ENTRIES; key++) {
		assert_false(cr_fold_count(&fold, key, "1.1", 100));
		assert_true(cr_fold_count(&fold, key, "1.1", 100));
	}
	/* More different ones: each has a line, none is folded. */
	assert_false(cr_fold_count(&fold, 1000, "1.1", 100));
	assert_false(cr_fold_count(&fold, 1000, "1.1", 100));
	/* A minute later the room is still theirs until their lines are written. */
	assert_false(cr_fold_count(&fold, 1000, "1.1", 200));
	assert_false(cr_fold_count(&fold, 1000, "1.1", 200));
	while (cr_fold_take(&fold, 200, false, &folded))
		taken++;
	assert_int_equal(taken, CR_FOLD_ENTRIES);
	assert_false(cr_fold_count(&fold, 1000, "1.1", 200));
	assert_true(cr_fold_count(&fold, 1000, "1.1", 200));
}

static void other_lines_are_json(void **state)
{
	const struct cr_folded folded = {.id = "1.2", .last = 86400, .times = 3};
	char line[CR_JOURNAL_LINE_MAX];
	struct json_object *object;

	(void)state;
	object = parsed(cr_journal_folded_line(line, &folded));
	assert_string_equal(member(object, "event"), "repeated");
	assert_string_equal(member(object, "of"), "1.2");
	assert_string_equal(member(object, "times"), "3");
	json_object_put(object);
	object = parsed(cr_journal_gap_line(line, 86400, 7));
	assert_string_equal(member(object, "event"), "gap");
	assert_string_equal(member(object, "lost"), "7");
	json_object_put(object);
	object = parsed(cr_journal_policy_line(line, "1.3", 86400, "a\"b", "0123", "enforce"));
	assert_string_equal(member(object, "hash"), "0123");
	assert_string_equal(member(object, "file"), "a\"b");
	json_object_put(object);
	object = parsed(cr_journal_policy_line(line, "1.3", 86400, "x", NULL, NULL));
	assert_null(member(object, "hash"));
	json_object_put(object);
}

static void a_line_tells_what_was_asked(void **state)
{
	char line[CR_JOURNAL_LINE_MAX];
	struct cr_request r, change;
	struct cr_decision d = {0};

	(void)state;
	cr_request_init(&r);
	cr_request_init(&change);
	r.name = "train";
	r.min_nodes = r.max_nodes = 4;
	r.comm_profile = "moe";
	cr_journal_line(line, "1.2", 1, CR_EVENT_SUBMIT, &r, &d, NULL);
	assert_non_null(strstr(line, "\"name\":\"train\""));
	assert_non_null(strstr(line, "\"asked\":{\"comm_profile\":\"moe\",\"nodes\":4},"));
	assert_null(strstr(line, "\"job\""));
	r.job_id = 12;
	r.change = &change;
	json_object_put(parsed(cr_journal_line(line, "1.2", 1, CR_EVENT_MODIFY, &r, &d, NULL)));
	assert_non_null(strstr(line, "\"job\":12,"));
	assert_non_null(strstr(line, "\"asked\":{},"));
}

/* ---- texts of policies ---------------------------------------------------------------------- */

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void texts_are_kept_by_hash(void **state)
{
	struct cr_policy_watch watch = {.count = 2};
	struct cr_error err = {.text = ""};
	char a[PATH_MAX], b[300], kept[700], name[40];
	size_t n = 0;
	struct dirent *entry;
	DIR *d;

	(void)state;
	(void)snprintf(a, 300, "%s/a.yaml", dir);
	(void)snprintf(b, sizeof(b), "%s/b.lua", dir);
	write_file(a, "version: 1");
	write_file(b, "return\n");
	watch.file[0].path = a;
	watch.file[0].mark = cr_file_mark_of(a);
	watch.file[1].path = b;
	watch.file[1].mark = cr_file_mark_of(b);
	assert_int_equal(cr_policy_texts_keep(dir, "00ff", &watch, &err), 0);
	(void)snprintf(kept, sizeof(kept), "# ---- %.300s\nversion: 1\n# ---- %s\nreturn\n", a, b);
	assert_string_equal(content("commroute.policies/00ff"), kept);
	/* Another text by now: it is not what has that hash. */
	write_file(b, "return 1\n");
	assert_int_equal(cr_policy_texts_keep(dir, "00fe", &watch, &err), -1);
	assert_non_null(strstr(err.text, "changed"));
	watch.file[1].mark = cr_file_mark_of(b);
	for (int i = 0; i < CR_POLICY_TEXTS + 5; i++) {
		(void)snprintf(name, sizeof(name), "%04d", i);
		assert_int_equal(cr_policy_texts_keep(dir, name, &watch, &err), 0);
	}
	(void)snprintf(kept, sizeof(kept), "%s/commroute.policies", dir);
	d = opendir(kept);
	while ((entry = readdir(d)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		n++;
		(void)snprintf(a, sizeof(a), "%s/%s", kept, entry->d_name);
		(void)unlink(a);
	}
	closedir(d);
	assert_int_equal(n, CR_POLICY_TEXTS);
	assert_int_equal(rmdir(kept), 0);
}

/* ---- who is in control -------------------------------------------------------------------------
 */

static void beat(uint64_t place)
{
	uint64_t numbers[2] = {htobe64(1), htobe64(place)};
	char path[300];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/heartbeat", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(numbers, sizeof(numbers), 1, f), 1);
	assert_int_equal(fclose(f), 0);
}

static void the_heartbeat_says_who_is_in_control(void **state)
{
	(void)state;
	cr_control_open(2, 1, dir);
	assert_false(cr_control_is_ours()); /* nobody is yet */
	beat(0);
	assert_false(cr_control_is_ours());
	beat(1);
	assert_true(cr_control_is_ours());
	beat(UINT64_MAX);
	assert_false(cr_control_is_ours());
	beat(1);
	cr_control_open(2, 0, dir);
	assert_false(cr_control_is_ours());
	cr_control_open(1, 0, dir); /* alone, whatever an old file says */
	assert_true(cr_control_is_ours());
	cr_control_open(0, 0, NULL);
	assert_true(cr_control_is_ours());
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
		CASE(a_key_is_what_a_line_says),
		CASE(the_same_within_a_minute_is_counted),
		CASE(what_is_counted_is_not_pushed_out),
		CASE(other_lines_are_json),
		CASE(a_line_tells_what_was_asked),
		CASE(texts_are_kept_by_hash),
		CASE(the_heartbeat_says_who_is_in_control),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
