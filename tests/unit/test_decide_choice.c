/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which of several candidates: up before down, an earlier route before a later
 * one, room within the limits before none, idle nodes before busy ones, and of
 * equals the first.
 */
#include "tests/unit/unit.h"

#include "tests/unit/choice_world.h"
#include "tests/unit/topology_world.h"

#include <limits.h>
#include <stdio.h>

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

#define MANY 100 /* partitions: more than are looked at at once */

/* By chance MANY partitions in *X, of which WRONG says what is wrong; FLAT those on the later
 * route. */
static void make_many(struct choice *x, struct cr_partition *parts, struct cr_shape *shapes,
		      unsigned *seed, unsigned *wrong, bool *flat)
{
	static char names[MANY][8];
	unsigned often = 1 + tw_dice(seed, 6); /* in some rounds next to none is good */

	for (size_t i = 0; i < MANY; i++) {
		wrong[i] = (tw_dice(seed, 8) < often ? DOWN : 0) |
			   (tw_dice(seed, 8) < often + 1 ? FULL : 0) |
			   (tw_dice(seed, 8) < often + 1 ? BUSY : 0);
		flat[i] = tw_dice(seed, 3) == 0;
		snprintf(names[i], sizeof(names[i]), "x%zu", i);
		shapes[i] = x->shapes[0];
		shapes[i].idle = wrong[i] & BUSY ? 7 : 8 + tw_dice(seed, 2); /* of 8 asked */
		shapes[i].cpus -= tw_dice(seed, 4) == 0;
		parts[i] = x->parts[0];
		parts[i].name = names[i];
		parts[i].shapes = &shapes[i];
		parts[i].up = !(wrong[i] & DOWN);
		parts[i].qos = wrong[i] & FULL ? "normal" : tw_dice(seed, 2) ? "spare" : NULL;
		if (flat[i]) {
			parts[i].topology_type = CR_TOPOLOGY_FLAT;
			parts[i].space = NULL;
		}
	}
	x->w.view.partitions = parts;
	x->w.view.partition_count = MANY;
}

/* Not all of many are looked at, and yet none is better than the one that is chosen. */
static void none_of_many_is_better(void **state)
{
	static struct cr_partition parts[MANY];
	static struct cr_shape shapes[MANY];
	unsigned seed = 5, wrong[MANY], least, best;
	bool flat[MANY];

	(void)state;
	for (unsigned round = 0; round < 400; round++) {
		struct choice x;

		choice_make(&x, "{topology_type: tree}, {topology_type: flat}");
		make_many(&x, parts, shapes, &seed, wrong, flat);
		world_decide(&x.w);
		least = UINT_MAX;
		best = 0;
		for (unsigned i = 0; i < MANY; i++) {
			unsigned rank = (wrong[i] & DOWN) << 4 | (unsigned)flat[i] << 3 |
					(wrong[i] & (FULL | BUSY)
						 ? (wrong[i] & FULL) << 1 | (wrong[i] & BUSY) >> 2
						 : 0);

			if (rank < least) {
				least = rank;
				best = i;
			}
		}
		assert_int_equal(x.w.d.verdict, CR_VERDICT_ROUTE);
		assert_string_equal(x.w.d.partition, parts[best].name);
		world_free(&x.w);
	}
}

/* Alike, but for the last of them: more than are looked at before it. */
static void make_but_one(struct choice *x, struct cr_partition *parts, struct cr_shape *shapes)
{
	static char names[MANY][8];

	choice_make(x, "{topology_type: tree}");
	for (size_t i = 0; i < MANY; i++) {
		snprintf(names[i], sizeof(names[i]), "x%zu", i);
		shapes[i] = x->shapes[0];
		parts[i] = x->parts[0];
		parts[i].name = names[i];
		parts[i].shapes = &shapes[i];
	}
	x->w.view.partitions = parts;
	x->w.view.partition_count = MANY;
}

static void expect_the_last(struct choice *x, const struct cr_partition *parts)
{
	world_decide(&x->w);
	assert_int_equal(x->w.d.verdict, CR_VERDICT_ROUTE);
	assert_string_equal(x->w.d.partition, parts[MANY - 1].name);
	world_free(&x->w);
}

static void the_last_of_many_is_better(void **state)
{
	static struct cr_partition parts[MANY];
	static struct cr_shape shapes[MANY];
	static const unsigned wrong[][2] = {
		/* with all others, with it */
		{BUSY, 0},    {DOWN, 0},           {FULL, 0},    {DOWN, BUSY},
		{DOWN, FULL}, {FULL | BUSY, FULL}, {FULL, BUSY},
	};

	(void)state;
	for (size_t k = 0; k < COUNT(wrong); k++) {
		struct choice x;

		print_message("case %zu\n", k);
		make_but_one(&x, parts, shapes);
		for (size_t i = 0; i < MANY; i++) {
			unsigned w = wrong[k][i == MANY - 1];

			parts[i].up = !(w & DOWN);
			parts[i].qos = w & FULL ? "normal" : NULL;
			shapes[i].idle = w & BUSY ? 7 : 8; /* of 8 asked */
		}
		expect_the_last(&x, parts);
	}
}

/* GPUs alone are asked for: how many nodes that is, each partition says for itself. */
static void the_last_of_many_needs_fewer_nodes(void **state)
{
	static struct cr_partition parts[MANY];
	static struct cr_shape shapes[MANY];
	struct choice x;

	(void)state;
	make_but_one(&x, parts, shapes);
	x.w.request.min_nodes = CR_UNSET;
	x.w.request.gpus_per_node = (struct cr_gpus)CR_GPUS_INIT;
	x.w.request.gpus_per_job = (struct cr_gpus){.count = 8};
	for (size_t i = 0; i < MANY; i++) {
		shapes[i].gpus = i == MANY - 1 ? 8 : 4;
		shapes[i].idle = 1;
	}
	expect_the_last(&x, parts);
}

/* The limits of a user's association with a partition are that partition's alone. */
static void the_last_of_many_has_an_association_of_its_own(void **state)
{
	static struct cr_partition parts[MANY];
	static struct cr_shape shapes[MANY];
	struct cr_assoc assocs[2];
	struct choice x;

	(void)state;
	make_but_one(&x, parts, shapes);
	assocs[0] = assocs[1] = x.w.user_assoc;
	assocs[0].limits.grp_jobs = assocs[0].limits.grp_jobs_used = 1;
	assocs[1].partition = parts[MANY - 1].name;
	x.w.view.user_assocs = assocs;
	x.w.view.user_assoc_count = 2;
	expect_the_last(&x, parts);
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
		cmocka_unit_test(none_of_many_is_better),
		cmocka_unit_test(the_last_of_many_is_better),
		cmocka_unit_test(the_last_of_many_needs_fewer_nodes),
		cmocka_unit_test(the_last_of_many_has_an_association_of_its_own),
		cmocka_unit_test(lines_before_columns),
	};

	return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
