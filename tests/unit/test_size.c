/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/size: each spelling of a size alone, two together, and what one node has to give. */
#include "tests/unit/unit.h"

#include "policies/decide/size.h"

#include <stdio.h>
#include <string.h>

static struct cr_request r;
static struct cr_size size;
static struct cr_demand demand;
static struct cr_shape shape;

static int setup(void **state)
{
	(void)state;
	cr_request_init(&r);
	shape = (struct cr_shape){.gpus = 8, .gpu_type = "h200", .cpus = 192, .memory = 2000000};
	return 0;
}

static void measure(void)
{
	cr_size_of(&r, &size);
	cr_size_on(&r, &size, &shape, &demand);
}

/* ---- without nodes in mind ------------------------------------------------------------ */

#define NO CR_UNSET

static const struct {
	uint32_t min, max, tasks, per_node_tasks, sockets, tasks_per_gpu;
	uint32_t job, node, task, socket; /* GPUs */
	uint32_t nodes, gpus;             /* what comes of it */
} spellings[] = {
	{4, NO, NO, NO, NO, NO, NO, NO, NO, NO, 4, NO},
	{4, 4, NO, NO, NO, NO, NO, NO, NO, NO, 4, NO},
	{4, 0, NO, NO, NO, NO, NO, NO, NO, NO, 4, NO},
	{4, 5, NO, NO, NO, NO, NO, 2, NO, NO, NO, NO}, /* a range: open */
	{0, NO, NO, NO, NO, NO, NO, 2, NO, NO, NO, NO},
	{4, NO, NO, NO, NO, NO, 12, NO, NO, NO, 4, 12},
	{NO, NO, NO, NO, NO, NO, 12, NO, NO, NO, NO, 12},
	{4, NO, NO, NO, NO, NO, NO, 3, NO, NO, 4, 12},
	{4, NO, NO, NO, NO, NO, 5, 3, NO, NO, 4, 5}, /* of the job comes first */
	{4, NO, 6, NO, NO, NO, NO, NO, 2, NO, 4, 12},
	{NO, NO, 6, NO, NO, NO, NO, NO, 2, NO, NO, 12},
	{4, NO, NO, 3, NO, NO, NO, NO, 2, NO, 4, 24},
	{4, NO, 0, 0, NO, NO, NO, NO, 2, NO, 4, 8}, /* one task on each node */
	{4, NO, NO, NO, 2, NO, NO, NO, NO, 3, 4, 24},
	{4, NO, NO, NO, NO, NO, NO, NO, NO, 3, 4, 12}, /* of one socket */
	{4, NO, 9, NO, NO, 2, NO, NO, NO, NO, 4, 5},   /* half a GPU more is one */
	{4, NO, 8, NO, NO, 2, NO, NO, NO, NO, 4, 4},
	{4, NO, 8, NO, NO, 0, NO, NO, NO, NO, 4, NO},
	{4, NO, NO, NO, NO, NO, 0, 0, 0, 0, 4, NO}, /* none, please */
};

static void every_spelling(void **state)
{
	for (size_t i = 0; i < COUNT(spellings); i++) {
		setup(state);
		print_message("case %zu\n", i);
		r.min_nodes = spellings[i].min;
		r.max_nodes = spellings[i].max;
		r.tasks = spellings[i].tasks;
		r.tasks_per_node = spellings[i].per_node_tasks;
		r.sockets_per_node = spellings[i].sockets;
		r.tasks_per_gpu = spellings[i].tasks_per_gpu;
		r.gpus_per_job.count = spellings[i].job;
		r.gpus_per_node.count = spellings[i].node;
		r.gpus_per_task.count = spellings[i].task;
		r.gpus_per_socket.count = spellings[i].socket;
		cr_size_of(&r, &size);
		assert_int_equal(size.nodes, spellings[i].nodes);
		assert_int_equal(size.gpus, spellings[i].gpus);
	}
}

