/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/modify and job_desc_merge: what an update becomes when laid over
 * the job, what is looked at, and that nothing is when nothing concerns us.
 */
#include "unit.h"

#include "job_submit/job_desc.h"
#include "job_submit/modify.h"
#include "policy_world.h"
#include "slurm_log.h"
#include "slurm_memory.h"

#include <slurm/slurm.h>

static job_desc_msg_t job, change;
static char *message;
static unsigned copies, frees;

/* slurm.h's job_desc_msg_t as copy_job_record_to_job_desc() gives it: 0 where nothing is. */
static struct job_descriptor *copy_job(struct job_record *record)
{
	(void)record;
	copies++;
	return &job;
}

static void free_job(struct job_descriptor *copy)
{
	assert_ptr_equal(copy, &job);
	frees++;
}

static int setup(void **state)
{
	(void)state;
	memset(&job, 0, sizeof(job));
	job.user_id = 1000;
	job.min_nodes = job.max_nodes = job.num_tasks = job.min_cpus = 2;
	job.time_limit = 60;
	job.partition = (char *)"ultra";
	job.qos = (char *)"nlp";
	job.account = (char *)"nlp";
	job.requeue = 1;
	slurm_init_job_desc_msg(&change);
	message = NULL;
	copies = frees = 0;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	memory_free((void **)&message);
	assert_int_equal(copies, frees);
	assert_int_equal(memory_out, 0);
	return 0;
}

static struct cr_request merged_request(void)
{
	struct job_descriptor merged;
	struct cr_request r;

	cr_job_desc_merge(&merged, &job, &change);
	cr_job_desc_read(&merged, &r);
	return r;
}

static void the_job_stays_where_the_update_is_silent(void **state)
{
	struct cr_request r = merged_request();

	(void)state;
	assert_string_equal(r.partition, "ultra");
	assert_int_equal(r.min_nodes, 2);
	assert_int_equal(r.tasks, 2);
	assert_int_equal(r.time_limit, 60);
	assert_int_equal(r.het_offset, CR_UNSET); /* 0 in Slurm's copy of any job */
	assert_int_equal(r.switches, CR_UNSET);
	assert_int_equal(r.segment, CR_UNSET);
}

static void the_update_wins(void **state)
{
	struct cr_request r;

	(void)state;
	change.partition = (char *)"p5en";
	change.qos = (char *)"";
	change.req_switch = 3;
	change.time_limit = 5;
	change.tres_per_node = (char *)"gres/gpu:4";
	r = merged_request();
	assert_string_equal(r.partition, "p5en");
	assert_null(r.qos);
	assert_int_equal(r.switches, 3);
	assert_int_equal(r.time_limit, 5);
	assert_int_equal(r.gpus_per_node.count, 4);
}

/* Slurm sets the tasks of -N 2 to 2; of 8 nodes there are not 2 either. */
static void what_slurm_derived_follows(void **state)
{
	struct cr_request r;

	(void)state;
	change.min_nodes = 8;
	r = merged_request();
	assert_int_equal(r.min_nodes, 8);
	assert_int_equal(r.max_nodes, 8);
	assert_int_equal(r.tasks, CR_UNSET);
	assert_int_equal(r.min_cpus, CR_UNSET);
}

static void requeue_by_default_is_no_consent(void **state)
{
	(void)state;
	assert_int_equal(merged_request().requeue, CR_UNSAID);
	job.requeue = 0;
	assert_int_equal(merged_request().requeue, CR_NO);
}

static void only_what_is_judged_matters(void **state)
{
	(void)state;
	assert_false(cr_job_desc_matters(&change));
	change.priority = 0;
	change.nice = 5;
	change.name = change.comment = change.dependency = (char *)"x";
	change.requeue = 1;
	change.begin_time = 1;
	assert_false(cr_job_desc_matters(&change));
	change.pn_min_memory = 1000;
	assert_true(cr_job_desc_matters(&change));
	change.pn_min_memory = NO_VAL64;
	change.shared = 0;
	assert_true(cr_job_desc_matters(&change));
	change.shared = NO_VAL16;
	change.reservation = (char *)"";
	assert_true(cr_job_desc_matters(&change));
}

static void without_a_policy_nothing_is_looked_at(void **state)
{
	struct cr_judge judge = {.alloc = &memory, .copy_job = copy_job, .free_job = free_job};

	(void)state;
	change.min_nodes = 100;
	assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), CR_ANSWER_ACCEPT);
	assert_int_equal(copies, 0);
	assert_null(message);
}

/* ---- judged, on the small cluster of the policy's tests ---------------------- */

static struct world world;
static char *environment[2];

static const char was_borrowing[] =
	"SLURM_COMMROUTE_DECISION={\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\","
	"\"profile\":\"allreduce\",\"tenant\":\"nlp\",\"partition\":\"p5en\",\"qos\":\"nlp,spare\","
	"\"preemptible\":true}";

