/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job/option at its limits: the last byte that is taken, shown, or too much. */
#include "unit.h"

#include "policies/job/codes.h"
#include "policies/job/option.h"

#include <stdio.h>
#include <string.h>

/* A value of LEN bytes: "moe" and one good wish after another, the last one cut or padded. */
static void make_value(char *text, size_t len)
{
	size_t used = 3;

	memcpy(text, "moe", 4);
	while (len - used > 2 * strlen(",portable")) {
		memcpy(text + used, ",portable", strlen(",portable"));
		used += strlen(",portable");
	}
	memset(text + used, 'x', len - used);
	text[used] = ',';
	text[len] = '\0';
}

static void the_longest_value_is_read(void **state)
{
	struct cr_option option;
	char text[CR_OPTION_MAX + 2];
	struct cr_error err;

	(void)state;
	/* 255 bytes, all of them good: 28 wishes of 9 bytes behind a name of 3. */
	_Static_assert(CR_OPTION_MAX == 3 + 28 * 9, "the lengths below");
	(void)snprintf(text, sizeof(text), "moe");
	for (size_t i = 0; i < 28; i++)
		(void)snprintf(text + 3 + 9 * i, sizeof(text) - 3 - 9 * i, ",portable");
	assert_int_equal(strlen(text), CR_OPTION_MAX);
	assert_int_equal(cr_option_parse(text, &option, &err), 0);
	assert_true(option.portable);
	make_value(text, CR_OPTION_MAX); /* as long, and its end is looked at */
	assert_int_equal(cr_option_parse(text, &option, &err), -1);
	assert_int_equal(err.code, CR_102_BAD_WISH);
	make_value(text, CR_OPTION_MAX + 1);
	assert_int_equal(cr_option_parse(text, &option, &err), -1);
	assert_int_equal(err.code, CR_101_BAD_OPTION);
	assert_non_null(strstr(err.text, "more than 255 bytes"));
}

/* What is shown of bad bytes is cut at 59, so that the remedy stays in sight. */
static void long_words_are_cut(void **state)
{
	char text[200] = "moe,", shown[100];
	struct cr_option option;
	struct cr_error err;

	(void)state;
	memset(text + 4, 'z', 100);
	memset(shown, 'z', sizeof(shown));
	assert_int_equal(cr_option_parse(text, &option, &err), -1);
	assert_non_null(strstr(err.text, "known: borrow"));
	shown[50] = '\0';
	assert_non_null(strstr(err.text, shown));
	memset(shown, 'z', sizeof(shown));
	shown[60] = '\0';
	assert_null(strstr(err.text, shown));
}

/* To the byte: 59 of them, and 63 are a name. */
static void what_is_shown_and_taken_to_the_byte(void **state)
{
	char name[80], wanted[300];
	struct cr_option option;
	struct cr_error err;

	(void)state;
	memset(name, 'n', sizeof(name));
	name[64] = '\0';
	snprintf(
		wanted, sizeof(wanted),
		"--comm-profile: not a profile name: '%.56s...'; 1 to 63 letters, digits, '_', '-' "
		"or '.'; --comm-profile=list shows the names",
		name);
	assert_int_equal(cr_option_parse(name, &option, &err), -1);
	assert_string_equal(err.text, wanted);
	name[63] = '\0';
	memset(&option, 0xff, sizeof(option));
	assert_int_equal(cr_option_parse(name, &option, &err), 0);
	assert_string_equal(option.profile, name);
	assert_int_equal(option.borrow, CR_CONSENT_UNSAID);
}

/* Near misses up to 15 bytes are guessed at; beyond, nothing is near. */
static void near_wishes_are_named(void **state)
{
	static const struct {
		const char *text, *near; /* NULL: the whole list */
	} cases[] = {
		{"moe,borow", "'borrow'"},          {"moe,borrov", "'borrow'"},
		{"moe,no-borrow", "'noborrow'"},    {"moe,portabel", "'portable'"},
		{"moe,order=nnoe", "'order=none'"}, {"moe,env=non", "'env=none'"},
		{"moe,check=nope", "'check=none'"}, {"moe,Borrow", "'borrow'"},
		{"moe,zzzzzzzzzzzzzzz", NULL},      {"moe,zzzzzzzzzzzzzzzz", NULL},
		{"moe,borrowborrowborrow", NULL},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_option option;
		struct cr_error err;

		assert_int_equal(cr_option_parse(cases[i].text, &option, &err), -1);
		if (cases[i].near)
			assert_non_null(strstr(err.text, cases[i].near));
		assert_int_equal(strstr(err.text, "did you mean") != NULL, cases[i].near != NULL);
		assert_int_equal(strstr(err.text, "known: ") != NULL, cases[i].near == NULL);
	}
}

/* Each wish alone sets its own, and no other. */
static void each_wish_is_its_own(void **state)
{
	static const char *const wishes[] = {"borrow",        "noborrow",     "portable",
					     "order=none",    "env=none",     "check=none",
					     "order=group:0", "order=group:7"};

	(void)state;
	for (size_t i = 0; i < COUNT(wishes); i++) {
		char text[40], back[CR_OPTION_MAX + 1];
		struct cr_option option;

		snprintf(text, sizeof(text), "moe,%s", wishes[i]);
		assert_int_equal(cr_option_parse(text, &option, NULL), 0);
		assert_int_equal(option.borrow, i == 0   ? CR_CONSENT_BORROW
						: i == 1 ? CR_CONSENT_NOBORROW
							 : CR_CONSENT_UNSAID);
		assert_int_equal(option.portable, i == 2);
		assert_int_equal(option.order_none, i == 3);
		assert_int_equal(option.env_none, i == 4);
		assert_int_equal(option.check_none, i == 5);
		assert_int_equal(option.has_group, i >= 6);
		assert_int_equal(option.group, i == 7 ? 7 : 0);
		assert_string_equal(cr_option_format(&option, back, sizeof(back)), text);
	}
}

static void reserved_names_have_no_profile(void **state)
{
	static const char *const names[] = {"list", "none", "auto"};

	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		struct cr_option option;

		assert_int_equal(cr_option_parse(names[i], &option, NULL), 0);
		assert_int_not_equal(option.kind, CR_OPTION_PROFILE);
		assert_string_equal(option.profile, "");
	}
}

static void contradictions_either_way_round(void **state)
{
	static const char *const texts[] = {"moe,borrow,noborrow", "moe,noborrow,borrow",
					    "moe,borrow,portable,noborrow"};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct cr_option option = {.kind = CR_OPTION_AUTO};
		struct cr_error err;

		assert_int_equal(cr_option_parse(texts[i], &option, &err), -1);
		assert_non_null(strstr(err.text, "contradiction"));
		assert_int_equal(option.kind, CR_OPTION_AUTO);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_longest_value_is_read),
		cmocka_unit_test(long_words_are_cut),
		cmocka_unit_test(what_is_shown_and_taken_to_the_byte),
		cmocka_unit_test(near_wishes_are_named),
		cmocka_unit_test(each_wish_is_its_own),
		cmocka_unit_test(reserved_names_have_no_profile),
		cmocka_unit_test(contradictions_either_way_round),
	};

	return cmocka_run_group_tests_name("option bounds", tests, NULL, NULL);
}
