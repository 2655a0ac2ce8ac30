/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * topology/fit at its limits: whole blocks and one node more, unequal blocks in every order, runs
 * of blocks, and the counts near a given one.
 */
#include "tests/unit/unit.h"

#include "tests/unit/topology_world.h"
#include "topology/fit.h"

#include <stdio.h>
#include <string.h>

/* Blocks of SIZES (ends with 0), block_sizes LEVELS; nodes are numbered on. */
static struct cr_topologies *blocks(const char *levels, const unsigned *sizes)
{
	char text[2048];
	size_t used = (size_t)snprintf(text, sizeof(text),
				       "topology: t\nblock:\n  block_sizes: [%s]\n  blocks:\n",
				       levels);
	unsigned node = 1;

	for (unsigned i = 0; sizes[i]; node += sizes[i++])
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "  - {block: b%u, nodes: 'n[%u-%u]'}\n", i + 1, node,
					 node + sizes[i] - 1);
	return tw_yaml(text);
}

static const struct {
	const char *levels;
	unsigned sizes[8];
	size_t nodes;
	uint32_t segment;
	bool ok;
} segments[] = {
	/* whole blocks, and one more */
	{"4", {4, 4}, 8, 4, true},
	{"4", {4, 4}, 4, 4, true},
	{"4", {4, 3}, 8, 4, false},
	{"4", {4, 3}, 6, 3, true},
	{"4", {3, 4}, 6, 3, true}, /* the larger one last */
	{"4", {3, 4}, 4, 4, true},
	{"4", {2, 3, 4}, 6, 3, true},
	{"4", {2, 3, 4}, 9, 3, false},
	{"4", {2, 3, 4}, 8, 2, true}, /* one, one and two of them */
	{"4", {2, 3, 4}, 9, 1, true},
	{"4", {2, 3, 4}, 10, 1, false},
	/* over runs of blocks: the smallest enabled size that holds it */
	{"4, 8", {4, 4, 4, 4}, 16, 8, true},
	{"4, 8", {4, 4, 4, 3}, 16, 8, false},
	{"4, 8", {4, 4, 4, 3}, 8, 8, true},
	{"4, 8", {4, 3, 4, 4}, 8, 8, true},
	{"4, 8", {4, 3, 4, 3}, 8, 8, false}, /* no run has 8 */
	{"4, 8", {4, 3, 4, 3}, 14, 7, true},
	{"4, 8", {3, 4, 3, 4}, 14, 7, true},
	{"4, 8, 16", {4, 4, 4, 4}, 16, 16, true},
	{"4, 8, 16", {4, 4, 4, 4}, 12, 12, true},
	{"4, 8, 16", {4, 4, 4, 4, 4, 4}, 24, 12, false}, /* half a run holds no 12 */
	{"4, 8, 16", {4, 4, 4, 4, 4, 4, 4}, 24, 12, true},
	/* in parts of the next smaller enabled size, the largest ones, and no more than needed */
	{"4, 8, 16", {4, 3, 4, 3}, 12, 12, true}, /* 7 and 7; three blocks have 11 */
	{"4, 16", {4, 3, 3, 3}, 8, 8, false},     /* two blocks of the four have 7 */
	{"4, 16", {3, 3, 4, 4}, 8, 8, true},
	{"4, 16", {4, 4, 3, 3}, 8, 8, true},
	/* blocks larger than the base: room for more than is wanted */
	{"9, 18", {18, 18}, 10, 10, true},
	{"9, 18", {18, 18}, 30, 10, true},
	{"4", {5, 5}, 9, 3, false}, /* one in each, and no third */
	/* beyond every size the last part counts only when it is whole, or no part is counted */
	{"2, 4", {2, 2, 2}, 6, 6, false},
	{"2, 4", {2, 2, 2}, 4, 4, true},
	{"2, 4", {2, 2, 2}, 5, 5, false},
	{"2, 4", {2, 2, 2}, 6, 2, true},
	{"2, 4", {2, 2, 2, 2}, 6, 6, true},
	{"2, 4", {2, 2, 2, 2}, 8, 8, true},
	{"2, 4", {2, 2, 2, 2, 2}, 8, 8, true},
	{"2, 4", {2, 2, 2, 2, 2}, 9, 9, false},
	{"2, 4", {2, 2, 2, 2, 2}, 10, 5, true}, /* of two segments nothing is said */
	{"2", {2, 2, 2}, 6, 6, true},
	{"2, 8", {2, 2, 2}, 6, 6, true}, /* a size is large enough */
};

