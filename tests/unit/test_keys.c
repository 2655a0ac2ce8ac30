/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/keys: a table of every kind of key: what is read, where it stood, and every fault. */
#include "tests/unit/unit.h"

#include "base/keys.h"

#include <stdio.h>
#include <string.h>

enum color { RED, GREEN, BLUE };

struct item {
	struct cr_entry head;
	uint32_t n;
};
CR_ENTRY_AT(item_at, item)

struct sample {
	struct cr_entry head;
	const char *name, *text, *path, *block, *maybe;
	bool flag;
	enum color color, dye;
	unsigned colors;
	uint32_t number, span, version;
	uint64_t big;
	double price;
	struct cr_count count;
	struct cr_texts texts;
	struct cr_amounts amounts;
	struct cr_pairs pairs;
	struct item item;
	struct cr_entries map, list, lone;
	struct cr_choice_or_list rules;
};

static const char *const colors[] = {"red", "green", "blue", NULL};
static const char *const counts[] = {"a number", "all", NULL};

static int parse_letter(const char *text, uint64_t *n, struct cr_error *err)
{
	if (!*text || text[1])
		return cr_error_set(err, "'%s' is no letter", text);
	*n = (uint64_t)*text;
	return 0;
}

static const struct cr_field item_fields[] = {
	CR_FIELD(item, "n", NUMBER, n, .min = 2, .max = 4, .required = true, .example = "3"),
};
CR_SECTION(item, "item", "an item", item, .shorthand = "n");

static const struct cr_field sample_fields[] = {
	CR_FIELD(sample, "name", NAME, name),
	CR_FIELD(sample, "text", TEXT, text, .max = 5),
	CR_FIELD(sample, "path", TEXT, path, .path = true),
	CR_FIELD(sample, "block", TEXT, block, .lines = true),
	CR_FIELD(sample, "maybe", TEXT, maybe, .empty = true),
	CR_FIELD(sample, "flag", BOOL, flag, .standard = "true"),
	CR_FIELD(sample, "color", CHOICE, color, .choices = colors, .standard = "green"),
	CR_FIELD(sample, "dye", CHOICE, dye, .choices = colors, .first = GREEN),
	CR_FIELD(sample, "colors", SET, colors, .choices = colors, .first = GREEN, .max = 3),
	CR_FIELD(sample, "number", NUMBER, number),
	CR_FIELD(sample, "span", SECONDS, span, .min = 60),
	CR_FIELD(sample, "version", NUMBER, version, .parse = parse_letter),
	CR_FIELD(sample, "big", BIG, big),
	CR_FIELD(sample, "price", DECIMAL, price),
	CR_FIELD(sample, "count", COUNT, count, .choices = counts, .waits = true),
	CR_FIELD(sample, "texts", TEXTS, texts, .max = 2),
	CR_FIELD(sample, "amounts", AMOUNTS, amounts),
	CR_FIELD(sample, "pairs", PAIRS, pairs),
	CR_FIELD(sample, "item", SECTION, item, .section = &item),
	CR_FIELD(sample, "map", MAP, map, .section = &item),
	CR_FIELD(sample, "list", LIST, list, .section = &item, .max = 2),
	CR_FIELD(sample, "lone", LIST, lone, .section = &item, .lone = true),
	CR_FIELD(sample, "rules", RULES, rules, .choices = colors, .section = &item),
};
CR_SECTION(sample, "", "a sample", sample);

static struct cr_arena arena;

/* What reading TEXT into *S says, a fault a line. */
static const char *read_sample(const char *text, struct sample *s)
{
	static const struct cr_yaml_rules rules = {.max_nodes = 100, .max_depth = 8};
	static char said[1000];
	struct cr_diags *diags = cr_diags_new();
	struct cr_keys r = {.arena = &arena, .diags = diags, .file = "f"};
	struct cr_yaml *doc = cr_yaml_parse("f", text, strlen(text), &rules, diags);
	size_t len = 0;

	assert_non_null(doc);
	*s = (struct sample){.name = NULL};
	assert_int_equal(cr_keys_init(&arena, &sample, &s->head), 0);
	cr_keys_read(&r, &sample, cr_yaml_root(doc), &s->head);
	cr_keys_finish(&r, &sample, &s->head);
	said[0] = '\0';
	for (size_t i = 0; i < cr_diags_kept(diags); i++) {
		char line[500];

		cr_diag_format(cr_diags_get(diags, i), line, sizeof(line));
		len += (size_t)snprintf(said + len, sizeof(said) - len, "%s%s", i ? "\n" : "",
					line);
	}
	assert_int_equal(r.failed, *said != '\0');
	cr_yaml_destroy(doc);
	cr_diags_destroy(diags);
	return said;
}

