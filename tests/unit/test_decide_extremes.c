/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bounds of the policy and the most and least that a job can come to: a range, tasks
 * without -N, nodes taken whole, tasks that share CPUs.
 */
#include "tests/unit/unit.h"

#include "policies/file/policy_model.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

static const char policy[] =
	"version: 1\n"
	"mode: enforce\n"
	"profiles:\n"
	"  a: {pattern: none, intensity: none, routes: [{topology_type: tree}]}\n"
	"partitions:\n"
	"  p5en: {admit: {min_nodes: 2, max_nodes: 4}, interactive: {max_nodes: 4}}\n"
	"  dev: {admit: {max_nodes: 40}}\n"
	"tenant_defaults: {qos: {own: '{tenant}', borrow: spare}, borrow: {max_gpus: 16}}\n"
	"tenants: {nlp: {accounts: [nlp]}}\n";

static struct world w;

#define NO CR_UNSET

static void ask(uint32_t min, uint32_t max, uint32_t tasks)
{
	w.request.partition = "p5en";
	w.request.min_nodes = min;
	w.request.max_nodes = max;
	w.request.tasks = tasks;
}

static bool refuses(const char *message)
{
	world_decide(&w);
	if (w.d.message && message)
		assert_string_equal(w.d.message, message);
	return w.d.verdict == CR_VERDICT_REFUSE;
}

/* ---- nodes ------------------------------------------------------------------------------ */

#define BATCH "CR-206: partition 'p5en': kept for jobs of at most 4 nodes, "
#define INTER "CR-207: partition 'p5en': takes interactive jobs of at most 4 nodes, "

static const struct {
	uint32_t min, max, tasks;
	const char *why; /* NULL: it fits */
} uppers[] = {
	{4, 4, NO, NULL},
	{5, 5, NO, "not 5"},
	{2, 4, NO, NULL},
	{2, 5, NO, "and this one could take 5: say -N 4"},
	{4, 8, NO, "and this one could take 8: say -N 4"},
	{2, NO, 4, NULL},
	{2, NO, 5, "and this one could take 5: say -N 4"},
	{2, 4, 500, NULL},
	{NO, NO, 500, "and this one could take 32: say -N 4"}, /* the partition has no more */
	{2, 500, NO, "and this one could take 32: say -N 4"},
	{500, 500, NO, "not 500"},
};

static void maxima_are_judged_by_the_most(void **state)
{
	char message[200];

	(void)state;
	for (size_t i = 0; i < COUNT(uppers); i++) {
		world_make(&w, policy);
		ask(uppers[i].min, uppers[i].max, uppers[i].tasks);
		w.request.batch = i % 2;
		(void)snprintf(message, sizeof(message), "%s%s", i % 2 ? BATCH : INTER,
			       uppers[i].why ? uppers[i].why : "");
		assert_int_equal(refuses(message), uppers[i].why != NULL);
		w.request.batch = !w.request.batch;
		assert_int_equal(refuses(NULL), uppers[i].why != NULL);
		w.request.privileged = true;
		assert_false(refuses(NULL));
		world_free(&w);
	}
}

/* MaxNodes bounds the most, unless a QOS lifts it. */
static void max_nodes_of_the_partition_count(void **state)
{
	(void)state;
	world_make(&w, policy);
	ask(2, NO, 500);
	w.partitions[1].max_nodes = 4;
	assert_false(refuses(NULL));
	w.partitions[1].max_nodes = CR_INFINITE;
	assert_true(refuses(NULL));
	w.partitions[1].max_nodes = 4;
	w.qos[1].flags = CR_QOS_PART_MAX_NODE;
	assert_true(refuses(NULL));
	world_free(&w);
}

static const struct {
	uint32_t min, max, tasks;
	bool overcommit;
	const char *why;
} lowers[] = {
	{2, 4, NO, false, NULL},
	{1, 4, NO, false, "1: say -N with the number"},
	{1, 1, NO, false, "1"},
	{NO, NO, 2, false, "1: say -N with the number"},
	{NO, NO, 193, false, NULL}, /* more than one node has CPUs: but then too many, perhaps */
	{NO, NO, 193, true, "1: say -N with the number"},
	{2, 2, 300, true, NULL},
};

static void minima_are_judged_by_the_least(void **state)
{
	char message[200];

	(void)state;
	for (size_t i = 0; i < COUNT(lowers); i++) {
		world_make(&w, policy);
		cr_partition_rules_at(&w.policy->site.partitions, 0)->admit.max_nodes = CR_UNSET;
		ask(lowers[i].min, lowers[i].max, lowers[i].tasks);
		w.request.overcommit = lowers[i].overcommit;
		(void)snprintf(
			message, sizeof(message),
			"CR-206: partition 'p5en': kept for jobs of at least 2 nodes, not %s",
			lowers[i].why ? lowers[i].why : "");
		assert_int_equal(refuses(message), lowers[i].why != NULL);
		world_free(&w);
	}
}

