/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/modify: the second try.  A routed job that no longer fits where we
 * sent it may go elsewhere, unless the choice is not ours or an update cannot
 * make it; and what of the first choice is open again.
 */
#include "unit.h"

#include "job_submit/modify.h"
#include "policy_world.h"
#include "slurm_log.h"
#include "slurm_memory.h"

#include <slurm/slurm.h>
#include <stdio.h>

static struct world world;
static job_desc_msg_t job, change;
static char *message, *environment[2], *spank[1];
static char record[512], option[100];
static unsigned copies, notes;
static enum cr_verdict noted;
static bool note_without_decision;

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

static void add_accounts(struct cr_request *request, struct cr_view *view, struct cr_arena *arena)
{
	(void)view;
	(void)arena;
	request->user = "ada";
}

static void note(enum cr_event event, const struct cr_request *request,
		 const struct cr_decision *decision, const char *json, char id[32])
{
	(void)request;
	(void)json;
	(void)id;
	assert_int_equal(event, CR_EVENT_MODIFY);
	notes++;
	note_without_decision = !decision;
	if (decision)
		noted = decision->verdict;
}

static enum cr_answer modify(void)
{
	struct cr_judge judge = {.policy = world.policy,
				 .view = &world.view,
				 .alloc = &memory,
				 .add_accounts = add_accounts,
				 .copy_job = copy_job,
				 .free_job = free_job,
				 .note = note};

	notes = 0;
	note_without_decision = false;
	return cr_modify(&judge, &change, NULL, 1000, &message);
}

static void put_record(const char *keys)
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
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	memory_free((void **)&message);
	memory_free((void **)&change.qos);
	if (change.partition && strcmp(change.partition, "p5en") != 0)
		memory_free((void **)&change.partition);
	assert_int_equal(copies, 0);
	assert_int_equal(memory_out, 0);
	world_free(&world);
	return 0;
}

static void it_moves(void **state)
{
	(void)state;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
	assert_null(message);
	assert_int_equal(notes, 2); /* one of each try */
	assert_int_equal(noted, CR_VERDICT_ROUTE);
}

/* ---- where it does not: one thing changed at a time ---------------------------- */

static void user_names_the_partition(void)
{
	change.partition = (char *)"p5en";
}

static void never_routed(void)
{
	put_record("\"verdict\":\"leave\",\"mode\":\"enforce\",\"partition\":\"p5en\"");
}

static void only_observed(void)
{
	put_record("\"verdict\":\"route\",\"mode\":\"observe\",\"partition\":\"p5en\"");
}

static void record_without_partition(void)
{
	put_record("\"verdict\":\"route\",\"mode\":\"enforce\",\"qos\":\"nlp\"");
}

static void record_without_mode(void)
{
	put_record("\"verdict\":\"route\",\"partition\":\"p5en\"");
}

static void moved_since(void)
{
	put_record("\"verdict\":\"route\",\"mode\":\"enforce\",\"partition\":\"train\"");
}

static void needs_a_segment(void)
{
	job.segment_size = 0;
}

static void needs_a_gpu_type(void)
{
	job.tres_per_node = (char *)"gres/gpu:1";
}

static void fits_nowhere(void)
{
	change.min_nodes = change.max_nodes = 37;
	job.segment_size = 0;
}

static void not_portable(void)
{
	snprintf(option, sizeof(option), "_SLURM_SPANK_OPTION_commroute_comm_profile=allreduce");
}

static void (*const stays[])(void) = {
	user_names_the_partition,
	never_routed,
	only_observed,
	record_without_partition,
	record_without_mode,
	moved_since,
	needs_a_segment,
	needs_a_gpu_type,
	fits_nowhere,
	not_portable,
};

static void it_stays_and_is_refused(void **state)
{
	for (size_t i = 0; i < COUNT(stays); i++) {
		if (i) {
			teardown(state);
			setup(state);
		}
		print_message("case %zu\n", i);
		stays[i]();
		assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
		assert_non_null(strstr(message, "p5en")); /* the first try's words */
		assert_int_equal(change.req_switch, NO_VAL);
		assert_null(change.qos);
		if (i)
			assert_null(change.partition);
	}
}

