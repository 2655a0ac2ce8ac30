/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes that the user names with -w and -x, and the index that they are looked up in. */
#include "tests/unit/unit.h"

#include "policies/cluster/node_index.h"
#include "tests/unit/policy_world.h"
#include "topology/slurm_versions.h"

#include <stdio.h>
#include <string.h>

static struct world w;

static int setup(void **state)
{
	(void)state;
	world_make(&w, NULL);
	world_name_nodes(&w);
	w.request.min_nodes = CR_UNSET;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	world_free(&w);
	return 0;
}

/* What comes of -N NODES (0: unsaid) -w NAMED -x EXCLUDED under PROFILE: a partition, "-" or a
 * code. */
static const char *outcome(const char *profile, uint32_t nodes, const char *named,
			   const char *excluded)
{
	w.request.comm_profile = profile;
	w.request.min_nodes = w.request.max_nodes = nodes ? nodes : CR_UNSET;
	w.request.nodelist = named;
	w.request.exclude = excluded;
	world_decide(&w);
	if (w.d.verdict == CR_VERDICT_REFUSE)
		return cr_code_text(w.d.code);
	return w.d.partition ? w.d.partition : "-";
}

static void the_index_knows_each_node(void **state)
{
	const struct cr_node_index *index = w.view.nodes;
	uint32_t u, p;

	(void)state;
	assert_int_equal(cr_node_index_count(index), 36 + 32);
	u = cr_node_index_find(index, "u36");
	p = cr_node_index_find(index, "p01");
	assert_string_equal(cr_node_index_name(index, u), "u36");
	assert_int_equal(cr_node_index_partitions(index, u)[0], 1 << 0 | 1 << 2);
	assert_int_equal(cr_node_index_partitions(index, p)[0], 1 << 1 | 1 << 2);
	assert_int_equal(cr_node_index_find(index, "u37"), CR_NO_NODE);
	assert_int_equal(cr_node_index_find(index, ""), CR_NO_NODE);
}

/* 130 partitions: a set of three words; a node named twice, a partition that is not there. */
static void many_partitions(void **state)
{
	static struct cr_partition partitions[130];
	static char names[130][8];
	static const char *const last[] = {"p129", "p63", "gone"}, *const first[] = {"p0"};
	const struct cr_membership m[] = {
		{"a[1-2]", {last, 3}}, {"a2,b", {first, 1}}, {"c", {NULL, 0}}};
	struct cr_view view = {.partitions = partitions,
			       .partition_count = 130,
			       .memberships = m,
			       .membership_count = 3};
	const struct cr_node_index *index;
	struct cr_arena arena;
	const uint64_t *set;

	(void)state;
	for (size_t i = 0; i < 130; i++) {
		snprintf(names[i], sizeof(names[i]), "p%zu", i);
		partitions[i].name = names[i];
	}
	cr_arena_init(&arena, NULL, 0, 0);
	index = cr_node_index_make(&view, &arena, NULL);
	assert_non_null(index);
	assert_int_equal(cr_node_index_words(index), 3);
	assert_int_equal(cr_node_index_count(index), 4);
	set = cr_node_index_partitions(index, cr_node_index_find(index, "a2"));
	assert_true(set[0] == UINT64_C(1) << 63 && !set[1] && set[2] == 2);
	set = cr_node_index_partitions(index, cr_node_index_find(index, "b"));
	assert_true(set[0] == 1 && !set[1] && !set[2]);
	set = cr_node_index_partitions(index, cr_node_index_find(index, "c"));
	assert_true(!set[0] && !set[1] && !set[2]);
	cr_arena_release(&arena);
}