/* Two kinds of nodes: the job may land on the larger. */
static void the_least_is_that_of_the_largest_nodes(void **state)
{
	(void)state;
	world_make(&w, policy);
	cr_partition_rules_at(&w.policy->site.partitions, 1)->admit.min_nodes = 2;
	ask(NO, NO, 160); /* 144 CPUs here, 192 there */
	w.request.partition = "dev";
	assert_true(refuses("CR-206: partition 'dev': kept for jobs of at least 2 nodes, not 1: "
			    "say -N with the number"));
	w.request.tasks = 193;
	cr_partition_rules_at(&w.policy->site.partitions, 1)->admit.max_nodes = CR_UNSET;
	assert_false(refuses(NULL));
	world_free(&w);
}

/* ---- GPUs that are borrowed ----------------------------------------------------------------- */

static const struct {
	uint32_t min, max, tasks, job, node, task;
	enum cr_exclusive exclusive;
	bool by_partition; /* which gives whole nodes */
	const char *why;
} borrowed[] = {
	{2, 2, NO, NO, 8, NO, CR_EXCLUSIVE_UNSAID, false, NULL},
	{2, 3, NO, NO, 8, NO, CR_EXCLUSIVE_UNSAID, false,
	 "it could take 24 GPUs there, tenant 'nlp' borrows at most 16 for a job: say -N"},
	{2, 3, NO, 16, NO, NO, CR_EXCLUSIVE_UNSAID, false, NULL},
	{2, NO, 4, NO, 5, NO, CR_EXCLUSIVE_UNSAID, false,
	 "it could take 20 GPUs there, tenant 'nlp' borrows at most 16 for a job: say -N"},
	{2, NO, 4, NO, NO, 4, CR_EXCLUSIVE_UNSAID, false, NULL},
	{2, 2, NO, NO, NO, NO, CR_EXCLUSIVE_NODE, false, NULL},
	{3, 3, NO, NO, NO, NO, CR_EXCLUSIVE_NODE, false,
	 "it could take 24 GPUs there, tenant 'nlp' borrows at most 16 for a job"},
	{3, 3, NO, NO, 1, NO, CR_EXCLUSIVE_TOPO, false,
	 "it could take 24 GPUs there, tenant 'nlp' borrows at most 16 for a job"},
	{3, 3, NO, NO, 1, NO, CR_EXCLUSIVE_USER, false, NULL},
	{3, 3, NO, NO, 1, NO, CR_EXCLUSIVE_UNSAID, true,
	 "it could take 24 GPUs there, tenant 'nlp' borrows at most 16 for a job"},
};

static void make_borrowed(size_t i)
{
	world_make(&w, policy);
	ask(borrowed[i].min, borrowed[i].max, borrowed[i].tasks);
	w.request.gpus_per_job.count = borrowed[i].job;
	w.request.gpus_per_node.count = borrowed[i].node;
	w.request.gpus_per_task.count = borrowed[i].task;
	w.request.exclusive = borrowed[i].exclusive;
	w.partitions[1].exclusive_node = borrowed[i].by_partition;
}

static void borrowing_is_judged_by_the_most(void **state)
{
	char message[200];

	(void)state;
	for (size_t i = 0; i < COUNT(borrowed); i++) {
		make_borrowed(i);
		w.request.qos = "nlp,spare";
		(void)snprintf(message, sizeof(message),
			       "CR-409: partition 'p5en': --qos=spare: %s",
			       borrowed[i].why ? borrowed[i].why : "");
		assert_int_equal(refuses(message), borrowed[i].why != NULL);
		w.request.qos = "nlp";
		assert_false(refuses(NULL));
		w.request.qos = NULL; /* a wish that cannot be met */
		w.request.comm_profile = "a,borrow";
		world_decide(&w);
		assert_int_equal(world_reason(&w, CR_409_CANNOT_BORROW, "p5en") != NULL,
				 borrowed[i].why != NULL);
		world_free(&w);
	}
}

/* To leave -p away is no way round. */
static void borrowing_is_bounded_where_the_job_lands(void **state)
{
	(void)state;
	make_borrowed(1);
	w.request.qos = "spare";
	w.request.partition = NULL;
	assert_true(refuses(NULL));
	assert_int_equal(w.d.code, CR_409_CANNOT_BORROW);
	w.request.comm_profile = "a";
	assert_true(refuses(NULL));
	assert_int_equal(w.d.code, CR_409_CANNOT_BORROW);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(maxima_are_judged_by_the_most),
		cmocka_unit_test(max_nodes_of_the_partition_count),
		cmocka_unit_test(minima_are_judged_by_the_least),
		cmocka_unit_test(the_least_is_that_of_the_largest_nodes),
		cmocka_unit_test(borrowing_is_judged_by_the_most),
		cmocka_unit_test(borrowing_is_bounded_where_the_job_lands),
	};

	return cmocka_run_group_tests_name("decide, extremes", tests, NULL, NULL);
}
