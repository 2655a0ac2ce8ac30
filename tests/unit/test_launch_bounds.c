/* SPDX-License-Identifier: GPL-2.0-or-later */
/* launch/judge and launch/layout at their limits: the largest job, the last task, unequal nodes. */
#include "unit.h"

#include "launch/judge.h"
#include "launch/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cr_variables own;

static void set(const char *name, const char *value)
{
	if (value)
		(void)setenv(name, value, 1);
	else
		(void)unsetenv(name);
}

static int in_a_job(void **state)
{
	(void)state;
	(void)clearenv();
	set("SLURM_JOB_ID", "7");
	set("SLURM_JOB_NUM_NODES", "2");
	set("SLURM_TASKS_PER_NODE", "2(x2)");
	set("SLURM_NTASKS", "4");
	set("SLURM_JOB_CPUS_PER_NODE", "8(x2)");
	return 0;
}

static const struct cr_srun_line plain = {.shaping = ""};

static enum cr_launch_act judge(const struct cr_srun_line *line, char *why)
{
	struct cr_launch launch;
	enum cr_launch_act act;

	cr_launch_judge(line, &own, false, &launch);
	act = launch.act;
	if (why)
		strcpy(why, launch.why);
	cr_launch_clear(&launch);
	return act;
}

/* ---- which steps -------------------------------------------------------------- */

static const struct {
	const char *name, *value;
	bool ordered;
	const char *why;
} variables[] = {
	{"SLURM_JOB_NUM_NODES", "1", false, "one node"},
	{"SLURM_JOB_NUM_NODES", "2", true, ""}, /* the smallest that has an order */
	{"SLURM_JOB_NUM_NODES", "02", true, ""},
	{"SLURM_JOB_NUM_NODES", "2x", false, "one node"},
	{"SLURM_JOB_NUM_NODES", " 2", false, "one node"},
	{"SLURM_JOB_NUM_NODES", "+2", false, "one node"},
	{"SLURM_JOB_NUM_NODES", "3", false, "own layout"},
	{"SLURM_STEP_ID", "0", false, "inside a step"},
	{"SLURM_STEP_ID", "4294967279", false, "inside a step"}, /* the last real one */
	{"SLURM_STEP_ID", "4294967280", true, ""},               /* Slurm's own from here */
	{"SLURM_STEP_ID", "-1", true, ""},
	{"SLURM_JOB_ID", NULL, false, "not inside an allocation"},
	{"SLURM_GRES", "gpu", false, "SLURM_GRES is set"}, /* the last of the list */
	{"SLURM_NPROCS", "3", true, ""},                   /* SLURM_NTASKS comes first */
	{"SLURM_NTASKS_PER_NODE", "9", true, ""},          /* likewise */
	{"SLURM_NTASKS", "5", false, "own layout"},
	{"SLURM_NTASKS", "3", false, "own layout"},
	{"SLURM_NTASKS", "4x", true, ""}, /* no number is none: one task on each node */
	{"SLURM_TASKS_PER_NODE", "2,2", true, ""},
	{"SLURM_TASKS_PER_NODE", "9,9", false, "own layout"},
	{"SLURM_TASKS_PER_NODE", "0,4", false, "own layout"},
};

static void variables_decide(void **state)
{
	for (size_t i = 0; i < COUNT(variables); i++) {
		char why[200];

		in_a_job(state);
		print_message("%s=%s\n", variables[i].name, variables[i].value);
		set(variables[i].name, variables[i].value);
		assert_int_equal(judge(&plain, why),
				 variables[i].ordered ? CR_LAUNCH_HOSTFILE : CR_LAUNCH_LEAVE);
		assert_non_null(strstr(why, variables[i].why));
	}
}

static void tasks_are_counted_as_srun_does(void **state)
{
	static const struct {
		const char *ntasks, *nprocs, *per_node, *layout;
		bool ordered;
	} cases[] = {
		{NULL, "4", NULL, "2(x2)", true},  {NULL, "5", NULL, "2(x2)", false},
		{NULL, NULL, "2", "2(x2)", true},  {NULL, NULL, "3", "2(x2)", false},
		{NULL, NULL, NULL, "9(x2)", true}, /* one on each node, whatever they could hold */
		{"2", NULL, NULL, "9(x2)", true},  {"9", NULL, NULL, "5,4", true},
		{"10", NULL, NULL, "5,5", true},   {"9", NULL, NULL, "5,5", false},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		in_a_job(state);
		set("SLURM_NTASKS", cases[i].ntasks);
		set("SLURM_NPROCS", cases[i].nprocs);
		set("SLURM_NTASKS_PER_NODE", cases[i].per_node);
		set("SLURM_TASKS_PER_NODE", cases[i].layout);
		assert_int_equal(judge(&plain, NULL) == CR_LAUNCH_HOSTFILE, cases[i].ordered);
	}
}

