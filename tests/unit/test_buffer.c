/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/buffer: nothing is written past the end, and what is cut says so. */
#include "tests/unit/unit.h"

#include "base/buffer.h"

#include <json-c/json.h>
#include <string.h>

static void what_just_fits_is_whole(void **state)
{
	char text[9] = "________"; /* the last byte stands guard */
	struct cr_buffer b = cr_buffer(text, 8);

	(void)state;
	assert_string_equal(text, "");
	cr_buffer_add(&b, "abc");
	cr_buffer_add(&b, NULL);
	cr_buffer_print(&b, "%s%d", "de", 12);
	assert_false(b.full);
	assert_int_equal(b.used, 7);
	assert_string_equal(text, "abcde12");
	cr_buffer_add(&b, "");
	cr_buffer_print(&b, "%s", "");
	assert_false(b.full);
	cr_buffer_add(&b, "x");
	assert_true(b.full);
	assert_string_equal(text, "abcde12");
	assert_int_equal(text[8], '\0');
}

static void one_byte_more_is_cut(void **state)
{
	char text[9];
	struct cr_buffer b;

	(void)state;
	for (int printed = 0; printed < 2; printed++) {
		memset(text, '_', sizeof(text));
		b = cr_buffer(text, 8);
		if (printed)
			cr_buffer_print(&b, "%s", "12345678");
		else
			cr_buffer_add(&b, "12345678");
		assert_true(b.full);
		assert_int_equal(b.used, 7);
		assert_string_equal(text, "1234567");
		assert_int_equal(text[8], '_');
	}
}

/* A short piece after a long one that was cut would look as if it belonged there. */
static void nothing_stands_behind_a_gap(void **state)
{
	char text[8];
	struct cr_buffer b = cr_buffer(text, sizeof(text));

	(void)state;
	cr_buffer_add(&b, "0123456789");
	cr_buffer_undo(&b, 3);
	assert_false(b.full);
	assert_string_equal(text, "012");
	cr_buffer_add(&b, "456789");
	cr_buffer_add(&b, "a");
	cr_buffer_print(&b, "b");
	cr_buffer_add_json(&b, "c", 1);
	assert_string_equal(text, "0124567");
	cr_buffer_undo(&b, 8); /* never was there */
	assert_string_equal(text, "0124567");
	assert_true(b.full);
	cr_buffer_undo(&b, 7);
	assert_false(b.full);
}

static void one_goes_on_behind_a_text(void **state)
{
	char text[8] = "abc";
	struct cr_buffer b = cr_buffer_behind(text, sizeof(text));

	(void)state;
	cr_buffer_print(&b, "%d", 4);
	assert_string_equal(text, "abc4");
	b.size = 5; /* smaller meanwhile */
	cr_buffer_add(&b, "5");
	assert_string_equal(text, "abc4");
	b.size = 2;
	b.full = false;
	cr_buffer_print(&b, "6");
	assert_true(b.full);
	assert_string_equal(text, "abc4");
}

static const char *quoted(const char *text, size_t max)
{
	static char buf[64];
	struct cr_buffer b = cr_buffer(buf, sizeof(buf));

	cr_buffer_add_json(&b, text, max);
	return buf;
}

static void json_is_quoted(void **state)
{
	(void)state;
	assert_string_equal(quoted(NULL, 9), "null");
	assert_string_equal(quoted("", 9), "\"\"");
	assert_string_equal(quoted("plain", 5), "\"plain\"");
	assert_string_equal(quoted("plain", 4), "\"plai\"");
	assert_string_equal(quoted("plain", 0), "\"\"");
	assert_string_equal(quoted("a\"b\\", 4), "\"a\\\"b\\\\\"");
	assert_string_equal(quoted("a\"b\\", 3), "\"a\\\"b\"");
	assert_string_equal(quoted(" ~\x1f\x7f\n\303\251", 9), "\" ~?????\"");
}

/* Whatever the byte: a reader of JSON gets it back, or the sign for it. */
static void every_byte_comes_back(void **state)
{
	(void)state;
	for (int c = 1; c < 256; c++) {
		const char text[] = {'<', (char)c, '>', '\0'};
		const char want[] = {'<', (char)(c < ' ' || c > '~' ? '?' : c), '>', '\0'};
		struct json_object *object = json_tokener_parse(quoted(text, 3));

		assert_non_null(object);
		assert_string_equal(json_object_get_string(object), want);
		json_object_put(object);
	}
}

/* Cut between any two bytes, an escape is never halved without FULL saying so. */
static void a_cut_string_is_taken_back(void **state)
{
	char text[40];

	(void)state;
	for (size_t size = 1; size < 20; size++) {
		struct cr_buffer b = cr_buffer(text, size);
		size_t before;

		cr_buffer_add(&b, "[");
		before = b.used;
		cr_buffer_add_json(&b, "\"\\\"", 3);
		assert_int_equal(b.full, size < 10); /* [ and 8 bytes, and the NUL */
		if (b.full)
			cr_buffer_undo(&b, before);
		assert_string_equal(text, size == 1 ? "" : size < 10 ? "[" : "[\"\\\"\\\\\\\"\"");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_just_fits_is_whole),
		cmocka_unit_test(one_byte_more_is_cut),
		cmocka_unit_test(nothing_stands_behind_a_gap),
		cmocka_unit_test(one_goes_on_behind_a_text),
		cmocka_unit_test(json_is_quoted),
		cmocka_unit_test(every_byte_comes_back),
		cmocka_unit_test(a_cut_string_is_taken_back),
	};

	return cmocka_run_group_tests_name("buffer", tests, NULL, NULL);
}
