/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A routed job that is updated, on the small cluster of policy_world: two nodes
 * without GPUs in p5en, and an update to 34, which only ultra has.  A test
 * changes job, change and record, and asks modify().  For the programs that test
 * job_submit/modify: all of it is their own.
 */
#ifndef CR_TESTS_MODIFY_WORLD_H
#define CR_TESTS_MODIFY_WORLD_H

#include "tests/unit/unit.h"

#include "job_submit/modify.h"
#include "tests/unit/policy_world.h"
#include "tests/unit/slurm_log.h"
#include "tests/unit/slurm_memory.h"

#include <slurm/slurm.h>
#include <stdio.h>

static struct world world;
static job_desc_msg_t job, change;
static char *message, *environment[2], *spank[1];
static char record[512], option[100];
static unsigned copies, notes;
static enum cr_verdict noted;
static const char *missing; /* from what is known of the user; NULL: nothing */
static unsigned unjudged;

static struct job_descriptor *copy_job(struct job_record *ignored)
{
	(void)ignored;
	copies++;
	return &job;
}

static void free_job(struct job_descriptor *copy)
{
	assert_ptr_equal(copy, &job);
	copies--;
}

static void add_accounts(const struct cr_policy *policy, struct cr_request *request,
			 struct cr_view *view, struct cr_arena *arena)
{
	(void)policy;
	(void)arena;
	if (missing)
		view->missing = missing;
	assert_int_equal(request->change->min_nodes, change.min_nodes);
	assert_null(request->change->account);
	request->user = "ada";
}

static void note(enum cr_event event, const struct cr_request *request,
		 const struct cr_decision *decision, const char *json, const char *id)
{
	(void)request;
	(void)json;
	(void)id;
	assert_int_equal(event, CR_EVENT_MODIFY);
	notes++;
	noted = decision->verdict;
}

static void note_unjudged(enum cr_event event, const struct cr_request *request, const char *why)
{
	(void)request;
	(void)why;
	assert_int_equal(event, CR_EVENT_MODIFY);
	unjudged++;
}

static inline enum cr_answer modify(void)
{
	struct cr_judge judge = {.policy = world.policy,
				 .view = &world.view,
				 .alloc = &memory,
				 .add_accounts = add_accounts,
				 .copy_job = copy_job,
				 .free_job = free_job,
				 .note = note,
				 .note_unjudged = note_unjudged};

	notes = unjudged = log_errors = 0;
	return cr_modify(&judge, &change, NULL, 1000, &message);
}

static inline void put_record(const char *keys)
{
	snprintf(record, sizeof(record), "SLURM_COMMROUTE_DECISION={\"commroute\":1,%s}", keys);
}

/* Two nodes without GPUs in p5en; the update asks for 34, which only ultra has. */
static int setup(void **state)
{
	(void)state;
	world_make(&world, NULL);
	memset(&job, 0, sizeof(job));
	job.user_id = 1000;
	job.min_nodes = job.max_nodes = job.num_tasks = job.min_cpus = 2;
	job.time_limit = 60;
	job.partition = (char *)"p5en";
	job.qos = (char *)"nlp";
	job.account = (char *)"nlp";
	job.requeue = 1;
	job.script_buf = (void *)"#!/bin/sh";
	job.segment_size = 17; /* the user's own: no update could set it */
	put_record("\"verdict\":\"route\",\"mode\":\"enforce\",\"profile\":\"allreduce\","
		   "\"tenant\":\"nlp\",\"partition\":\"p5en\",\"qos\":\"nlp\"");
	snprintf(option, sizeof(option),
		 "_SLURM_SPANK_OPTION_commroute_comm_profile=allreduce,portable");
	environment[0] = record;
	job.environment = environment;
	job.env_size = 1;
	spank[0] = option;
	job.spank_job_env = spank;
	job.spank_job_env_size = 1;
	slurm_init_job_desc_msg(&change);
	change.min_nodes = change.max_nodes = 34;
	message = NULL;
	missing = NULL;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	memory_free((void **)&message);
	memory_free((void **)&change.qos);
	memory_free((void **)&change.tres_per_node);
	if (change.partition && strcmp(change.partition, "p5en") != 0)
		memory_free((void **)&change.partition);
	assert_int_equal(copies, 0);
	assert_int_equal(memory_out, 0);
	world_free(&world);
	return 0;
}

/* One case, with a world of its own before and behind it. */
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

#endif
