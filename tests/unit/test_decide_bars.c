/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What bars each of several partitions: the refusal of the one that came furthest is told. */
#include "tests/unit/unit.h"

#include "tests/unit/choice_world.h"

#include <string.h>

#define BOTH "{topology_type: tree}"

/* ---- the refusal -------------------------------------------------------------------- */

/* What shuts a partition, in the order in which it is looked at. */
enum bar { NONE, ROOT_ONLY, SMALL_NODES, CLOSED, FEW_NODES };

static void shut(struct choice *x, size_t i, enum bar bar)
{
	x->parts[i].root_only = bar == ROOT_ONLY;
	x->shapes[i].gpus = bar == SMALL_NODES ? 4 : 8;
	x->parts[i].takes_jobs = bar != CLOSED;
	if (bar == FEW_NODES)
		x->shapes[i].nodes = x->shapes[i].up = x->parts[i].nodes = 7;
}

#define ONLY_ROOT "only root may use it"
#define NO_JOBS   "it takes no jobs now"

static const struct {
	enum bar a, b;
	const char *message;
} refusals[] = {
	{ROOT_ONLY, CLOSED, "CR-304: partition 'b': " NO_JOBS "; 'a': " ONLY_ROOT},
	{CLOSED, ROOT_ONLY, "CR-304: partition 'a': " NO_JOBS "; 'b': " ONLY_ROOT},
	{CLOSED, FEW_NODES, "CR-301: partition 'b': 8 nodes asked, it has 7; 'a': " NO_JOBS},
	{FEW_NODES, CLOSED, "CR-301: partition 'a': 8 nodes asked, it has 7; 'b': " NO_JOBS},
	{CLOSED, CLOSED, "CR-304: partition 'a': " NO_JOBS}, /* said once */
	{FEW_NODES, FEW_NODES, "CR-301: partition 'a': 8 nodes asked, it has 7"},
};

static void the_nearest_miss_is_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refusals); i++) {
		struct choice x;

		choice_make(&x, BOTH);
		shut(&x, 0, refusals[i].a);
		shut(&x, 1, refusals[i].b);
		world_decide(&x.w);
		assert_int_equal(x.w.d.verdict, CR_VERDICT_REFUSE);
		assert_string_equal(x.w.d.message, refusals[i].message);
		world_free(&x.w);
	}
}

static void shape_is_nearer_than_right(void **state)
{
	struct choice x;

	(void)state;
	choice_make(&x, BOTH);
	shut(&x, 0, ROOT_ONLY);
	shut(&x, 1, SMALL_NODES);
	world_decide(&x.w);
	assert_string_equal(cr_decision_code(&x.w.d, x.w.d.code), "CR-311");
	assert_int_equal(strncmp(x.w.d.message, "CR-311: partition 'b': ", 23), 0);
	assert_non_null(strstr(x.w.d.message, "; 'a': " ONLY_ROOT));
	world_free(&x.w);
}

static void every_bar_is_a_reason(void **state)
{
	struct choice x;

	(void)state;
	choice_make(&x, BOTH);
	shut(&x, 0, SMALL_NODES);
	world_decide(&x.w);
	assert_string_equal(x.w.d.partition, "b");
	for (size_t i = 0; i < x.w.d.reason_count; i++) {
		const struct cr_reason *r = &x.w.d.reasons[i];

		if (!r->against)
			continue;
		assert_string_equal(r->subject, "a");
		assert_int_equal(r->step, CR_STEP_SHAPE);
		assert_int_equal(r->code, CR_311_GPUS_PER_NODE);
	}
	assert_non_null(world_reason(&x.w, CR_311_GPUS_PER_NODE, "a"));
	world_free(&x.w);
}

/* A full quota that can never hold the job is a bar of the QOS, not of the partition. */
static void a_quota_is_a_bar_of_the_qos(void **state)
{
	struct choice x;
	bool seen = false;

	(void)state;
	choice_make(&x, BOTH);
	x.w.qos[3].limits.grp_jobs = 0;
	x.parts[0].qos = "normal";
	world_decide(&x.w);
	assert_string_equal(x.w.d.partition, "b");
	for (size_t i = 0; i < x.w.d.reason_count; i++)
		if (x.w.d.reasons[i].against) {
			assert_int_equal(x.w.d.reasons[i].step, CR_STEP_QOS);
			assert_int_equal(x.w.d.reasons[i].code, CR_401_QOS_LIMIT);
			seen = true;
		}
	assert_true(seen);
	world_free(&x.w);
}

/* ---- -p with a list ------------------------------------------------------------------- */

static const struct {
	const char *list;
	enum bar a, b;
	const char *code; /* NULL: goes through */
} lists[] = {
	{"a,b", NONE, NONE, NULL},
	{"a,b", CLOSED, NONE, NULL},    /* Slurm's to skip */
	{"a,b", NONE, FEW_NODES, NULL}, /* one can hold it */
	{"a,b", FEW_NODES, NONE, NULL},
	{"a,b", FEW_NODES, FEW_NODES, "CR-301"},
	{"a,b", FEW_NODES, SMALL_NODES, "CR-301"},
	{"b,a", FEW_NODES, SMALL_NODES, "CR-311"}, /* the first of the list is told */
	{"a,c", NONE, NONE, "CR-206"},             /* what the policy bars is barred in any place */
	{"c,a", NONE, NONE, "CR-206"},
	{"c", NONE, NONE, "CR-206"},
};

static void lists_of_partitions(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(lists); i++) {
		struct choice x;

		print_message("-p %s\n", lists[i].list);
		choice_make(&x, BOTH);
		x.w.view.partition_count = 3;
		shut(&x, 0, lists[i].a);
		shut(&x, 1, lists[i].b);
		x.w.request.partition = lists[i].list;
		world_decide(&x.w);
		if (lists[i].code) {
			assert_int_equal(x.w.d.verdict, CR_VERDICT_REFUSE);
			assert_string_equal(cr_decision_code(&x.w.d, x.w.d.code), lists[i].code);
		} else {
			assert_int_not_equal(x.w.d.verdict, CR_VERDICT_REFUSE);
		}
		assert_null(x.w.d.partition);
		world_free(&x.w);
	}
}

/* -p outside the profile's routes: kept and said; the QOS is found there all the same. */
static void a_partition_on_no_route(void **state)
{
	struct choice x;

	(void)state;
	choice_make(&x, BOTH);
	x.w.request.comm_profile = "low"; /* goes to a */
	x.w.request.partition = "b";
	world_decide(&x.w);
	assert_null(x.w.d.partition);
	assert_string_equal(x.w.d.qos, "nlp");
	assert_int_equal(x.w.d.verdict, CR_VERDICT_ROUTE);
	assert_non_null(world_reason(&x.w, CR_306_NOT_IN_LIST, "b"));
	assert_string_equal(x.w.d.would_partition, "a");
	x.w.request.partition = "a";
	world_decide(&x.w);
	assert_null(world_reason(&x.w, CR_306_NOT_IN_LIST, NULL));
	world_free(&x.w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_miss_is_told),
		cmocka_unit_test(shape_is_nearer_than_right),
		cmocka_unit_test(every_bar_is_a_reason),
		cmocka_unit_test(a_quota_is_a_bar_of_the_qos),
		cmocka_unit_test(lists_of_partitions),
		cmocka_unit_test(a_partition_on_no_route),
	};

	return cmocka_run_group_tests_name("bars", tests, NULL, NULL);
}