static void segments_fit_or_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(segments); i++) {
		struct cr_topologies *set = blocks(segments[i].levels, segments[i].sizes);
		struct cr_space *space = cr_space_whole(cr_topologies_default(set));

		print_message("case %zu\n", i);
		assert_int_equal(
			cr_fit_segment_ok(space, segments[i].nodes, segments[i].segment, 0),
			segments[i].ok);
		cr_space_destroy(space);
		cr_topologies_destroy(set);
	}
}

/* ---- how many leaves ------------------------------------------------------------- */

static void the_fewest_leaves(void **state)
{
	static const struct {
		size_t nodes, fewest;
	} cases[] = {{0, 0},  {1, 1},  {8, 1},  {9, 2},  {12, 2},
		     {13, 3}, {15, 3}, {16, 4}, {17, 4}, {18, 0}};
	struct cr_topologies *set = tw_yaml("- topology: t\n  tree:\n    switches:\n"
					    "    - {switch: s, children: 'l[1-4]'}\n"
					    "    - {switch: l1, nodes: 'n[1-3]'}\n"
					    "    - {switch: l2, nodes: 'n[4-11]'}\n"
					    "    - {switch: l3, nodes: 'n[12-15]'}\n"
					    "    - {switch: l4, nodes: 'n[16-17]'}\n"
					    "- {topology: f, flat: true}\n");
	struct cr_space *tree = cr_space_whole(cr_topologies_find(set, "t"));
	struct cr_space *flat = cr_space_whole(cr_topologies_find(set, "f"));

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_int_equal(cr_fit_fewest_units(tree, cases[i].nodes), cases[i].fewest);
		assert_int_equal(cr_fit_ever(tree, cases[i].nodes),
				 cases[i].nodes > 0 && cases[i].nodes <= 17);
	}
	assert_int_equal(cr_fit_fewest_units(flat, 0), 0);
	assert_int_equal(cr_fit_fewest_units(flat, 1000), 1);
	assert_false(cr_fit_ever(flat, 0));
	assert_true(cr_fit_ever(flat, 1));
	cr_space_destroy(tree);
	cr_space_destroy(flat);
	cr_topologies_destroy(set);
}

/* ---- the best segment and the counts nearby ------------------------------------------ */

