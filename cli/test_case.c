/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of cases of `commroute test`, read with the line of every fault. */
#include "cli/test_case.h"

#include "base/text.h"
#include "base/yaml.h"
#include "policies/decide/decision_fields.h"
#include "policies/job/codes.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

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

struct reading {
	const struct cr_yaml *doc;
	struct cr_arena *arena;
	struct cr_diags *diags;
};

static int report_fault(struct reading *r, const struct cr_yaml_node *node, const char *what)
{
	return cr_diags_add(r->diags, CR_ERROR, cr_yaml_pos(r->doc, node), "%s", what);
}

static int read_text(struct reading *r, const struct cr_yaml_node *node, const char **to)
{
	if (node->kind != CR_YAML_SCALAR)
		return report_fault(r, node, "text is needed here");
	*to = cr_arena_strdup(r->arena, node->text);
	return *to ? 0 : report_fault(r, node, "out of memory");
}

static int report_unknown(struct reading *r, const struct cr_yaml_node *node,
			  const char *const *known, size_t count)
{
	const char *near = cr_text_nearest(node->key, known, count);

	return cr_diags_add(r->diags, CR_ERROR, cr_yaml_key_pos(r->doc, node),
			    "unknown key '%.60s'%s%s%s", node->key, near ? ": did you mean '" : "",
			    near ? near : "", near ? "'?" : "");
}

/* A code of ours exists; a site's script has words of its own. */
static int check_code(struct reading *r, const struct cr_yaml_node *node)
{
	if (strcmp(node->key, "code") != 0 || node->kind != CR_YAML_SCALAR ||
	    strncmp(node->text, "CR-", 3) != 0 || cr_code_parse(node->text) != CR_NO_CODE)
		return 0;
	return cr_diags_add(r->diags, CR_ERROR, cr_yaml_pos(r->doc, node), "no code is '%.20s'",
			    node->text);
}

static int read_expect(struct reading *r, const struct cr_yaml_node *node, struct cr_test_case *c)
{
	struct cr_expectation *all = cr_arena_array(r->arena, node->count + 1, sizeof(*all));
	const char *names[CR_DECISION_FIELDS];
	int rc = 0;

	if (node->kind != CR_YAML_MAPPING)
		return report_fault(r, node, "'expect' needs a mapping");
	if (!all)
		return report_fault(r, node, "out of memory");
	for (unsigned i = 0; i < CR_DECISION_FIELDS; i++)
		names[i] = cr_decision_row(i)->name;
	for (const struct cr_yaml_node *e = node->first; e; e = e->next) {
		struct cr_expectation *to = &all[c->expect_count++];

		if (cr_decision_field_named(e->key) == CR_DECISION_FIELDS)
			rc = report_unknown(r, e, names, CR_DECISION_FIELDS);
		to->key = cr_arena_strdup(r->arena, e->key);
		if (!to->key || read_text(r, e, &to->value) != 0 || check_code(r, e) != 0)
			rc = -1;
	}
	c->expect = all;
	return rc;
}

/* "2026-12-24 18:00", local time. */
static int read_time(struct reading *r, const struct cr_yaml_node *node, int64_t *at)
{
	struct tm tm = {.tm_isdst = -1};
	const char *text, *end;

	if (read_text(r, node, &text) != 0)
		return -1;
	end = strptime(text, "%Y-%m-%d %H:%M", &tm);
	if (!end || *end)
		return report_fault(r, node, "a time is YYYY-MM-DD HH:MM");
	tm.tm_isdst = -1;
	*at = (int64_t)mktime(&tm);
	return 0;
}

static int read_case(struct reading *r, const struct cr_yaml_node *node, struct cr_test_case *c)
{
	static const char *const known[] = {"name", "user", "job", "privileged", "at", "expect"};
	const char *yes = NULL;
	int rc = 0;

	c->pos = cr_yaml_pos(r->doc, node);
	if (node->kind != CR_YAML_MAPPING)
		return report_fault(r, node, "a case is a mapping");
	for (const struct cr_yaml_node *n = node->first; n; n = n->next) {
		if (strcmp(n->key, "name") == 0)
			rc |= read_text(r, n, &c->name);
		else if (strcmp(n->key, "user") == 0)
			rc |= read_text(r, n, &c->user);
		else if (strcmp(n->key, "job") == 0)
			rc |= read_text(r, n, &c->job);
		else if (strcmp(n->key, "privileged") == 0)
			rc |= read_text(r, n, &yes);
		else if (strcmp(n->key, "at") == 0)
			rc |= read_time(r, n, &c->at);
		else if (strcmp(n->key, "expect") == 0)
			rc |= read_expect(r, n, c);
		else
			rc |= report_unknown(r, n, known, sizeof(known) / sizeof(known[0]));
	}
	c->privileged = yes && strcmp(yes, "true") == 0;
	if (!c->job)
		rc = report_fault(r, node, "a case needs 'job'");
	else if (!c->expect_count)
		rc = report_fault(r, node,
				  "a case that expects nothing cannot fail: it needs 'expect'");
	if (!c->name)
		c->name = c->job;
	return rc;
}

static int read_cases(struct reading *r, const struct cr_yaml_node *node,
		      struct cr_test_table *table)
{
	struct cr_test_case *all = cr_arena_array(r->arena, node->count + 1, sizeof(*all));
	size_t n = 0;
	int rc = 0;

	if (node->kind != CR_YAML_SEQUENCE || !node->count)
		return report_fault(r, node, "'cases' needs a list, and not an empty one");
	if (!all)
		return report_fault(r, node, "out of memory");
	for (const struct cr_yaml_node *c = node->first; c; c = c->next)
		rc |= read_case(r, c, &all[n++]);
	table->item = all;
	table->count = n;
	return rc;
}

static int read_root(struct reading *r, const struct cr_yaml_node *root,
		     struct cr_test_table *table)
{
	static const char *const known[] = {"policy", "snapshot", "cases"};
	int rc = 0;

	if (root->kind != CR_YAML_MAPPING)
		return report_fault(r, root, "a table of cases is a mapping with 'cases'");
	for (const struct cr_yaml_node *n = root->first; n; n = n->next) {
		if (strcmp(n->key, "policy") == 0)
			rc |= read_text(r, n, &table->policy);
		else if (strcmp(n->key, "snapshot") == 0)
			rc |= read_text(r, n, &table->snapshot);
		else if (strcmp(n->key, "cases") == 0)
			rc |= read_cases(r, n, table);
		else
			rc |= report_unknown(r, n, known, 3);
	}
	return table->count || rc ? rc : report_fault(r, root, "there is no 'cases'");
}

int cr_test_table_read(const char *name, const char *buf, size_t len, struct cr_arena *arena,
		       struct cr_test_table *table, struct cr_diags *diags)
{
	static const struct cr_yaml_rules rules = {
		.max_nodes = 200000, .max_depth = 8, .duplicate_keys = CR_ERROR};
	struct cr_test_table found = {0};
	struct reading r = {.arena = arena, .diags = diags};
	struct cr_yaml *doc = cr_yaml_parse(name, buf, len, &rules, diags);
	int rc;

	if (!doc)
		return -1;
	r.doc = doc;
	rc = read_root(&r, cr_yaml_root(doc), &found);
	for (size_t i = 0; i < found.count; i++)
		((struct cr_test_case *)found.item)[i].pos.file = name;
	cr_yaml_destroy(doc);
	if (rc == 0)
		*table = found;
	return rc ? -1 : 0;
}
