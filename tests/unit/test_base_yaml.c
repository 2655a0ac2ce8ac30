/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/yaml: positions, bounds, and what libyaml lets through and we do not. */
#include "tests/unit/unit.h"

#include "base/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cr_yaml_rules strict = {
	.max_nodes = 1000, .max_depth = 20, .duplicate_keys = CR_ERROR};

/* The first message about TEXT under RULES, or "" when all is well. */
static const char *first_message(const char *text, size_t len, const struct cr_yaml_rules *rules)
{
	static char line[600];
	struct cr_diags *diags = cr_diags_new();
	struct cr_yaml *doc = cr_yaml_parse("f", text, len, rules, diags);

	line[0] = '\0';
	if (cr_diags_kept(diags))
		cr_diag_format(cr_diags_get(diags, 0), line, sizeof(line));
	assert_int_equal(doc == NULL, cr_diags_errors(diags) > 0);
	cr_yaml_destroy(doc);
	cr_diags_destroy(diags);
	return line;
}

static struct cr_yaml *parse(const char *text)
{
	struct cr_yaml *doc = cr_yaml_parse("f", text, strlen(text), &strict, NULL);

	assert_non_null(doc);
	return doc;
}

static void check_pos(struct cr_pos pos, uint32_t line, uint32_t column)
{
	assert_string_equal(pos.file, "f");
	assert_int_equal(pos.line, line);
	assert_int_equal(pos.column, column);
}

static void test_tree(void **state)
{
	struct cr_yaml *doc = parse("a: 1\n\"b c\": [x, 'y', {z: }]\nd:\n  e: !t |\n    text\n");
	const struct cr_yaml_node *root = cr_yaml_root(doc), *b, *e;

	(void)state;
	assert_int_equal(root->kind, CR_YAML_MAPPING);
	assert_int_equal(root->count, 3);
	assert_string_equal(cr_yaml_get(root, "a")->text, "1");
	assert_null(cr_yaml_get(root, "A"));
	assert_null(cr_yaml_get(NULL, "a"));
	b = cr_yaml_get(root, "b c");
	assert_int_equal(b->kind, CR_YAML_SEQUENCE);
	assert_true(b->flow);
	assert_int_equal(b->count, 3);
	check_pos(cr_yaml_key_pos(doc, b), 2, 1);
	check_pos(cr_yaml_pos(doc, b), 2, 8);
	assert_false(b->first->quoted);
	assert_true(b->first->next->quoted);
	check_pos(cr_yaml_pos(doc, b->first->next), 2, 12);
	assert_true(cr_yaml_is_null(cr_yaml_get(b->first->next->next, "z")));
	assert_null(cr_yaml_get(b, "x"));
	e = cr_yaml_get(cr_yaml_get(root, "d"), "e");
	assert_string_equal(e->text, "text\n");
	assert_int_equal(e->len, 5);
	assert_true(e->quoted);
	assert_string_equal(e->tag, "!t");
	cr_yaml_destroy(doc);
	cr_yaml_destroy(NULL);
}