static void a_segment_never_spans_units(void **state)
{
	static const unsigned sizes[] = {4, 4, 0};
	struct cr_segment_wish wish = {.smallest = true, .min = 5};
	struct cr_topologies *set = blocks("4, 8", sizes);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	assert_true(cr_fit_segment_ok(space, 5, 5, 0));
	assert_int_equal(cr_fit_best_segment(space, 5, &wish, 0), 0);
	wish.min = 4;
	assert_int_equal(cr_fit_best_segment(space, 4, &wish, 0), 4);
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static void the_best_segment(void **state)
{
	static const struct {
		size_t nodes;
		struct cr_segment_wish wish;
		uint32_t best;
	} cases[] = {
		{1, {0}, 1},
		{8, {0}, 4},
		{8, {.smallest = true}, 1},
		{8, {.smallest = true, .min = 2}, 2},
		{8, {.min = 4}, 4}, /* the bounds themselves are good */
		{8, {.max = 4}, 4},
		{8, {.max = 3}, 2},
		{8, {.min = 5}, 0},
		{6, {.multiple_of = 3}, 3},
		{8, {.multiple_of = 3}, 0},
		{8, {.smallest = true, .min = 4, .max = 4}, 4},
	};
	static const unsigned sizes[] = {4, 4, 0};
	struct cr_topologies *set = blocks("4", sizes);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(cr_fit_best_segment(space, cases[i].nodes, &cases[i].wish, 0),
				 cases[i].best);
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

static const struct {
	size_t nodes;
	struct cr_segment_wish wish;
	struct cr_fit_count below, above;
} nearest[] = {
	/* a prime: its neighbours do better */
	{7, {0}, {6, 3}, {8, 4}},
	/* the largest there is already */
	{8, {0}, {0, 0}, {0, 0}},
	/* none there is good enough: the nearest that has one at all */
	{7, {.min = 4}, {4, 4}, {8, 4}},
	{9, {.min = 4}, {8, 4}, {12, 4}},
	{11, {.min = 4}, {8, 4}, {12, 4}},
	/* as far as half of it, and no farther */
	{7, {.min = 4, .max = 4}, {4, 4}, {8, 4}},
	{6, {.min = 4}, {4, 4}, {8, 4}},
	/* nor beyond all there are: 12 */
	{10, {.min = 4}, {8, 4}, {12, 4}},
	{12, {.min = 5}, {0, 0}, {0, 0}},
	/* twice as many, and no more */
	{1, {.min = 2}, {0, 0}, {2, 2}},
	{1, {.min = 3}, {0, 0}, {0, 0}},
	{2, {.min = 4}, {0, 0}, {4, 4}},
	/* small ones wanted: only where none at all is there */
	{6, {.smallest = true, .min = 2}, {0, 0}, {0, 0}},
	{7, {.smallest = true, .min = 2}, {6, 2}, {8, 2}},
	{9, {.smallest = true, .min = 2}, {8, 2}, {10, 2}},
};

static void assert_count(const struct cr_fit_count *got, const struct cr_fit_count *want)
{
	assert_int_equal(got->nodes, want->nodes);
	assert_int_equal(got->segment, want->segment);
}

static void counts_nearby(void **state)
{
	static const unsigned sizes[] = {4, 4, 4, 0};
	struct cr_topologies *set = blocks("4", sizes);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));

	(void)state;
	for (size_t i = 0; i < COUNT(nearest); i++) {
		struct cr_fit_count below = {99, 99}, above = {99, 99};

		print_message("%zu nodes\n", nearest[i].nodes);
		cr_fit_nearest(space, nearest[i].nodes, &nearest[i].wish, 0, &below, &above);
		assert_count(&below, &nearest[i].below);
		assert_count(&above, &nearest[i].above);
	}
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

/* Half of an odd count is rounded up. */
static void counts_nearby_down_to_half(void **state)
{
	static const unsigned sizes[] = {3, 2, 2, 0};
	struct cr_segment_wish wish = {.min = 3};
	struct cr_topologies *set = blocks("3", sizes);
	struct cr_space *space = cr_space_whole(cr_topologies_default(set));
	struct cr_fit_count below, above;

	(void)state;
	cr_fit_nearest(space, 6, &wish, 0, &below, &above);
	assert_count(&below, &(struct cr_fit_count){3, 3});
	assert_count(&above, &(struct cr_fit_count){0, 0});
	cr_fit_nearest(space, 7, &wish, 0, &below, &above);
	assert_count(&below, &(struct cr_fit_count){0, 0});
	assert_count(&above, &(struct cr_fit_count){0, 0});
	cr_space_destroy(space);
	cr_topologies_destroy(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(segments_fit_or_not),
		cmocka_unit_test(the_fewest_leaves),
		cmocka_unit_test(a_segment_never_spans_units),
		cmocka_unit_test(the_best_segment),
		cmocka_unit_test(counts_nearby),
		cmocka_unit_test(counts_nearby_down_to_half),
	};

	return cmocka_run_group_tests_name("fit bounds", tests, NULL, NULL);
}
