/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of cases of `commroute test`, read with the line of every fault. */
#include "cli/test_case.h"

#include "policies/decide/decision_fields.h"
#include "policies/job/codes.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define JOB_MAX   65536
#define VALUE_MAX 2000

const char *cr_test_value(const struct cr_decision *d, const char *name, char *buf, size_t size)
{
	enum cr_decision_field field = cr_decision_field_named(name);
	char number[CR_DECISION_SHOWN_MAX];
	const char *text;

	if (field == CR_DECISION_FIELDS)
		text = NULL;
	else if (cr_decision_row(field)->kind == CR_VALUE_FLAG)
		text = cr_decision_flag(d, field) ? "true" : "false";
	else
		text = cr_decision_show(d, field, number);
	(void)snprintf(buf, size, "%s", text ? text : "none");
	return buf;
}

/* ---- reading ----------------------------------------------------------- */

/* "2026-12-24 18:00", local time. */
static int parse_time(const char *text, uint64_t *at, struct cr_error *err)
{
	struct tm tm = {.tm_isdst = -1};
	const char *end = strptime(text, "%Y-%m-%d %H:%M", &tm);
	int64_t time;

	if (!end || *end)
		return cr_error_set(err, "a time is YYYY-MM-DD HH:MM");
	tm.tm_isdst = -1;
	time = (int64_t)mktime(&tm);
	if (time < 0)
		return cr_error_set(err, "before 1970");
	*at = (uint64_t)time;
	return 0;
}

static const struct cr_field test_case_fields[] = {
	CR_FIELD(cr_test_case, "name", TEXT, name),
	CR_FIELD(cr_test_case, "user", TEXT, user),
	CR_FIELD(cr_test_case, "job", TEXT, job, .required = true, .max = JOB_MAX, .lines = true,
		 .example = "--comm-profile=NAME -N 4"),
	CR_FIELD(cr_test_case, "privileged", BOOL, privileged),
	CR_FIELD(cr_test_case, "at", BIG, at, .parse = parse_time),
	CR_FIELD(cr_test_case, "expect", PAIRS, expect, .required = true, .max = VALUE_MAX,
		 .example = "{verdict: route}"),
};
CR_SECTION(test_case, "cases", "a case", cr_test_case);

static const struct cr_field table_keys_fields[] = {
	CR_FIELD(cr_test_table, "policy", TEXT, policy, .max = PATH_MAX),
	CR_FIELD(cr_test_table, "snapshot", TEXT, snapshot, .max = PATH_MAX),
	CR_FIELD(cr_test_table, "cases", LIST, cases, .required = true, .section = &test_case,
		 .example = "[{job: -N 4, expect: {verdict: route}}]"),
};
CR_SECTION(table_keys, "", "a table of cases", cr_test_table);

/* A code of ours exists; a site's script has words of its own. */
static bool is_wrong_code(const struct cr_pair *pair)
{
	return strcmp(pair->name, "code") == 0 && strncmp(pair->value, "CR-", 3) == 0 &&
	       cr_code_parse(pair->value) == CR_NO_CODE;
}

static void check_expectation(struct cr_keys *r, const struct cr_pair *pair)
{
	const char *names[CR_DECISION_FIELDS], *near;

	if (is_wrong_code(pair))
		cr_keys_fault(r, pair->pos, "no code is '%.20s'", pair->value);
	if (cr_decision_field_named(pair->name) != CR_DECISION_FIELDS)
		return;
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		names[i] = cr_decision_row(i)->name;
	near = cr_text_nearest(pair->name, names, CR_DECISION_FIELDS);
	cr_keys_fault(r, pair->name_pos, "unknown key '%.60s'%s%s%s", pair->name,
		      near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static void check_case(struct cr_keys *r, struct cr_test_case *c)
{
	if (!c->expect.count)
		cr_keys_fault(r, c->head.pos, "a case that expects nothing cannot fail");
	for (size_t i = 0; i < c->expect.count; i++)
		check_expectation(r, &c->expect.item[i]);
	if (!c->name)
		c->name = c->job;
}

static void read_table(struct cr_keys *r, const struct cr_yaml_node *root, struct cr_test_table *to)
{
	if (cr_keys_init(r->arena, &table_keys, &to->head) != 0) {
		cr_keys_fault(r, cr_keys_pos(r, root), "out of memory");
		return;
	}
	cr_keys_read(r, &table_keys, root, &to->head);
	cr_keys_finish(r, &table_keys, &to->head);
	for (size_t i = 0; !r->failed && i < to->cases.count; i++)
		check_case(r, cr_test_case_at(&to->cases, i));
}

int cr_test_table_read(const char *name, const char *buf, size_t len, struct cr_arena *arena,
		       struct cr_test_table *table, struct cr_diags *diags)
{
	static const struct cr_yaml_rules rules = {
		.max_nodes = 200000, .max_depth = 8, .duplicate_keys = CR_ERROR};
	struct cr_test_table found = {0};
	struct cr_keys r = {.arena = arena, .diags = diags, .file = name};
	struct cr_yaml *doc = cr_yaml_parse(name, buf, len, &rules, diags);

	if (!doc)
		return -1;
	read_table(&r, cr_yaml_root(doc), &found);
	cr_yaml_destroy(doc);
	if (r.failed)
		return -1;
	*table = found;
	return 0;
}