static void every_kind_is_read(void **state)
{
	struct sample s;

	(void)state;
	assert_string_equal(
		read_sample("name: a.b\ntext: '12345'\npath: /x\nblock: |\n  a\n  b\nmaybe: ''\n"
			    "flag: false\ncolor: blue\ndye: green\ncolors: [green, blue]\n"
			    "number: 4294967293\nspan: 1m\nversion: 'x'\nbig: 9223372036854775807\n"
			    "price: 12.25\ncount: all@2m\ntexts: [a, b]\namounts: {u: 7}\n"
			    "pairs: {k: v}\nitem: 2\nmap: {m: {n: 3}}\nlist: [{n: 4}, 2]\n"
			    "lone: {n: 3}\nrules: [{n: 2}]\n",
			    &s),
		"");
	assert_string_equal(s.name, "a.b");
	assert_string_equal(s.text, "12345");
	assert_string_equal(s.path, "/x");
	assert_string_equal(s.block, "a\nb\n");
	assert_string_equal(s.maybe, "");
	assert_false(s.flag);
	assert_int_equal(s.color, BLUE);
	assert_int_equal(s.dye, GREEN);
	assert_int_equal(s.colors, 1U << GREEN | 1U << BLUE);
	assert_int_equal(s.number, CR_NUMBER_MAX);
	assert_int_equal(s.span, 60);
	assert_int_equal(s.version, 'x');
	assert_true(s.big == UINT64_MAX / 2);
	assert_true(s.price == 12.25);
	assert_int_equal(s.count.choice, 1);
	assert_int_equal(s.count.wait, 120);
	assert_int_equal(s.texts.names.count, 2);
	assert_int_equal(s.texts.at[1].column, 12);
	assert_int_equal(s.amounts.item[0].value, 7);
	assert_string_equal(s.pairs.item[0].name, "k");
	assert_string_equal(s.pairs.item[0].value, "v");
	assert_int_equal(s.pairs.item[0].name_pos.column, 9);
	assert_int_equal(s.pairs.item[0].pos.column, 12);
	assert_int_equal(s.item.n, 2);
	assert_string_equal(item_at(&s.map, 0)->head.name, "m");
	assert_int_equal(s.list.count, 2);
	assert_int_equal(item_at(&s.list, 1)->n, 2);
	assert_int_equal(item_at(&s.lone, 0)->n, 3);
	assert_int_equal(s.rules.choice, 3);
	assert_int_equal(item_at(&s.rules.list, 0)->n, 2);
	assert_int_equal(cr_entry_given(&s.head, "item")->pos.line, 21);
	assert_null(cr_entry_given(&s.head, "nosuch"));
}

static void what_is_not_given_is_unset_or_standard(void **state)
{
	struct sample s;

	(void)state;
	assert_string_equal(read_sample("list:\n", &s), "");
	assert_null(s.text);
	assert_true(s.flag);
	assert_int_equal(s.color, GREEN);
	assert_int_equal(s.dye, 0);
	assert_int_equal(s.colors, 0);
	assert_int_equal(s.number, CR_UNSET);
	assert_int_equal(s.span, CR_UNSET);
	assert_true(s.big == CR_UNSET64);
	assert_int_equal(s.list.count, 0);
	assert_false(cr_entry_given(&s.head, "flag")->given);
	assert_true(cr_entry_given(&s.head, "list")->given);
	assert_string_equal(read_sample("rules: blue\n", &s), "");
	assert_int_equal(s.rules.choice, BLUE);
	assert_int_equal(s.rules.list.count, 0);
}