static int setup_world(void **state)
{
	static char *spank[] = {
		(char *)"_SLURM_SPANK_OPTION_commroute_comm_profile=allreduce,borrow"};

	setup(state);
	world_make(&world, NULL);
	environment[0] = (char *)was_borrowing;
	job.environment = environment;
	job.env_size = 1;
	job.spank_job_env = spank;
	job.spank_job_env_size = 1;
	job.script_buf = (void *)"#!/bin/sh";
	job.partition = (char *)"p5en";
	job.tres_per_node = (char *)"gres/gpu:h200:8";
	return 0;
}

static int teardown_world(void **state)
{
	memory_free((void **)&change.partition);
	memory_free((void **)&change.qos);
	world_free(&world);
	return teardown(state);
}

/* As cr_accounts_add() does it. */
static void add_accounts(const struct cr_policy *policy, struct cr_request *request,
			 struct cr_view *view, struct cr_arena *arena)
{
	(void)policy;
	(void)view;
	(void)arena;
	request->user = "ada";
}

static enum cr_answer modify(uint32_t uid)
{
	struct cr_judge judge = {
		.policy = world.policy,
		.view = &world.view,
		.alloc = &memory,
		.add_accounts = add_accounts,
		.copy_job = copy_job,
		.free_job = free_job,
	};

	return cr_modify(&judge, &change, NULL, uid, &message);
}

static void a_size_that_never_fits_is_refused(void **state)
{
	(void)state;
	change.min_nodes = change.max_nodes = 500;
	assert_int_not_equal(modify(1000), CR_ANSWER_ACCEPT);
	assert_non_null(message);
	assert_ptr_equal(strstr(message, "CR-"), message);
	assert_null(change.partition);
	assert_int_equal(copies, 1);
}

static void root_is_not_judged(void **state)
{
	(void)state;
	change.min_nodes = change.max_nodes = 500;
	assert_int_equal(modify(0), CR_ANSWER_ACCEPT);
	assert_int_equal(copies, 0);
}

static void what_is_not_ours_costs_no_copy(void **state)
{
	(void)state;
	change.priority = 0;
	change.nice = 3;
	assert_int_equal(modify(1000), CR_ANSWER_ACCEPT);
	assert_int_equal(copies, 0);
}

static void switches_follow_the_size(void **state)
{
	(void)state;
	change.min_nodes = change.max_nodes = 4;
	assert_int_equal(modify(1000), CR_ANSWER_ACCEPT);
	assert_int_not_equal(change.req_switch, NO_VAL);
	assert_null(change.partition);
}

static void a_time_limit_changes_nothing_else(void **state)
{
	(void)state;
	change.time_limit = 30;
	assert_int_equal(modify(1000), CR_ANSWER_ACCEPT);
	assert_int_equal(change.req_switch, NO_VAL);
	assert_null(change.partition);
	assert_null(change.qos);
}

static void the_users_own_switches_stay(void **state)
{
	(void)state;
	change.min_nodes = change.max_nodes = 4;
	change.req_switch = 3;
	assert_int_equal(modify(1000), CR_ANSWER_ACCEPT);
	assert_int_equal(change.req_switch, 3);
}

/* Every allocation in turn: nothing leaks, nothing crashes, the update goes through. */
static void no_memory_lets_the_update_through(void **state)
{
	(void)state;
	for (long n = 1; n < 20; n++) {
		slurm_init_job_desc_msg(&change);
		change.qos = (char *)NULL;
		change.min_nodes = change.max_nodes = 4;
		memory_fail_at = n;
		assert_int_equal(modify(1000), CR_ANSWER_ACCEPT);
		memory_fail_at = 0;
		memory_free((void **)&change.partition);
		memory_free((void **)&change.qos);
		assert_int_equal(memory_out, 0);
	}
}

static void a_job_without_a_record_is_only_judged(void **state)
{
	(void)state;
	job.environment = NULL;
	job.env_size = 0;
	change.min_nodes = change.max_nodes = 4;
	assert_int_equal(modify(1000), CR_ANSWER_ACCEPT);
	assert_int_equal(change.req_switch, NO_VAL);
}

#define IN_WORLD(test) cmocka_unit_test_setup_teardown(test, setup_world, teardown_world)
#define CASE(test)     cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(the_job_stays_where_the_update_is_silent),
		CASE(the_update_wins),
		CASE(what_slurm_derived_follows),
		CASE(requeue_by_default_is_no_consent),
		CASE(only_what_is_judged_matters),
		CASE(without_a_policy_nothing_is_looked_at),
		IN_WORLD(a_size_that_never_fits_is_refused),
		IN_WORLD(root_is_not_judged),
		IN_WORLD(what_is_not_ours_costs_no_copy),
		IN_WORLD(switches_follow_the_size),
		IN_WORLD(a_time_limit_changes_nothing_else),
		IN_WORLD(the_users_own_switches_stay),
		IN_WORLD(no_memory_lets_the_update_through),
		IN_WORLD(a_job_without_a_record_is_only_judged),
	};

	return cmocka_run_group_tests_name("modify", tests, NULL, NULL);
}