/* A site that keeps whole blocks for one job: an update cannot ask for that. */
static void an_exclusive_topology_is_not_moved_to(void **state)
{
	static const char route[] = "{topology_type: block, segment: largest";
	const char *at = strstr(world_policy, route);
	char text[4096];

	assert_non_null(at);
	at += strlen(route);
	snprintf(text, sizeof(text), "%.*s, exclusive_topology: true%s", (int)(at - world_policy),
		 world_policy, at);
	teardown(state);
	setup(state);
	cr_policy_destroy(world.policy);
	world.policy = world_load(text);
	assert_non_null(world.policy);
	job.shared = NO_VAL16; /* not that the user said another */
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.partition);
}

/* ---- the QOS: ours is open again, the user's is not ------------------------------ */

static const struct {
	const char *recorded, *has, *said; /* said: in the update; NULL: nothing */
	bool accepted;
	const char *set; /* in the update, by us */
} choices[] = {
	{"nlp,spare", "nlp", NULL, true, "spare"}, /* one of our list */
	{"spare,nlp", "nlp", NULL, true, "spare"}, /* wherever in it */
	{"spare,nlp", "NLP", NULL, true, "spare"}, /* in any case */
	{"nlpx,spare", "nlp", NULL, false, NULL},  /* only a beginning of it */
	{"xnlp,spare", "nlp", NULL, false, NULL},  /* only an end of it */
	{"nlp,spare", "nlp", "nlp", false, "nlp"}, /* named by the update */
	{"spare", "spare", NULL, true, NULL},      /* as it was: nothing to set */
	{"SPARE", "spare", NULL, true, NULL},
	{"nlp", "nlp", "", true, "spare"}, /* back to the default one: chosen anew */
};

static void ours_is_chosen_anew(void **state)
{
	for (size_t i = 0; i < COUNT(choices); i++) {
		char keys[300];

		teardown(state);
		setup(state);
		print_message("record %s, job %s\n", choices[i].recorded, choices[i].has);
		snprintf(keys, sizeof(keys),
			 "\"verdict\":\"route\",\"mode\":\"enforce\",\"partition\":\"p5en\","
			 "\"qos\":\"%s\",\"preemptible\":true",
			 choices[i].recorded);
		put_record(keys);
		job.qos = (char *)choices[i].has;
		job.tres_per_node = (char *)"gres/gpu:h200:8";
		world.tres[0].grp = 31; /* own: never again */
		change.min_nodes = change.max_nodes = 4;
		if (choices[i].said)
			change.qos = cr_slurm_strdup(&memory, choices[i].said);
		assert_int_equal(modify() == CR_ANSWER_ACCEPT, choices[i].accepted);
		if (choices[i].set)
			assert_string_equal(change.qos, choices[i].set);
		else
			assert_null(change.qos);
		assert_null(change.partition);
	}
}

/* Without the consent that the record tells of it does not borrow. */
static void consent_is_remembered(void **state)
{
	(void)state;
	job.tres_per_node = (char *)"gres/gpu:h200:8";
	job.requeue = 1;
	world.tres[0].grp = 31;
	change.min_nodes = change.max_nodes = 4;
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.qos);
}

/* ---- who is asked, and told -------------------------------------------------------- */

static void every_judgement_is_noted(void **state)
{
	(void)state;
	change.min_nodes = change.max_nodes = 4;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(notes, 1);
	assert_int_equal(noted, CR_VERDICT_ROUTE);
	change.min_nodes = change.max_nodes = 500;
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(notes, 1); /* the second try's refusal is nobody's */
	assert_int_equal(noted, CR_VERDICT_REFUSE);
}

static void what_cannot_be_judged_goes_through(void **state)
{
	struct cr_judge judge = {
		.policy = world.policy, .alloc = &memory, .copy_job = copy_job, .note = note};

	(void)state;
	change.min_nodes = 500;
	assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), CR_ANSWER_ACCEPT);
	judge.view = &world.view; /* known, but no way to copy a job */
	judge.copy_job = NULL;
	assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), CR_ANSWER_ACCEPT);
	assert_null(message);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(it_moves),
		CASE(it_stays_and_is_refused),
		CASE(an_exclusive_topology_is_not_moved_to),
		CASE(ours_is_chosen_anew),
		CASE(consent_is_remembered),
		CASE(every_judgement_is_noted),
		CASE(what_cannot_be_judged_goes_through),
	};

	return cmocka_run_group_tests_name("modify again", tests, NULL, NULL);
}