static void bad_lists_make_no_index(void **state)
{
	static const char *const bad[] = {"n[1-", "block{b1}", "n[0-4000000000]"};
	struct cr_membership m = {0};
	struct cr_view view = {.memberships = &m, .membership_count = 1};
	struct cr_error err;
	struct cr_arena arena;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		m.nodes = bad[i];
		cr_arena_init(&arena, NULL, 0, 0);
		assert_null(cr_node_index_make(&view, &arena, &err));
		assert_true(err.text[0]);
		cr_arena_release(&arena);
	}
	cr_arena_init(&arena, NULL, 0, 64);
	m.nodes = "n[1-100]";
	assert_null(cr_node_index_make(&view, &arena, &err));
	assert_string_equal(err.text, "out of memory");
	cr_arena_release(&arena);
}

/* The candidates are the partitions that have all of them. */
static void the_job_goes_where_its_nodes_are(void **state)
{
	(void)state;
	assert_string_equal(outcome("independent,portable", 2, "p[01-02]", NULL), "p5en");
	assert_string_equal(outcome("moe", 2, "u[01-02]", NULL), "ultra");
	assert_string_equal(outcome("moe", 0, "u02,u01,u02", NULL), "ultra");
	assert_int_equal(w.d.nodes, 2);
	assert_int_equal(w.d.segment, CR_UNSET);
	assert_string_equal(outcome("moe", 2, "u01,p01", NULL), "CR-314");
	assert_string_equal(outcome("moe", 2, "u01,u99", NULL), "CR-314");
	assert_non_null(strstr(w.d.message, "no node is called 'u99' here"));
	/* Fewer by -N than are named: any of them; more: others beside them. */
	assert_string_equal(outcome("moe", 2, "u[01-05]", NULL), "ultra");
	assert_string_equal(outcome("moe", 6, "u[01-05]", NULL), "ultra");
}

static void where_slurm_puts_it_they_must_be(void **state)
{
	(void)state;
	assert_string_equal(outcome(NULL, 1, "p01", NULL), "-");
	assert_string_equal(outcome(NULL, 1, "u01", NULL), "CR-314");
	assert_non_null(strstr(w.d.message, "'p5en': -w names 'u01', which is of ultra, dev"));
	w.request.partition = "dev";
	assert_string_equal(outcome(NULL, 2, "u01,p01", NULL), "-");
	w.request.privileged = true;
	w.request.partition = NULL;
	assert_string_equal(outcome(NULL, 1, "u01", NULL), "-");
}

static void what_is_left_out_is_missing(void **state)
{
	(void)state;
	assert_string_equal(outcome("moe", 2, "u[01-02]", "u02"), "CR-314");
	assert_non_null(strstr(w.d.message, "-w and -x both name 'u02'"));
	assert_string_equal(outcome("moe", 2, "u[01-02]", "u01"), "CR-314");
	assert_string_equal(outcome("moe", 2, "u[01-02]", "u03"), "ultra");
	assert_string_equal(outcome("moe", 34, NULL, "u[01-02],u01"), "ultra");
	assert_string_equal(outcome("moe", 35, NULL, "u[01-02],p01"), "CR-314");
	assert_non_null(strstr(w.d.message, "35 nodes asked, it has 34 without those of -x"));
	assert_string_equal(outcome("moe", 34, NULL, "x"), "CR-314");
}

/* Blocks of 18, aggregated to 36. */
static void blocks_hold_them_together(void **state)
{
	(void)state;
	assert_string_equal(outcome("moe", 2, "u01,u19", NULL), "CR-314");
	assert_string_equal(outcome("moe", 2, "u19,u20", NULL), "ultra");
	assert_string_equal(outcome("moe", 18, "u01,u19", NULL), "CR-314");
	assert_string_equal(outcome("moe", 20, "u01,u19", NULL), "ultra");
	w.request.segment = 2;
	assert_string_equal(outcome("moe", 4, "u01,u19", NULL), "CR-314");
	assert_non_null(strstr(w.d.message, "-w names 2 of 4 nodes"));
	w.view.slurm_version = CR_SINCE_SEGMENTS_NAME_ALL - 1;
	assert_string_equal(outcome("moe", 4, "u01,u19", NULL), "ultra");
	w.view.slurm_version = CR_SINCE_SEGMENTS_NAME_ALL;
	assert_string_equal(outcome("moe", 4, "u01,u19", NULL), "CR-314");
	assert_string_equal(outcome("moe", 4, "u01,u02,u19,u20", NULL), "ultra");
	w.request.segment = 4; /* one segment: the whole job */
	assert_string_equal(outcome("moe", 4, "u01,u02", NULL), "ultra");
	assert_string_equal(outcome("moe", 4, "u01,u19", NULL), "CR-314");
	w.view.slurm_version = CR_SLURM_VERSION(26, 5, 5);
	w.request.segment = 8; /* beyond the job: none */
	assert_string_equal(outcome("moe", 4, "u01,u02", NULL), "ultra");
}

