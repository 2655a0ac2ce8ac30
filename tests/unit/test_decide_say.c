/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/decide_say: words, lists and their last places, each function for itself. */
#include "tests/unit/unit.h"

#include "policies/decide/deciding.h"

#include <stdio.h>
#include <string.h>

static struct cr_deciding g;
static struct cr_decision decision;
static struct cr_reason reasons[CR_REASONS_MAX + 1];
static struct cr_arena arena;
static char memory[16384];

static int setup(void **state)
{
	(void)state;
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	decision = (struct cr_decision){.verdict = CR_VERDICT_LEAVE};
	memset(reasons, 0, sizeof(reasons));
	g = (struct cr_deciding){.d = &decision, .arena = &arena, .reasons = reasons};
	return 0;
}

/* From here on there is no memory. */
static void exhaust(void)
{
	while (cr_arena_alloc(&arena, 1))
		;
}

/* ---- texts --------------------------------------------------------------------------- */

static void what_is_said_is_printable(void **state)
{
	(void)state;
	assert_string_equal(cr_say(&g, "%s", " a~"), " a~"); /* the first and the last that are */
	assert_string_equal(cr_say(&g, "%s", "\x1f\x7f\n\xff"), "????");
	assert_string_equal(cr_say(&g, "%d of %s", 3, "x\ty"), "3 of x?y");
	assert_false(g.no_memory);
}

static void long_texts_are_cut(void **state)
{
	char text[500];

	(void)state;
	memset(text, 'a', sizeof(text));
	text[499] = '\0';
	assert_int_equal(strlen(cr_say(&g, "%s", text)), 399);
	text[398] = '\0';
	assert_string_equal(cr_say(&g, "%s", text), text);
}

static void the_quiet_say_nothing(void **state)
{
	(void)state;
	g.quiet = true;
	exhaust(); /* and need no memory for it */
	assert_string_equal(cr_say(&g, "word"), "");
	assert_false(g.no_memory);
	cr_because(&g, CR_STEP_QOS, CR_NO_CODE, NULL, "word");
	assert_int_equal(g.reason_count, 1);
	assert_string_equal(reasons[0].text, "");
}

static void without_memory_it_is_noted(void **state)
{
	(void)state;
	exhaust();
	assert_string_equal(cr_say(&g, "word"), "");
	assert_true(g.no_memory);
}

/* ---- reasons ------------------------------------------------------------------------- */

static void reasons_up_to_the_last(void **state)
{
	(void)state;
	for (unsigned i = 0; i < CR_REASONS_MAX; i++)
		cr_against(&g, CR_STEP_SHAPE, CR_NO_CODE, NULL, "early");
	assert_int_equal(g.reason_count, CR_REASONS_MAX);
	cr_against(&g, CR_STEP_SHAPE, CR_NO_CODE, NULL, "late");
	assert_int_equal(g.reason_count, CR_REASONS_MAX);
	assert_null(reasons[CR_REASONS_MAX].text);
	assert_string_equal(reasons[CR_REASONS_MAX - 1].text, "early");
}

static void each_kind_of_reason(void **state)
{
	(void)state;
	cr_because(&g, CR_STEP_QOS, CR_305_NO_ROUTE, "ultra", "%d left", 3);
	cr_against(&g, CR_STEP_SHAPE, CR_NO_CODE, "p5en", "why not");
	assert_int_equal(g.reason_count, 2);
	assert_int_equal(reasons[0].step, CR_STEP_QOS);
	assert_int_equal(reasons[0].code, CR_305_NO_ROUTE);
	assert_string_equal(reasons[0].subject, "ultra");
	assert_string_equal(reasons[0].text, "3 left");
	assert_false(reasons[0].against);
	assert_int_equal(reasons[1].step, CR_STEP_SHAPE);
	assert_string_equal(reasons[1].text, "why not");
	assert_true(reasons[1].against);
	assert_int_equal(decision.code, CR_NO_CODE);
	assert_null(decision.notice);
	assert_null(decision.message);
}