/* What the line repeats of the job is no change of it; what differs is. */
static void lines_that_repeat(void **state)
{
	static const struct {
		struct cr_srun_line line;
		const char *cpus; /* SLURM_CPUS_PER_TASK */
		bool ordered;
		const char *layout; /* of 4 tasks */
	} cases[] = {
		{{.tasks = 4}, NULL, true, "2,2"},
		{{.tasks = 2}, NULL, true, "2,2"}, /* one on each node */
		{{.tasks = 3}, NULL, false, "2,2"},
		{{.tasks_per_node = 2}, NULL, true, "2,2"},
		{{.tasks_per_node = 1}, NULL, false, "2,2"},
		{{.cpus_per_task = 3}, "3", true, "2,2"},
		{{.cpus_per_task = 3}, "2", false, "2,2"},
		{{.cpus_per_task = 3}, NULL, false, "2,2"},
		{{.tasks = 4, .tasks_per_node = 2, .cpus_per_task = 3}, "3", true, "2,2"},
		{{.nodes = 1}, NULL, false, "2,2"},
		{{.tasks_per_node = 3}, NULL, false, "1,3"}, /* the first node's differ */
		{{.tasks_per_node = 3}, NULL, false, "3,1"}, /* the last one's */
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_srun_line line = cases[i].line;

		in_a_job(state);
		set("SLURM_CPUS_PER_TASK", cases[i].cpus);
		set("SLURM_TASKS_PER_NODE", cases[i].layout);
		assert_int_equal(judge(&line, NULL) == CR_LAUNCH_HOSTFILE, cases[i].ordered);
	}
}

/* -N, with as many nodes as the job has: no host file, but block where that has an order. */
static void a_line_with_nodes(void **state)
{
	struct cr_srun_line line = {.shaping = "", .nodes = 2};
	struct cr_launch launch;

	(void)state;
	cr_launch_judge(&line, &own, true, &launch);
	assert_int_equal(launch.act, CR_LAUNCH_BLOCK);
	assert_int_equal(launch.counts[0] + launch.counts[1], 4);
	cr_launch_clear(&launch);
	cr_launch_judge(&line, &own, false, &launch);
	assert_int_equal(launch.act, CR_LAUNCH_LEAVE);
	assert_true(*launch.why);
	cr_launch_clear(&launch);
}

/* As many tasks as the largest step has, and one more. */
static void the_largest_step(void **state)
{
	char text[60], tasks[20];

	(void)state;
	for (unsigned over = 0; over < 2; over++) {
		unsigned most = CR_LAYOUT_MAX / 2;

		snprintf(text, sizeof(text), "%u,%u", most, most + over);
		snprintf(tasks, sizeof(tasks), "%u", 2 * most + over);
		set("SLURM_TASKS_PER_NODE", text);
		set("SLURM_NTASKS", tasks);
		assert_int_equal(judge(&plain, NULL), over ? CR_LAUNCH_LEAVE : CR_LAUNCH_HOSTFILE);
	}
}

static void the_largest_job(void **state)
{
	char nodes[20];

	(void)state;
	for (unsigned over = 0; over < 2; over++) {
		snprintf(nodes, sizeof(nodes), "%u", CR_LAYOUT_MAX + over);
		set("SLURM_JOB_NUM_NODES", nodes);
		set("SLURM_NTASKS", nodes);
		assert_int_equal(judge(&plain, NULL), over ? CR_LAUNCH_LEAVE : CR_LAUNCH_HOSTFILE);
	}
}

/* ---- unequal nodes --------------------------------------------------------------- */

static const struct {
	const char *layout, *tasks, *cpus, *per_task, *per_node;
	uint32_t counts[3]; /* on the nodes in the list's order, when the third comes first */
	bool matched;
} unequal[] = {
	{"2,2,1", "5", "2(x3)", NULL, NULL, {2, 1, 2}, true},
	{"2,1,1", "4", "2(x3)", NULL, NULL, {1, 1, 2}, true},
	{"2,2,1", "5", "4(x3)", "2", NULL, {2, 1, 2}, true},    /* two CPUs for each task */
	{"2,2,1", "5", "5(x3)", "2", NULL, {2, 1, 2}, true},    /* and one to spare */
	{"2,2,1", "5", "9(x3)", NULL, "2", {2, 1, 2}, true},    /* no more than two on a node */
	{"3,1,1", "5", "3,1(x2)", NULL, NULL, {3, 1, 1}, true}, /* by the room, not the order */
	{"2,1,2", "5", "4,2,4", "2", NULL, {2, 1, 2}, true},    /* the CPUs of each node count */
	{"1,2,2", "5", "2,4,4", "2", NULL, {1, 2, 2}, true},
	{"2,2,1", "5", "4,4,2", "2", NULL, {2, 2, 1}, true},
	{"3,2,2", "7", "9,1,9", NULL, "2", {3, 1, 3}, true}, /* all full: one more on each */
	{"2,1,2", "5", "2(x3)", NULL, NULL, {0}, false},     /* not what block would have done */
	{"2,2,1", "5", "2(x2)", NULL, NULL, {0}, false},     /* CPUs of two nodes only */
	{"2,2,1", "5", NULL, NULL, NULL, {0}, false},
};