/* What -w names without -N is how many nodes the job has: bounds hold for that. */
static void nodes_are_counted_by_their_names(void **state)
{
	(void)state;
	assert_string_equal(outcome("moe", 0, "u[01-18]", NULL), "ultra");
	assert_int_equal(w.d.nodes, 18);
	assert_string_equal(outcome("moe", 4, "u[01-18]", NULL), "ultra");
	assert_int_equal(w.d.nodes, 4);
	w.request.max_nodes = 0; /* as slurmrestd's clients leave it: all that are named */
	world_decide(&w);
	assert_int_equal(w.d.nodes, 18);
	w.request.min_nodes = 18;
	world_decide(&w);
	assert_int_equal(w.d.nodes, 18);
}

/* At most 4 nodes there: exactly these, one more, and what nobody can count. */
static void bounds_hold_for_what_is_named(void **state)
{
	static const struct {
		uint32_t min, max;
		const char *named, *said;
	} cases[] = {{CR_UNSET, CR_UNSET, "u[01-04]", "-"},
		     {CR_UNSET, CR_UNSET, "u[01-05]", "CR-206"},
		     {CR_UNSET, CR_UNSET, "u[01-04],u01", "-"},
		     {1, CR_UNSET, "u[01-05]", "CR-206"},
		     {1, 0, "u[01-05]", "CR-206"},
		     {1, 4, "u[01-05]", "-"},
		     {1, 5, "u[01-05]", "CR-206"},
		     {CR_UNSET, CR_UNSET, "n[1-4097]", "CR-206"},
		     {1, CR_UNSET, "n[1-4097]", "CR-206"},
		     {1, 4, "n[1-4097]", "-"},
		     {CR_UNSET, CR_UNSET, "block{b1}", "CR-206"}};
	struct cr_policy *policy = world_load("version: 1\nmode: enforce\n"
					      "partitions: {ultra: {admit: {max_nodes: 4}}}\n");

	(void)state;
	assert_non_null(policy);
	cr_policy_destroy(w.policy);
	w.policy = policy;
	w.request.comm_profile = NULL;
	w.request.partition = "ultra";
	for (int modify = 0; modify < 2; modify++) {
		w.request.modify = modify;
		for (size_t i = 0; i < COUNT(cases); i++) {
			print_message("case %zu\n", i);
			w.request.min_nodes = cases[i].min;
			w.request.max_nodes = cases[i].max;
			w.request.nodelist = cases[i].named;
			world_decide(&w);
			assert_string_equal(
				w.d.verdict == CR_VERDICT_REFUSE ? cr_code_text(w.d.code) : "-",
				cases[i].said);
		}
	}
}

/* What cannot be looked up is said, and the job stays where Slurm puts it. */
static void what_cannot_be_read_is_left(void **state)
{
	static const char *const bad[] = {"u[01-", "switchwith{u01}", "n[1-4097]"};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		assert_string_equal(outcome("moe", 2, bad[i], NULL), "-");
		assert_non_null(world_reason(&w, CR_314_NODES_NAMED, NULL));
		assert_string_equal(outcome("moe", 2, NULL, bad[i]), "ultra");
	}
	w.view.nodes = NULL;
	assert_string_equal(outcome("moe", 2, "u[01-02]", NULL), "-");
	w.partitions[1].is_default = false;
	w.partitions[0].is_default = true;
	assert_string_equal(outcome("independent", 1, "u01", NULL), "CR-206");
}