static void the_type_of_all_spellings(void **state)
{
	struct cr_gpus *const all[] = {&r.gpus_per_job, &r.gpus_per_node, &r.gpus_per_task,
				       &r.gpus_per_socket};
	const struct cr_gpus h200 = {.count = 1, .types = 1, .type = "h200"};
	const struct cr_gpus several = {.count = 2, .types = 2};

	for (size_t i = 0; i < COUNT(all); i++) {
		setup(state);
		cr_size_of(&r, &size);
		assert_false(size.typed || size.wants_gpus);
		*all[i] = h200;
		cr_size_of(&r, &size);
		assert_true(size.typed && size.wants_gpus);
		assert_string_equal(size.gpu_type, "h200");
		*all[(i + 1) % 4] = h200; /* the same once more */
		cr_size_of(&r, &size);
		assert_string_equal(size.gpu_type, "h200");
		strcpy(all[(i + 1) % 4]->type, "a100");
		cr_size_of(&r, &size);
		assert_true(size.typed);
		assert_null(size.gpu_type);
		setup(state);
		*all[i] = several; /* in one spelling */
		cr_size_of(&r, &size);
		assert_true(size.typed);
		assert_null(size.gpu_type);
		setup(state);
		*all[i] = h200;
		all[i]->count = 0; /* none, of a type */
		cr_size_of(&r, &size);
		assert_false(size.typed);
	}
}

/* ---- on nodes of 8 GPUs and 192 CPUs ----------------------------------------------------- */

static void the_fewest_nodes(void **state)
{
	static const struct {
		uint32_t gpus, per_node, tasks, tasks_per_node, cpus, nodes;
	} cases[] = {
		{16, NO, NO, NO, NO, 2}, {17, NO, NO, NO, NO, 3}, {16, 4, NO, NO, NO, 4},
		{17, 4, NO, NO, NO, 5},  {NO, NO, 8, 4, NO, 2},   {NO, NO, 9, 4, NO, 3},
		{NO, NO, 192, NO, 1, 1}, {NO, NO, 193, NO, 1, 2}, {NO, NO, 96, NO, 2, 1},
		{NO, NO, 97, NO, 2, 2},  {NO, NO, NO, NO, NO, 1}, {8, NO, 9, 3, NO, 3},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		setup(state);
		print_message("case %zu\n", i);
		r.gpus_per_job.count = cases[i].gpus;
		r.gpus_per_node.count = cases[i].per_node;
		r.tasks = cases[i].tasks;
		r.tasks_per_node = cases[i].tasks_per_node;
		r.cpus_per_task = cases[i].cpus;
		measure();
		assert_int_equal(demand.nodes, cases[i].nodes);
	}
}

static void what_one_node_gives(void **state)
{
	(void)state;
	r.min_nodes = 2;
	r.tasks_per_node = 4;
	r.cpus_per_task = 3;
	r.gpus_per_task.count = 2;
	r.memory_per_cpu = 100;
	measure();
	assert_int_equal(demand.gpus, 16);
	assert_int_equal(demand.gpus_per_node, 8);
	assert_int_equal(demand.cpus_per_node, 12);
	assert_int_equal(demand.cpus, 24);
	assert_int_equal(demand.memory, 1200);
	assert_int_equal(demand.misfit, CR_MISFIT_NONE);
	r.memory_per_cpu = CR_UNSET64;
	r.memory_per_gpu = 10;
	measure();
	assert_int_equal(demand.memory, 80);
	r.memory_per_node = 7; /* comes first */
	measure();
	assert_int_equal(demand.memory, 7);
	r.memory_per_node = r.memory_per_gpu = CR_UNSET64;
	r.cpus_per_gpu = 2;
	measure();
	assert_int_equal(demand.memory, 0);
	assert_int_equal(demand.cpus_per_node, 16); /* by its GPUs, where that is more */
	r.cpus_per_gpu = 1;
	measure();
	assert_int_equal(demand.cpus_per_node, 12);
	r.min_cpus = 25;
	measure();
	assert_int_equal(demand.cpus, 25);
	r.min_cpus = 23;
	measure();
	assert_int_equal(demand.cpus, 24);
}