static void test_nulls(void **state)
{
	static const struct {
		const char *text;
		bool null;
		const char *kind;
	} cases[] = {
		{"", true, "nothing"},      {"~", true, "nothing"},  {"null", true, "nothing"},
		{"''", false, "text"},      {"'~'", false, "text"},  {"NULL", false, "text"},
		{"# c\n", true, "nothing"}, {"[]", false, "a list"}, {"{}", false, "a mapping"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_yaml *doc = parse(cases[i].text);

		assert_int_equal(cr_yaml_is_null(cr_yaml_root(doc)), cases[i].null);
		assert_string_equal(cr_yaml_kind_name(cr_yaml_root(doc)), cases[i].kind);
		cr_yaml_destroy(doc);
	}
}

static void test_refuses(void **state)
{
	static const struct {
		const char *text;
		size_t len; /* 0 = strlen */
		const char *message;
	} cases[] = {
		{"a: &x 1\nb: *x\n", 0, "f:2:4: error: aliases (*name) are not read: write it out"},
		{"a: 1\nb: 2\na: 3\n", 0, "f:3:1: error: 'a' stands twice, first in line 1"},
		{"{a: 1, a: 2}", 0, "f:1:8: error: 'a' stands twice, first in line 1"},
		{"a: 1\n---\nb: 2\n", 0, "f:2:1: error: a second document; one is read"},
		{"[a]: 1\n", 0, "f:1:1: error: a key must be a plain word, not a collection"},
		{"? {a: 1}\n: 2\n", 0,
		 "f:1:3: error: a key must be a plain word, not a collection"},
		{"a: [1, 2\n", 0,
		 "f:2:1: error: not valid YAML: did not find expected ',' or ']' while parsing a "
		 "flow sequence"},
		{"a: \"x\\0y\"\n", 0, "f:1:4: error: a NUL byte inside a value"},
		{"a: b\0c", 6, "f:1:5: error: not valid YAML: control characters are not allowed"},
		{"a: b\nc: \xff\n", 0, "f:2:4: error: not valid YAML: invalid leading UTF-8 octet"},
		{"a: b\nc: \xc3(\n", 0,
		 "f:2:5: error: not valid YAML: invalid trailing UTF-8 octet"},
		{"a: \xc3", 0, "f:1:4: error: not valid YAML: incomplete UTF-8 octet sequence"},
		{"a:\n\t- b\n", 0,
		 "f:2:1: error: not valid YAML: found character that cannot start any token while "
		 "scanning for the next token"},
		{"a: b: c\n", 0,
		 "f:1:5: error: not valid YAML: mapping values are not allowed in this context"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(
			first_message(cases[i].text,
				      cases[i].len ? cases[i].len : strlen(cases[i].text), &strict),
			cases[i].message);
}

static void test_duplicates_by_rule(void **state)
{
	static const char text[] = "a: 1\na: 2\n";
	struct cr_yaml_rules rules = strict;
	struct cr_yaml *doc;

	(void)state;
	rules.duplicate_keys = CR_WARNING;
	assert_string_equal(first_message(text, strlen(text), &rules),
			    "f:2:1: warning: 'a' stands twice, first in line 1");
	doc = cr_yaml_parse("f", text, strlen(text), &rules, NULL);
	assert_string_equal(cr_yaml_get(cr_yaml_root(doc), "a")->text, "2");
	cr_yaml_destroy(doc);
}

static void test_first_document(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"a: 1\n", ""},
		{"---\na: 1\n...\n", ""},
		{"a: 1\n---\nb: 2\n",
		 "f:2:4: warning: what follows the first document is not read"},
		{"a: 1\n...\n}\n", "f:3:2: warning: what follows the first document is not read"},
		{"", ""},
	};
	struct cr_yaml_rules rules = strict;

	(void)state;
	rules.first_document = true;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(first_message(cases[i].text, strlen(cases[i].text), &rules),
				    cases[i].message);
}

static void test_byte_order_mark(void **state)
{
	(void)state;
	assert_string_equal(first_message("\xef\xbb\xbf- a\n- b\n", 11, &strict), "");
	assert_string_equal(first_message("\xff\xfe-\0 \0a\0", 8, &strict),
			    "f:1:1: error: not valid YAML: invalid leading UTF-8 octet");
}

static void test_bounds(void **state)
{
	char *text = malloc(200000);
	size_t len = 0;

	(void)state;
	memset(text, '[', 20);
	memset(text + 20, ']', 20);
	assert_string_equal(first_message(text, 40, &strict), "");
	memset(text, '[', 21);
	memset(text + 21, ']', 21);
	assert_string_equal(first_message(text, 42, &strict), "f:1:21: error: nested too deeply");
	memset(text, '[', 100000);
	assert_string_equal(first_message(text, 100000, &strict),
			    "f:1:21: error: nested too deeply");
	for (int i = 0; i < 1000; i++)
		len += (size_t)sprintf(text + len, "- %d\n", i);
	assert_string_equal(first_message(text, len, &strict),
			    "f:1000:3: error: more than 1000 values, which is the limit");
	free(text);
}

/* The classic: 9 levels of 9 aliases.  Refused where the first alias stands. */
static void test_alias_bomb(void **state)
{
	static const char bomb[] = "a: &a [x, x, x, x, x, x, x, x, x]\n"
				   "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n"
				   "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\n"
				   "d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\n";

	(void)state;
	assert_string_equal(first_message(bomb, strlen(bomb), &strict),
			    "f:2:8: error: aliases (*name) are not read: write it out");
}

/* Columns count bytes of the line, also behind characters of several. */
static void test_columns_behind_utf8(void **state)
{
	struct cr_yaml *doc = parse("[é, x]");

	(void)state;
	assert_string_equal(cr_yaml_root(doc)->first->text, "é");
	assert_true(cr_yaml_root(doc)->first->next->column >= 5);
	cr_yaml_destroy(doc);
}

/* 20,000 keys in one mapping: n log n, whatever they are. */
static void test_many_keys(void **state)
{
	struct cr_yaml_rules rules = {.max_nodes = 100000, .max_depth = 3};
	char *text = malloc(400000);
	size_t len = 0;

	(void)state;
	for (int i = 0; i < 20000; i++)
		len += (size_t)sprintf(text + len, "k%d: v\n", i * 7919 % 20000);
	assert_string_equal(first_message(text, len, &rules), "");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tree),
		cmocka_unit_test(test_nulls),
		cmocka_unit_test(test_refuses),
		cmocka_unit_test(test_duplicates_by_rule),
		cmocka_unit_test(test_first_document),
		cmocka_unit_test(test_byte_order_mark),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_alias_bomb),
		cmocka_unit_test(test_columns_behind_utf8),
		cmocka_unit_test(test_many_keys),
	};

	return cmocka_run_group_tests_name("base/yaml", tests, NULL, NULL);
}
