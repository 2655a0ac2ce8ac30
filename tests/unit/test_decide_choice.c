/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which of several candidates: up before down, an earlier route before a later
 * one, room within the limits before none, idle nodes before busy ones, and of
 * equals the first.
 */
#include "tests/unit/unit.h"

#include "tests/unit/choice_world.h"

/* ---- the choice ------------------------------------------------------------------- */

/* What is wrong with a partition. */
enum { DOWN = 1, FULL = 2, BUSY = 4 };

static const struct {
	const char *routes;
	unsigned wrong[2]; /* with a and with b */
	const char *chosen, *why_not;
} choices[] = {
#define BOTH "{topology_type: tree}"
#define AB   "{partition: a}, {partition: b}"
#define BA   "{partition: b}, {partition: a}"
	/* Equals: the first of the cluster's, or of the routes, though these stand in one line. */
	{BOTH, {0, 0}, "a", "possible too"},
	{AB, {0, 0}, "a", "possible too, on a later route"},
	{BA, {0, 0}, "b", "possible too, on a later route"},
	/* One thing wrong with the first. */
	{BOTH, {DOWN, 0}, "b", "possible too, but it is down now"},
	{BOTH, {FULL, 0}, "b", "possible too, but the quota there is full now"},
	{BOTH, {BUSY, 0}, "b", "possible too, but fewer of its nodes are idle"},
	/* The same wrong with both. */
	{BOTH, {DOWN, DOWN}, "a", "possible too, but it is down now"},
	{BOTH, {FULL, FULL}, "a", "possible too"},
	{BOTH, {BUSY, BUSY}, "a", "possible too, but fewer of its nodes are idle"},
	/* Down weighs more than all else together, the route more than room, room more than idle.
	 */
	{BOTH, {DOWN, FULL | BUSY}, "b", "possible too, but it is down now"},
	{AB, {DOWN, FULL | BUSY}, "b", "possible too, but it is down now"},
	{AB, {FULL | BUSY, 0}, "a", "possible too, on a later route"},
	{BA, {0, FULL | BUSY}, "b", "possible too, on a later route"},
	{BOTH, {FULL, BUSY}, "b", "possible too, but the quota there is full now"},
	{BOTH, {BUSY, FULL}, "a", "possible too, but the quota there is full now"},
	{BOTH, {FULL | BUSY, FULL}, "b", "possible too, but fewer of its nodes are idle"},
	{BOTH, {DOWN | BUSY, DOWN}, "b", "possible too, but it is down now"},
};

static void the_better_one_is_chosen(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(choices); i++) {
		struct choice x;
		const char *other = *choices[i].chosen == 'a' ? "b" : "a", *why = NULL;

		print_message("case %zu\n", i);
		choice_make(&x, choices[i].routes);
		for (size_t k = 0; k < 2; k++) {
			x.parts[k].up = !(choices[i].wrong[k] & DOWN);
			x.parts[k].qos = choices[i].wrong[k] & FULL ? "normal" : NULL;
			x.shapes[k].idle = choices[i].wrong[k] & BUSY ? 7 : 8; /* of 8 asked */
		}
		world_decide(&x.w);
		assert_int_equal(x.w.d.verdict, CR_VERDICT_ROUTE);
		assert_string_equal(x.w.d.partition, choices[i].chosen);
		why = world_reason(&x.w, CR_NO_CODE, other);
		assert_non_null(why);
		assert_string_equal(why, choices[i].why_not);
		world_free(&x.w);
	}
}

/* The routes stand on lines of their own: the earlier line, however far right it begins. */
static void lines_before_columns(void **state)
{
	struct choice x;

	(void)state;
	choice_make(&x, "\n                   {partition: b},\n    {partition: a}");
	world_decide(&x.w);
	assert_string_equal(x.w.d.partition, "b");
	world_free(&x.w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_better_one_is_chosen),
		cmocka_unit_test(lines_before_columns),
	};

	return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