/* The last that a node has, and one more. */
static void misfits(void **state)
{
	for (uint32_t over = 0; over < 2; over++) {
		setup(state);
		r.min_nodes = 1;
		r.gpus_per_node.count = 8 + over;
		measure();
		assert_int_equal(demand.misfit, over ? CR_MISFIT_GPUS : CR_MISFIT_NONE);
		assert_int_equal(demand.asked, over ? 9 : 0);
		assert_int_equal(demand.has, over ? 8 : 0);
		setup(state);
		r.min_nodes = 1;
		r.cpus_per_task = 192 + over;
		measure();
		assert_int_equal(demand.misfit, over ? CR_MISFIT_CPUS : CR_MISFIT_NONE);
		shape.cpus = 0; /* not known */
		measure();
		assert_int_equal(demand.misfit, CR_MISFIT_NONE);
		setup(state);
		r.min_nodes = 1;
		r.memory_per_node = 2000000 + over;
		measure();
		assert_int_equal(demand.misfit, over ? CR_MISFIT_MEMORY : CR_MISFIT_NONE);
		shape.memory = 0;
		measure();
		assert_int_equal(demand.misfit, CR_MISFIT_NONE);
	}
}

static void the_first_misfit_is_told(void **state)
{
	(void)state;
	r.min_nodes = 1;
	r.gpus_per_node = (struct cr_gpus){.count = 9, .types = 1, .type = "a100"};
	r.cpus_per_task = 500;
	r.features = "efa";
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_GPU_TYPE);
	strcpy(r.gpus_per_node.type, "H200"); /* in any case */
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_GPUS);
	r.gpus_per_node.count = 8;
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_FEATURES);
	r.features = NULL;
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_CPUS);
	shape.gpu_type = NULL;
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_GPU_TYPE);
}

static void features_of_a_constraint(void **state)
{
	static const char *const names[] = {"efa", "gen3"};
	static const struct {
		const char *constraint;
		bool good;
	} cases[] = {
		{NULL, true},       {"", true},         {"efa", true},     {"gen3", true},
		{"efa&gen3", true}, {"efa,gen3", true}, {"gen3&x", false}, {"x&efa", false},
		{"ef", false},      {"efax", false},    {"efa&", true},    {"x|y", true},
		{"[x]", true},      {"!x", true},       {"x*2", true},     {"(x)", true},
	};

	(void)state;
	shape.features = (struct cr_names){names, 2};
	for (size_t i = 0; i < COUNT(cases); i++)
		assert_int_equal(cr_size_features(cases[i].constraint, &shape), cases[i].good);
}

#define CASE(f) cmocka_unit_test_setup(f, setup)

/* ---- the most it can be -------------------------------------------------------------------- */

static const struct {
	uint32_t min, max, tasks, tasks_per_node, cpus, min_cpus;
	uint32_t job, node; /* GPUs */
	bool overcommit;
	uint32_t least, most;
} extremes[] = {
	/* Said, as one number or as a range. */
	{4, 4, NO, NO, NO, NO, NO, NO, false, 4, 4},
	{1, 8, NO, NO, NO, NO, NO, NO, false, 1, 8},
	{1, 8, 300, NO, NO, NO, NO, NO, false, 1, 8},
	{4, NO, NO, NO, NO, NO, NO, NO, false, 4, 4},
	{4, 0, NO, NO, NO, NO, NO, NO, false, 4, 4},
	/* A node for each task. */
	{NO, NO, NO, NO, NO, NO, NO, NO, false, 1, 1},
	{NO, NO, 1, NO, NO, NO, NO, NO, false, 1, 1},
	{NO, NO, 8, NO, NO, NO, NO, NO, false, 1, 8},
	{2, NO, 8, NO, NO, NO, NO, NO, false, 2, 8},
	{NO, NO, 8, 4, NO, NO, NO, NO, false, 2, 2}, /* no node with fewer */
	{NO, NO, 9, 4, NO, NO, NO, NO, false, 3, 3},
	{NO, NO, 8, 4, NO, NO, NO, NO, true, 2, 8},
	{NO, NO, NO, 4, NO, NO, NO, NO, false, 1, 1},
	/* CPUs: a task lies on one node. */
	{NO, NO, 192, NO, NO, NO, NO, NO, false, 1, 192},
	{NO, NO, 193, NO, NO, NO, NO, NO, false, 2, 193},
	{NO, NO, 4, NO, 190, NO, NO, NO, false, 4, 4},
	{NO, NO, 4, NO, 97, NO, NO, NO, false, 4, 4},
	{NO, NO, 4, NO, 96, NO, NO, NO, false, 2, 4},
	{NO, NO, NO, NO, 190, 190, NO, NO, false, 1, 1},
	{NO, NO, NO, NO, NO, 400, NO, NO, false, 1, 400},
	{NO, NO, NO, NO, 2, 400, NO, NO, false, 1, 200},
	/* -O: any number on one node. */
	{NO, NO, 300, NO, NO, NO, NO, NO, true, 1, 300},
	{NO, NO, 300, NO, NO, NO, NO, NO, false, 2, 300},
	{2, 2, 3000, NO, NO, NO, NO, NO, true, 2, 2},
	/* GPUs of the job: one from each. */
	{NO, NO, NO, NO, NO, NO, 64, NO, false, 8, 64},
	{NO, NO, 4, NO, NO, NO, 64, NO, false, 8, 8},
	{8, 8, NO, NO, NO, NO, 64, NO, false, 8, 8},
	{NO, NO, NO, NO, NO, NO, 64, 8, false, 8, 8},
};