static void unequal_counts(void **state)
{
	static const size_t order[] = {2, 0, 1};

	for (size_t i = 0; i < COUNT(unequal); i++) {
		struct cr_launch launch;

		in_a_job(state);
		print_message("%s\n", unequal[i].layout);
		set("SLURM_JOB_NUM_NODES", "3");
		set("SLURM_TASKS_PER_NODE", unequal[i].layout);
		set("SLURM_NTASKS", unequal[i].tasks);
		set("SLURM_JOB_CPUS_PER_NODE", unequal[i].cpus);
		set("SLURM_CPUS_PER_TASK", unequal[i].per_task);
		set("SLURM_NTASKS_PER_NODE", unequal[i].per_node);
		cr_launch_judge(&plain, &own, false, &launch);
		assert_int_equal(launch.act, CR_LAUNCH_HOSTFILE);
		assert_int_equal(cr_launch_match_block(&launch, &own, order),
				 unequal[i].matched ? 0 : -1);
		for (size_t k = 0; k < 3 && unequal[i].matched; k++)
			assert_int_equal(launch.counts[k], unequal[i].counts[k]);
		cr_launch_clear(&launch);
	}
}

static void layouts_to_the_last(void **state)
{
	static const struct {
		const char *text;
		size_t nodes;
		uint64_t total; /* 0: refused */
	} cases[] = {
		{"1", 1, 1},       {"9", 1, 9},       {"1048576", 1, 1048576},
		{"1048577", 1, 0}, {"5(x1)", 1, 5},   {"1(x2),3", 3, 5},
		{"1(x2),3", 4, 0}, {"1(x2),3", 2, 0}, {"1(x3)", 2, 0},
		{"1(x2)x", 2, 0},  {"1(x2]", 2, 0},   {":", 1, 0},
		{"/", 1, 0},       {"1(y2)", 2, 0},   {"1(2)", 2, 0},
		{"1(x2),0", 3, 0}, {"1", 0, 0},       {"2(x2),1(x2),4", 5, 10},
		{"", 1, 0},        {"1,", 2, 0},      {"1(x10)", 10, 10},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		uint32_t *counts = NULL;
		uint64_t total = 77;
		int rc = cr_layout_parse(cases[i].text, cases[i].nodes, &counts, &total);

		print_message("'%s'\n", cases[i].text);
		assert_int_equal(rc, cases[i].total ? 0 : -1);
		assert_int_equal(total, cases[i].total ? cases[i].total : 77);
		assert_int_equal(counts != NULL, cases[i].total != 0);
		free(counts);
	}
}

/* Round by round; a node that is full is passed over, until all are. */
static void filling_to_the_last(void **state)
{
	static const struct {
		uint32_t room[3];
		uint64_t tasks;
		uint32_t counts[3];
	} cases[] = {
		{{2, 2, 2}, 0, {0, 0, 0}}, {{2, 2, 2}, 1, {1, 0, 0}}, {{2, 2, 2}, 6, {2, 2, 2}},
		{{2, 2, 2}, 7, {3, 2, 2}}, {{1, 3, 2}, 6, {1, 3, 2}}, {{1, 3, 2}, 5, {1, 2, 2}},
		{{0, 1, 0}, 1, {0, 1, 0}}, {{0, 1, 0}, 2, {1, 1, 0}}, {{0, 0, 0}, 4, {2, 1, 1}},
		{{1, 1, 3}, 5, {1, 1, 3}}, {{1, 1, 3}, 8, {2, 2, 4}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		uint32_t counts[3] = {9, 9, 9};

		cr_layout_fill(NULL, cases[i].room, 3, cases[i].tasks, counts);
		for (size_t k = 0; k < 3; k++)
			assert_int_equal(counts[k], cases[i].counts[k]);
	}
}

static void even_or_not(void **state)
{
	static const uint32_t even[] = {2, 2, 2}, last[] = {2, 2, 3}, first[] = {3, 2, 2};

	(void)state;
	assert_true(cr_layout_is_even(even, 3));
	assert_false(cr_layout_is_even(last, 3));
	assert_false(cr_layout_is_even(first, 3));
	assert_true(cr_layout_is_even(first, 1));
	assert_true(cr_layout_is_even(even, 0));
}

#define CASE(f) cmocka_unit_test_setup(f, in_a_job)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(variables_decide),    CASE(tasks_are_counted_as_srun_does),
		CASE(lines_that_repeat),   CASE(a_line_with_nodes),
		CASE(the_largest_step),    CASE(the_largest_job),
		CASE(unequal_counts),      CASE(layouts_to_the_last),
		CASE(filling_to_the_last), CASE(even_or_not),
	};

	own = cr_variables_of_process();
	return cmocka_run_group_tests_name("launch bounds", tests, NULL, NULL);
}