/* Nodes 0, 63 and 64 of the index, two of them twice. */
static void each_node_counts_once(void **state)
{
	(void)state;
	w.request.partition = "dev";
	assert_string_equal(outcome(NULL, 0, "u01,p28,p28,p29,p29", NULL), "-");
	assert_int_equal(w.d.nodes, 3);
}

/* 70 partitions: the nodes are in those from the fourth to the last. */
static void one_partition_of_many(void **state)
{
	static struct cr_partition partitions[70];
	static char names[70][8];
	static const char *in[67];
	struct cr_membership m = {"u[01-36]", {in, 67}};

	(void)state;
	for (size_t i = 0; i < 70; i++) {
		snprintf(names[i], sizeof(names[i]), "x%zu", i);
		partitions[i] = w.partitions[0];
		partitions[i].name = names[i];
		partitions[i].is_default = !i;
		if (i > 2)
			in[i - 3] = names[i];
	}
	w.view.partitions = partitions;
	w.view.partition_count = 70;
	w.view.memberships = &m;
	w.view.membership_count = 1;
	w.view.nodes = cr_node_index_make(&w.view, &w.nodes, NULL);
	for (size_t i = 0; i < 70; i++) {
		w.request.partition = names[i];
		assert_string_equal(outcome(NULL, 2, "u01,u02", NULL), i < 3 ? "CR-314" : "-");
		assert_string_equal(outcome("none", 36, NULL, "u01"), i < 3 ? "-" : "CR-314");
	}
	w.request.partition = "x0";
	assert_string_equal(outcome(NULL, 2, "u01,u02", NULL), "CR-314");
	assert_non_null(strstr(w.d.message, "which is of x3, x4, x5, x6, x7, x8, x9, x10"));
	assert_null(strstr(w.d.message, "x11"));
}

static void blocks_that_are_not_known(void **state)
{
	(void)state;
	w.request.segment = CR_UNSET;
	assert_string_equal(outcome("moe", 2, "u01,u19", NULL), "CR-314");
	w.partitions[0].space = NULL;
	assert_string_equal(outcome("moe", 2, "u01,u19", NULL), "ultra");
}

/* With less memory than it takes it is judged in part, as any other job. */
static void memory_that_ends(void **state)
{
	static char memory[CR_DECIDE_ARENA];
	struct cr_decision d;
	struct cr_arena arena;
	size_t judged = 0;

	(void)state;
	w.request.comm_profile = "moe";
	w.request.nodelist = "u[01-18]";
	w.request.exclude = "u[19-36]";
	for (size_t size = 0; size <= sizeof(memory); size += 8) {
		cr_arena_init(&arena, memory, size, size);
		judged += cr_decide(w.policy, &w.request, &w.view, &arena, &d) == 0;
		cr_arena_release(&arena);
	}
	assert_true(judged > 0);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_index_knows_each_node),
		CASE(many_partitions),
		CASE(bad_lists_make_no_index),
		CASE(the_job_goes_where_its_nodes_are),
		CASE(where_slurm_puts_it_they_must_be),
		CASE(what_is_left_out_is_missing),
		CASE(blocks_hold_them_together),
		CASE(nodes_are_counted_by_their_names),
		CASE(bounds_hold_for_what_is_named),
		CASE(what_cannot_be_read_is_left),
		CASE(each_node_counts_once),
		CASE(one_partition_of_many),
		CASE(blocks_that_are_not_known),
		CASE(memory_that_ends),
	};

	return cmocka_run_group_tests_name("named nodes", tests, NULL, NULL);
}
