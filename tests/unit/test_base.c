/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/: errors, diagnostics, text, units and arenas.  YAML and files have their own. */
#include "tests/unit/unit.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/error.h"
#include "base/text.h"
#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- errors ------------------------------------------------------------------ */

static void test_error(void **state)
{
	struct cr_error err;
	char longer[600];

	(void)state;
	assert_int_equal(cr_error_set(&err, "%s: %d", "a", 1), -1);
	assert_string_equal(err.text, "a: 1");
	assert_int_equal(cr_error_prefix(&err, "reading %s", "x"), -1);
	assert_string_equal(err.text, "reading x: a: 1");
	assert_int_equal(cr_error_set(NULL, "x"), -1);
	assert_int_equal(cr_error_prefix(NULL, "x"), -1);
	memset(longer, 'y', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	cr_error_set(&err, "%s", longer);
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	cr_error_prefix(&err, "%s", "ab");
	assert_int_equal(strlen(err.text), sizeof(err.text) - 1);
	assert_memory_equal(err.text, "ab: yyy", 7);
}

static void test_list_has(void **state)
{
	static const struct {
		const char *list, *name;
		bool has;
	} cases[] = {
		{"a,b,c", "a", true},  {"a,b,c", "b", true},  {"a,b,c", "c", true},
		{"a,b,c", "C", true},  {"A", "a", true},      {"a,b,c", "d", false},
		{"ab,bc", "b", false}, {"ab,bc", "a", false}, {"a", "ab", false},
		{"a,,b", "b", true},   {"a,b", "", false},    {"", "a", false},
		{NULL, "a", false},    {"a", NULL, false},    {",a", "a", true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(cr_text_list_has(cases[i].list, cases[i].name), cases[i].has);
}

/* --- diagnostics ------------------------------------------------------------- */

static void test_diags(void **state)
{
	struct cr_diags *d = cr_diags_new();
	char file[] = "f.yaml", line[200];

	(void)state;
	assert_int_equal(cr_diags_add(d, CR_ERROR, (struct cr_pos){file, 3, 7}, "no '%s'", "x"),
			 -1);
	assert_int_equal(cr_diags_add(d, CR_WARNING, (struct cr_pos){file, 2, 0}, "a\nb\x80"), -1);
	cr_diags_add(d, CR_ERROR, (struct cr_pos){file, 0, 0}, "whole file");
	cr_diags_add(d, CR_ERROR, (struct cr_pos){NULL, 0, 0}, "nowhere");
	file[0] = 'X'; /* the name was copied */
	assert_int_equal(cr_diags_errors(d), 3);
	assert_int_equal(cr_diags_warnings(d), 1);
	assert_int_equal(cr_diags_kept(d), 4);
	assert_string_equal(cr_diag_format(cr_diags_get(d, 0), line, sizeof(line)),
			    "f.yaml:3:7: error: no 'x'");
	assert_string_equal(cr_diag_format(cr_diags_get(d, 1), line, sizeof(line)),
			    "f.yaml:2: warning: a\\nb\\x80");
	assert_string_equal(cr_diag_format(cr_diags_get(d, 2), line, sizeof(line)),
			    "f.yaml: error: whole file");
	assert_string_equal(cr_diag_format(cr_diags_get(d, 3), line, sizeof(line)),
			    "error: nowhere");
	assert_null(cr_diags_get(d, 4));
	cr_diags_sort(d);
	assert_string_equal(cr_diags_get(d, 0)->text, "nowhere");
	assert_string_equal(cr_diags_get(d, 1)->text, "whole file");
	assert_string_equal(cr_diags_get(d, 3)->text, "no 'x'");
	cr_diags_destroy(d);
}

static void test_diags_none(void **state)
{
	(void)state;
	assert_int_equal(cr_diags_add(NULL, CR_ERROR, (struct cr_pos){0}, "x"), -1);
	assert_int_equal(cr_diags_errors(NULL), 0);
	assert_int_equal(cr_diags_warnings(NULL), 0);
	assert_int_equal(cr_diags_kept(NULL), 0);
	assert_null(cr_diags_get(NULL, 0));
	cr_diags_sort(NULL);
	cr_diags_destroy(NULL);
}

static void test_diags_many(void **state)
{
	struct cr_diags *d = cr_diags_new();
	char longer[500];

	(void)state;
	for (unsigned i = 0; i < CR_DIAGS_KEPT + 5; i++)
		cr_diags_add(d, CR_ERROR, (struct cr_pos){"f", 200 - i, 1}, "%u", i);
	assert_int_equal(cr_diags_errors(d), CR_DIAGS_KEPT + 5);
	assert_int_equal(cr_diags_kept(d), CR_DIAGS_KEPT);
	cr_diags_sort(d);
	assert_string_equal(cr_diags_get(d, 0)->text, "99");
	cr_diags_destroy(d);
	d = cr_diags_new();
	memset(longer, 'z', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	cr_diags_add(d, CR_ERROR, (struct cr_pos){0}, "%s", longer);
	assert_true(strlen(cr_diags_get(d, 0)->text) >= 390);
	assert_true(strlen(cr_diags_get(d, 0)->text) <= 400);
	cr_diags_destroy(d);
}

/* --- text -------------------------------------------------------------------- */

static void test_printable(void **state)
{
	static const struct {
		const char *text;
		size_t len, size;
		const char *want;
	} cases[] = {
		{"plain", 5, 64, "plain"},
		{"a\tb\nc\\d\x01\xff", 9, 64, "a\\tb\\nc\\\\d\\x01\\xff"},
		{"nul\0in", 6, 64, "nul\\x00in"},
		{"", 0, 64, ""},
		{"abcdef", 6, 7, "abcdef"},
		{"abcdefg", 7, 7, "abc..."},
		{"ab\xff", 3, 6, "ab..."},
		{"abcdef", 6, 3, ".."},
		{"abcdef", 6, 1, ""},
	};
	char buf[64] = "untouched";

	(void)state;
	assert_string_equal(cr_text_printable(buf, 0, "x", 1), "untouched");
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_string_equal(
			cr_text_printable(buf, cases[i].size, cases[i].text, cases[i].len),
			cases[i].want);
}

static void test_nearest(void **state)
{
	static const char *const keys[] = {"cluster_default", NULL, "topology", "tree", "ring"};
	static const struct {
		const char *word, *want;
	} cases[] = {
		{"clusterDefault", "cluster_default"},
		{"TOPOLOGY", "topology"},
		{"toplogy", "topology"},
		{"rign", "ring"},
		{"tre", "tree"},
		{"x", NULL},
		{"", NULL},
		{"something else", NULL},
		{"ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *got = cr_text_nearest(cases[i].word, keys, COUNT(keys));

		if (cases[i].want)
			assert_string_equal(got, cases[i].want);
		else
			assert_null(got);
	}
	assert_null(cr_text_nearest("tree", keys, 0));
}

static void test_natural(void **state)
{
	/* in order */
	static const char *const names[] = {"",
					    "1",
					    "2",
					    "02",
					    "10",
					    "A",
					    "a",
					    "a1b2",
					    "a1b10",
					    "a2",
					    "a02",
					    "a10",
					    "ab",
					    "b",
					    "n99999999999999999999",
					    "n100000000000000000000",
					    "\xc3"};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++)
		for (size_t k = 0; k < COUNT(names); k++) {
			int order = cr_text_natural(names[i], names[k]);

			assert_int_equal((order > 0) - (order < 0), (i > k) - (i < k));
		}
}

static void test_glob(void **state)
{
	static const struct {
		const char *pattern, *name;
		bool want;
	} cases[] = {
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"*", "abc", true},
		{"a*", "abc", true},
		{"a*", "bac", false},
		{"*c", "abc", true},
		{"a*c*e", "abcde", true},
		{"a*d", "abcde", false},
		{"a?c", "abc", true},
		{"a?c", "ac", false},
		{"**", "x", true},
		{"maint*", "maint", true},
		{"a", "A", false},
		{"*ab", "aab", true},
	};
	char stars[101], letters[10001];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(cr_text_glob(cases[i].pattern, cases[i].name), cases[i].want);
	/* exponential in a naive matcher */
	for (size_t i = 0; i < 100; i++)
		stars[i] = i % 2 ? 'a' : '*';
	stars[100] = '\0';
	memset(letters, 'a', 10000);
	letters[10000] = '\0';
	letters[9999] = 'b';
	assert_false(cr_text_glob(stars, letters));
}

static void test_is_name(void **state)
{
	static const struct {
		const char *name;
		bool want;
	} cases[] = {
		{"moe", true},      {"a-b_c.9", true},    {"9a", true},        {"", false},
		{"-a", false},      {".a", false},        {"a b", false},      {"a/b", false},
		{"12345678", true}, {"123456789", false}, {"\xc3\xa9", false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(cr_text_is_name(cases[i].name, 8), cases[i].want);
}

/* --- units ------------------------------------------------------------------- */

static void test_number(void **state)
{
	struct cr_error err;
	uint64_t n = 7;

	(void)state;
	assert_int_equal(cr_units_number("0", 0, 10, &n, &err), 0);
	assert_int_equal(n, 0);
	assert_int_equal(cr_units_number("18446744073709551615", 0, UINT64_MAX, &n, &err), 0);
	assert_true(n == UINT64_MAX);
	n = 7;
	static const char *const bad[] = {"",
					  " 1",
					  "1 ",
					  "-1",
					  "+1",
					  "11",
					  "0x1",
					  "1k",
					  "18446744073709551616",
					  "99999999999999999999999"};

	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(cr_units_number(bad[i], 0, 10, &n, &err), -1);
	assert_int_equal(n, 7);
	assert_int_equal(cr_units_number("0", 1, 10, &n, &err), -1);
	assert_string_equal(err.text, "'0' is not a whole number from 1 to 10");
	assert_int_equal(cr_units_number("x", 1, 10, &n, NULL), -1);
}

static void test_seconds(void **state)
{
	static const struct {
		const char *text;
		uint64_t want;
	} cases[] = {
		{"0s", 0},       {"30s", 30},   {"10m", 600}, {"4h", 14400},       {"7d", 604800},
		{"2w", 1209600}, {"90m", 5400}, {"61s", 61},  {"520w", 314496000},
	};
	static const char *const bad[] = {"",    "30",  "m",  "1.5h",   "-1h",
					  "1 h", "1hh", "1y", "11000d", "99999999999999999999w"};
	struct cr_error err;
	uint64_t seconds = 0;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(cr_units_seconds(cases[i].text, &seconds, &err), 0);
		assert_int_equal(seconds, cases[i].want);
	}
	seconds = 5;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_int_equal(cr_units_seconds(bad[i], &seconds, &err), -1);
	assert_int_equal(seconds, 5);
}

/* --- arenas ------------------------------------------------------------------ */

static void test_arena(void **state)
{
	struct cr_arena arena;
	char *text;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < 2000; i++) {
		unsigned char *p = cr_arena_alloc(&arena, i);

		assert_non_null(p);
		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		for (size_t k = 0; k < i; k++)
			assert_int_equal(p[k], 0);
		memset(p, 0xff, i);
	}
	assert_string_equal(cr_arena_strdup(&arena, "abc"), "abc");
	assert_string_equal(cr_arena_strndup(&arena, "abc", 2), "ab");
	assert_null(cr_arena_strdup(&arena, NULL));
	text = cr_arena_printf(&arena, "%s-%d", "x", 5);
	assert_string_equal(text, "x-5");
	assert_non_null(cr_arena_alloc(&arena, 3 << 20));
	assert_null(cr_arena_alloc(&arena, SIZE_MAX));
	assert_null(cr_arena_array(&arena, SIZE_MAX / 2, 3));
	cr_arena_release(&arena);
	assert_non_null(cr_arena_alloc(&arena, 10));
	cr_arena_release(&arena);
}

static void test_arena_limit(void **state)
{
	struct cr_arena arena;

	(void)state;
	cr_arena_init(&arena, NULL, 0, 100);
	assert_non_null(cr_arena_alloc(&arena, 60));
	assert_null(cr_arena_alloc(&arena, 60));
	assert_non_null(cr_arena_alloc(&arena, 10));
	cr_arena_release(&arena);
	assert_non_null(cr_arena_alloc(&arena, 60));
	cr_arena_release(&arena);
}

/* On the stack, and never malloc(): nothing to release. */
static void test_arena_on_a_buffer(void **state)
{
	_Alignas(max_align_t) char buf[257];
	struct cr_arena arena;
	size_t got = 0;
	char *p;

	(void)state;
	cr_arena_init(&arena, buf + 1, 256, 256);
	while ((p = cr_arena_alloc(&arena, 16))) {
		assert_true(p > buf && p + 16 <= buf + sizeof(buf));
		assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
		got++;
		if (got > 15)
			break;
	}
	assert_true(got >= 14 && got <= 16);
	assert_null(arena.blocks);
	cr_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_diags),
		cmocka_unit_test(test_diags_none),
		cmocka_unit_test(test_diags_many),
		cmocka_unit_test(test_printable),
		cmocka_unit_test(test_nearest),
		cmocka_unit_test(test_natural),
		cmocka_unit_test(test_glob),
		cmocka_unit_test(test_list_has),
		cmocka_unit_test(test_is_name),
		cmocka_unit_test(test_number),
		cmocka_unit_test(test_seconds),
		cmocka_unit_test(test_arena),
		cmocka_unit_test(test_arena_limit),
		cmocka_unit_test(test_arena_on_a_buffer),
	};

	return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