static void every_fault_is_told_where_it_stands(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{"nam: x\n", "f:1:1: error: unknown key 'nam' in a sample: did you mean 'name'?"},
		{"item: {zzz: 1}\n", "f:1:8: error: unknown key 'zzz' in an item: known are n\n"
				     "f:1:7: error: an item needs 'n', for example n: 3"},
		{"[a]\n", "f:1:1: error: a sample needs a mapping (key: value), not a list"},
		{"name: 'a b'\n",
		 "f:1:7: error: 'a b' is no name: 1 to 63 letters, digits, '_', '-' or '.', beginning "
		 "with a letter or a digit"},
		{"text: '123456'\n",
		 "f:1:7: error: 'text' needs one line of 1 to 5 printable bytes"},
		{"text: ''\n", "f:1:7: error: 'text' needs one line of 1 to 5 printable bytes"},
		{"text: \"a\\nb\"\n",
		 "f:1:7: error: 'text' needs one line of 1 to 5 printable bytes"},
		{"block: \"a\\x01\"\n",
		 "f:1:8: error: 'block' needs text of 1 to 256 printable bytes"},
		{"text: no\n",
		 "f:1:7: error: 'no' here is a boolean to YAML 1.1: write the word meant, or quote it "
		 "if it is a name"},
		{"text:\n", "f:1:6: error: 'text' needs text, not nothing"},
		{"path: x\n", "f:1:7: error: 'path' needs a path that begins with /"},
		{"flag: 'true'\n", "f:1:7: error: 'flag' needs true or false, without quotes"},
		{"flag: yes\n",
		 "f:1:7: error: 'yes' here is a boolean to YAML 1.1: write true or false, or quote it "
		 "if it is a name"},
		{"flag: 1\n", "f:1:7: error: 'flag' needs true or false, not '1'"},
		{"color: gren\n",
		 "f:1:8: error: 'gren' is no value of 'color': did you mean 'green'?"},
		{"dye: red\n", "f:1:6: error: 'red' is no value of 'dye': green or blue"},
		{"colors: [red, blue]\n",
		 "f:1:10: error: 'red' is no value of 'colors': green or blue"},
		{"colors: [blue, blue, blue, blue]\n",
		 "f:1:9: error: 'colors' has 4 entries, the limit is 3"},
		{"colors: {a: b}\n", "f:1:9: error: 'colors' needs a list of texts, not a mapping"},
		{"number: '1'\n", "f:1:9: error: 'number' needs a number, without quotes"},
		{"span: 59s\n", "f:1:7: error: 'span': 59s is less than 60s"},
		{"version: xy\n", "f:1:10: error: 'version': 'xy' is no letter"},
		{"price: 1e3\n", "f:1:8: error: 'price' needs a number such as 12.40, not '1e3'"},
		{"count: none\n", "f:1:8: error: 'none' is no value of 'count': a number or all"},
		{"texts: [a, b, c]\n", "f:1:8: error: 'texts' has 3 entries, the limit is 2"},
		{"texts: [a, {b: c}]\n", "f:1:12: error: 'texts' needs texts, not a mapping"},
		{"amounts: 1\n",
		 "f:1:10: error: 'amounts' needs a mapping of names to numbers, not text"},
		{"pairs: 1\n", "f:1:8: error: 'pairs' needs a mapping of names to texts, not text"},
		{"pairs: {a: [b]}\n", "f:1:12: error: 'pairs' needs texts, not a list"},
		{"item: 1\n", "f:1:7: error: 'n': '1' is not a whole number from 2 to 4"},
		{"item: {}\n", "f:1:7: error: an item needs 'n', for example n: 3"},
		{"map: [a]\n", "f:1:6: error: 'map' needs a mapping of names, not a list"},
		{"map: {m: {}}\n", "f:1:7: error: an item 'm' needs 'n', for example n: 3"},
		{"list: {n: 2}\n",
		 "f:1:7: error: 'list' needs a list ([...] or lines with '- '), not a mapping"},
		{"list: [2, 3, 4]\n", "f:1:7: error: 'list' has more than 2 entries"},
		{"lone: {}\n", "f:1:7: error: an item needs 'n', for example n: 3"},
		{"rules: gren\n",
		 "f:1:8: error: 'gren' is no value of 'rules': did you mean 'green'?"},
		/* All at once. */
		{"flag: 1\nlist: [{n: 9}]\nnumber: x\n",
		 "f:1:7: error: 'flag' needs true or false, not '1'\n"
		 "f:2:12: error: 'n': '9' is not a whole number from 2 to 4\n"
		 "f:3:9: error: 'number': 'x' is not a whole number from 0 to 4294967293"},
	};
	struct sample s;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(read_sample(cases[i].text, &s), cases[i].said);
}

static int release_arena(void **state)
{
	(void)state;
	cr_arena_release(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_is_read),
		cmocka_unit_test(what_is_not_given_is_unset_or_standard),
		cmocka_unit_test(every_fault_is_told_where_it_stands),
	};

	return cmocka_run_group_tests_name("keys", tests, NULL, release_arena);
}