static void the_least_and_the_most(void **state)
{
	for (size_t i = 0; i < COUNT(extremes); i++) {
		setup(state);
		print_message("case %zu\n", i);
		r.min_nodes = extremes[i].min;
		r.max_nodes = extremes[i].max;
		r.tasks = extremes[i].tasks;
		r.tasks_per_node = extremes[i].tasks_per_node;
		r.cpus_per_task = extremes[i].cpus;
		r.min_cpus = extremes[i].min_cpus;
		r.gpus_per_job.count = extremes[i].job;
		r.gpus_per_node.count = extremes[i].node;
		r.overcommit = extremes[i].overcommit;
		measure();
		assert_int_equal(demand.nodes, extremes[i].least);
		assert_int_equal(cr_size_most_nodes(&r, demand.nodes), extremes[i].most);
	}
}

static void tasks_of_a_socket_bound_those_of_a_node(void **state)
{
	static const struct {
		uint32_t tasks, per_socket, sockets;
		bool overcommit;
		uint32_t nodes;
	} cases[] = {
		{8, 1, 2, false, 4},  {9, 1, 2, false, 5}, {8, 1, 0, false, 1},
		{8, NO, 2, false, 1}, {8, 1, 2, true, 1},  {400, 500, 2, false, 3},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		setup(state);
		r.tasks = cases[i].tasks;
		r.tasks_per_socket = cases[i].per_socket;
		r.overcommit = cases[i].overcommit;
		shape.sockets = cases[i].sockets;
		measure();
		assert_int_equal(demand.nodes, cases[i].nodes);
	}
}

static void overcommitted_tasks_need_no_cpu_each(void **state)
{
	setup(state);
	r.min_nodes = r.max_nodes = 2;
	r.tasks = 3000;
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_CPUS);
	r.overcommit = true;
	measure();
	assert_int_equal(demand.misfit, CR_MISFIT_NONE);
	assert_int_equal(demand.cpus_per_node, 1);
	assert_int_equal(demand.cpus, 2);
}

static void the_most_gpus(void **state)
{
	setup(state);
	assert_int_equal(cr_size_most_gpus(&r, 4, 8, false), 0);
	assert_int_equal(cr_size_most_gpus(&r, 4, 8, true), 32); /* --exclusive takes them */
	r.gpus_per_node.count = 3;
	assert_int_equal(cr_size_most_gpus(&r, 4, 8, false), 12);
	assert_int_equal(cr_size_most_gpus(&r, 4, 8, true), 32);
	r.gpus_per_job.count = 5;
	assert_int_equal(cr_size_most_gpus(&r, 4, 8, false), 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_least_and_the_most),
		CASE(tasks_of_a_socket_bound_those_of_a_node),
		CASE(overcommitted_tasks_need_no_cpu_each),
		CASE(the_most_gpus),
		CASE(every_spelling),
		CASE(the_type_of_all_spellings),
		CASE(the_fewest_nodes),
		CASE(what_one_node_gives),
		CASE(misfits),
		CASE(the_first_misfit_is_told),
		CASE(features_of_a_constraint),
	};

	return cmocka_run_group_tests_name("size", tests, NULL, NULL);
}