static void the_first_refusal_counts(void **state)
{
	(void)state;
	assert_int_equal(cr_refuse(&g, CR_STEP_QOS, CR_305_NO_ROUTE, "%s", "first"), -1);
	assert_int_equal(decision.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(decision.code, CR_305_NO_ROUTE);
	assert_string_equal(decision.message, "CR-305: first");
	assert_int_equal(g.reason_count, 1);
	assert_true(reasons[0].against);
	assert_string_equal(reasons[0].text, "first");
	assert_int_equal(cr_refuse(&g, CR_STEP_SHAPE, CR_311_GPUS_PER_NODE, "second"), -1);
	assert_int_equal(decision.code, CR_305_NO_ROUTE);
	assert_string_equal(decision.message, "CR-305: first");
	assert_int_equal(g.reason_count, 1);
}

static void the_first_warning_is_the_notice(void **state)
{
	(void)state;
	cr_warn(&g, CR_STEP_QOS, CR_305_NO_ROUTE, "ultra", "%s", "first");
	assert_int_equal(decision.verdict, CR_VERDICT_LEAVE);
	assert_int_equal(decision.code, CR_305_NO_ROUTE);
	assert_string_equal(decision.notice, "CR-305: ultra: first");
	cr_warn(&g, CR_STEP_SHAPE, CR_311_GPUS_PER_NODE, NULL, "second");
	assert_int_equal(decision.code, CR_305_NO_ROUTE);
	assert_string_equal(decision.notice, "CR-305: ultra: first");
	assert_int_equal(g.reason_count, 2);
	assert_string_equal(reasons[1].text, "second");
	decision.notice = NULL; /* a code without a notice stays what it is */
	cr_warn(&g, CR_STEP_SHAPE, CR_311_GPUS_PER_NODE, NULL, "third");
	assert_int_equal(decision.code, CR_305_NO_ROUTE);
	assert_string_equal(decision.notice, "CR-311: third");
}

/* ---- lists --------------------------------------------------------------------------- */

static void names_are_joined(void **state)
{
	static const char *const all[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
	static const struct {
		size_t count;
		const char *joined;
	} cases[] = {
		{0, ""},
		{1, "a"},
		{2, "a, b"},
		{8, "a, b, c, d, e, f, g, h"},
		{9, "a, b, c, d, e, f, g, h, ..."},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_names names = {all, cases[i].count};

		assert_string_equal(cr_join(&g, &names), cases[i].joined);
	}
}

/* Long names: each cut at 63, none begun within the last 80 bytes of the room. */
static void long_names_are_joined(void **state)
{
	static const struct {
		unsigned cut; /* bytes that the first five lack of 5 * 63 */
		size_t written;
	} cases[] = {
		{0, 5}, /* 323 bytes: no room for a sixth */
		{3, 5}, /* 320: none either */
		{4, 6}, /* 319: one more, and then none */
	};
	char text[6][100];
	const char *all[6];

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_names names = {all, 6};
		const char *joined;
		size_t commas = 0;

		for (size_t k = 0; k < 6; k++) {
			memset(text[k], 'a' + (int)k, sizeof(text[k]));
			text[k][k || !cases[i].cut ? 99 : 63 - cases[i].cut] = '\0';
			all[k] = text[k];
		}
		joined = cr_join(&g, &names);
		for (const char *at = joined; (at = strstr(at, ", ")); at++)
			commas++;
		assert_int_equal(commas, cases[i].written - (cases[i].written == 6));
		assert_int_equal(strstr(joined, ", ...") != NULL, cases[i].written < 6);
		assert_null(memchr(joined + 64 - cases[i].cut, 'a', 30));
	}
}

static void globs_match_any_of_them(void **state)
{
	const char *all[] = {"maint*", "test"};
	struct cr_texts list = {.names = {all, 2}};

	(void)state;
	assert_true(cr_globs_match(&list, "maint7"));
	assert_true(cr_globs_match(&list, "test"));
	assert_false(cr_globs_match(&list, "tes"));
	assert_false(cr_globs_match(&list, NULL));
	list.names.count = 1;
	assert_false(cr_globs_match(&list, "test"));
	list.names.count = 0;
	assert_false(cr_globs_match(&list, "maint7"));
}

#define CASE(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(what_is_said_is_printable), CASE(long_texts_are_cut),
		CASE(the_quiet_say_nothing),     CASE(without_memory_it_is_noted),
		CASE(reasons_up_to_the_last),    CASE(each_kind_of_reason),
		CASE(the_first_refusal_counts),  CASE(the_first_warning_is_the_notice),
		CASE(names_are_joined),          CASE(long_names_are_joined),
		CASE(globs_match_any_of_them),

	};

	return cmocka_run_group_tests_name("decide say", tests, NULL, NULL);
}
