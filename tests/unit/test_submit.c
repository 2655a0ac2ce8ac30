/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/submit: a submission from description to description, and what
 * becomes of it when any allocation fails on any path.
 */
#include "unit.h"

#include "job_submit/env.h"
#include "job_submit/submit.h"
#include "policies/file/policy_model.h"
#include "policy_world.h"
#include "slurm_log.h"
#include "slurm_memory.h"

#include <slurm/slurm.h>

static struct world world;
static job_desc_msg_t desc;
static char *message;
static unsigned noted, unjudged;

static void note(enum cr_event event, const struct cr_request *request,
		 const struct cr_decision *decision, const char *record, const char *id)
{
	(void)event;
	(void)request;
	(void)record;
	assert_string_equal(id, "-");
	assert_non_null(decision);
	noted++;
}

static void note_unjudged(enum cr_event event, const struct cr_request *request, const char *why)
{
	assert_int_equal(event, CR_EVENT_SUBMIT);
	assert_int_equal(request->uid, 1000);
	assert_non_null(why);
	unjudged++;
}

static void add_accounts(const struct cr_policy *policy, struct cr_request *request,
			 struct cr_view *view, struct cr_arena *arena)
{
	(void)policy;
	(void)view;
	(void)arena;
	request->user = "ada";
	if (!request->account)
		request->account = "nlp";
}

static struct cr_judge judge(void)
{
	return (struct cr_judge){
		.policy = world.policy,
		.view = &world.view,
		.alloc = &memory,
		.add_accounts = add_accounts,
		.note = note,
		.note_unjudged = note_unjudged,
	};
}

static enum cr_answer submit(void)
{
	struct cr_judge j = judge();

	return cr_submit(&j, &desc, 1000, &message);
}

static void append(char ***entries, uint32_t *count, const char *name, const char *value)
{
	assert_int_equal(cr_env_append((struct cr_env_list){entries, count}, name, value, &memory),
			 0);
}

static void free_list(char ***entries, uint32_t *count)
{
	for (uint32_t i = 0; i < *count; i++)
		memory_free((void **)&(*entries)[i]);
	memory_free((void **)entries);
	*count = 0;
}

/* A batch job of 4 nodes with OPTION (NULL: none). */
static void make_desc(const char *option)
{
	slurm_init_job_desc_msg(&desc);
	desc.user_id = 1000;
	desc.het_job_offset = NO_VAL;
	desc.min_nodes = desc.max_nodes = 4;
	desc.tres_per_node = cr_slurm_strdup(&memory, "gres/gpu:4");
	desc.script = (char *)"#!/bin/sh";
	append(&desc.environment, &desc.env_size, "PATH", "/bin");
	append(&desc.environment, &desc.env_size, "SLURM_SUBMIT_DIR", "/tmp");
	append(&desc.environment, &desc.env_size, "COMMROUTE_PROFILE", "forged");
	if (option)
		append(&desc.spank_job_env, &desc.spank_job_env_size,
		       "_SLURM_SPANK_OPTION_commroute_comm_profile", option);
}

static void free_desc(void)
{
	char **strings[] = {&desc.partition, &desc.qos,           &desc.admin_comment,
			    &desc.extra,     &desc.tres_per_node, &message};

	for (size_t i = 0; i < COUNT(strings); i++)
		memory_free((void **)strings[i]);
	free_list(&desc.environment, &desc.env_size);
	free_list(&desc.spank_job_env, &desc.spank_job_env_size);
}

static int setup(void **state)
{
	(void)state;
	world_make(&world, NULL);
	message = NULL;
	noted = unjudged = 0;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	free_desc();
	world_free(&world);
	assert_int_equal(memory_out, 0);
	return 0;
}

static const char *env(const char *name)
{
	return cr_env_get((struct cr_env_list){&desc.environment, &desc.env_size}, name, NULL);
}

static void a_declared_job_is_routed(void **state)
{
	(void)state;
	make_desc("moe");
	assert_int_equal(submit(), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.partition, "ultra");
	assert_string_equal(env("COMMROUTE_PROFILE"), "moe");
	assert_string_equal(env("SLURM_COMMROUTE_OPTION"), "moe");
	assert_non_null(strstr(desc.admin_comment, "\"partition\":\"ultra\""));
	assert_null(message);
	assert_int_equal(noted, 1);
}

static void a_refused_job_is_untouched_but_for_forged_names(void **state)
{
	(void)state;
	make_desc("moee");
	assert_int_equal(submit(), CR_ANSWER_BAD_OPTION);
	assert_null(desc.partition);
	assert_null(desc.admin_comment);
	assert_null(env("COMMROUTE_PROFILE"));
	assert_ptr_equal(strstr(message, "CR-103"), message);
	assert_int_equal(noted, 1);
}

static bool has_none(const char *name)
{
	(void)name;
	return false;
}

static bool has_all(const char *name)
{
	assert_string_equal(name, "ultra");
	return true;
}

/* A view is some seconds old: what was removed since is no place for a job. */
static void a_partition_that_is_gone_is_said(void **state)
{
	struct cr_judge j = judge();

	(void)state;
	make_desc("moe");
	j.has_partition = has_none;
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_NO_FIT);
	assert_non_null(strstr(message, "CR-304: partition 'ultra', where the job belongs"));
	assert_null(desc.partition);
	assert_null(desc.qos);
	assert_null(desc.admin_comment);
	memory_free((void **)&message);
	desc.partition = cr_slurm_strdup(&memory, "ultra"); /* Slurm's to say: it is the user's */
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_ACCEPT);
	memory_free((void **)&desc.partition);
	j.has_partition = has_all;
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.partition, "ultra");
	free_desc();
}

static bool has_new_one(const char *name)
{
	return strcmp(name, "new1") == 0;
}

/* A node that was made since the view was is no wrong name; another one is. */
static void a_node_that_is_new_is_slurms_to_judge(void **state)
{
	struct cr_judge j = judge();

	(void)state;
	world_name_nodes(&world);
	make_desc("moe");
	desc.req_nodes = (char *)"u01,new1";
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_NO_FIT);
	assert_non_null(strstr(message, "CR-314"));
	memory_free((void **)&message);
	j.has_node = has_new_one;
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_ACCEPT);
	assert_null(desc.partition);
	desc.req_nodes = (char *)"u01,old1";
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_NO_FIT);
	free_desc();
}

static void a_message_is_appended(void **state)
{
	(void)state;
	make_desc("moee");
	message = cr_slurm_strdup(&memory, "another plugin's");
	assert_int_equal(submit(), CR_ANSWER_BAD_OPTION);
	assert_ptr_equal(strstr(message, "another plugin's\nCR-103"), message);
}

static void a_variable_counts_where_no_client_of_slurms_was(void **state)
{
	(void)state;
	make_desc(NULL);
	free_list(&desc.environment, &desc.env_size);
	append(&desc.environment, &desc.env_size, "COMMROUTE_PROFILE", "moe,noborrow");
	assert_int_equal(submit(), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.partition, "ultra");
	assert_string_equal(env("COMMROUTE_PROFILE"), "moe");
	assert_string_equal(env("SLURM_COMMROUTE_OPTION"), "moe,noborrow");
}

static void a_scrontab_job_is_undeclared(void **state)
{
	(void)state;
	make_desc(NULL);
	free_list(&desc.environment, &desc.env_size);
	append(&desc.environment, &desc.env_size, "COMMROUTE_PROFILE", "moe");
	desc.crontab_entry = &desc;
	assert_int_equal(submit(), CR_ANSWER_ACCEPT);
	assert_null(desc.partition);
	desc.crontab_entry = NULL;
}

static void forged_names_go_without_policy_and_view(void **state)
{
	struct cr_judge j = judge();

	(void)state;
	j.policy = NULL;
	make_desc("moe");
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_ACCEPT);
	assert_null(env("COMMROUTE_PROFILE"));
	j = judge();
	j.view = NULL;
	append(&desc.environment, &desc.env_size, "COMMROUTE_PROFILE", "forged");
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_ACCEPT);
	assert_string_equal(env("COMMROUTE_PROFILE"), "moe"); /* our word */
	assert_null(desc.partition);
	assert_int_equal(unjudged, 1);
}

/* Without a view names alone can be judged; what the policy closes by them stays closed. */
static void without_a_view_rights_are_judged(void **state)
{
	static const struct {
		const char *option, *partition;
		enum cr_answer answer;
	} cases[] = {
		{"moe", NULL, CR_ANSWER_ACCEPT},
		{"moe", "ultra", CR_ANSWER_ACCEPT},
		{NULL, "p5en", CR_ANSWER_ACCEPT},
		{NULL, "ultra", CR_ANSWER_NO_RIGHT}, /* admit: {min_intensity: high} */
		{"independent", "p5en,ultra", CR_ANSWER_NO_RIGHT},
		{"moee", NULL, CR_ANSWER_BAD_OPTION},
	};
	struct cr_judge j = judge();

	(void)state;
	j.view = NULL;
	for (size_t i = 0; i < COUNT(cases); i++) {
		make_desc(cases[i].option);
		if (cases[i].partition)
			desc.partition = cr_slurm_strdup(&memory, cases[i].partition);
		noted = unjudged = 0;
		assert_int_equal(cr_submit(&j, &desc, 1000, &message), cases[i].answer);
		assert_int_equal(noted, 1);
		assert_int_equal(unjudged, 1);
		free_desc();
	}
}

/* What could not be set is not acted on: where the policy closes that, it is refused. */
static void what_cannot_be_set_is_not_judged(void **state)
{
	(void)state;
	for (long n = 1; n < 4; n++) {
		make_desc("moe");
		unjudged = 0;
		memory_fail_at = n;
		assert_int_equal(submit(), CR_ANSWER_ACCEPT);
		assert_int_equal(unjudged, 1);
		assert_null(desc.partition);
		free_desc();
		world.policy->site.not_judged = CR_NOT_JUDGED_REFUSE;
		make_desc("moe");
		memory_fail_at = n;
		assert_int_equal(submit(), CR_ANSWER_REFUSED);
		memory_fail_at = 0;
		world.policy->site.not_judged = CR_NOT_JUDGED_PROTECT;
		free_desc();
	}
	make_desc(NULL);
}

/* GPUs that cannot be read leave their number open, not the job unjudged. */
static void a_job_whose_gpus_cannot_be_read_is_judged(void **state)
{
	static const char *const texts[] = {"gres/gpu=4x", "gres/gpu:", "gres/gpu:a:b:c"};
	struct cr_judge j = judge();

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		make_desc("moo");
		memory_free((void **)&desc.tres_per_node);
		desc.tres_per_node = cr_slurm_strdup(&memory, texts[i]);
		assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_BAD_OPTION);
		assert_non_null(strstr(message, "CR-103"));
		assert_int_equal(unjudged, 0);
		free_desc();
	}
}

/* Extra is its user's, but for what would be read as a record of ours. */
static void a_forged_record_goes(void **state)
{
	static const char forged[] = "x {\"commroute\":1,\"mode\":\"enforce\"}";
	struct cr_judge j = judge();

	(void)state;
	make_desc(NULL);
	desc.extra = cr_slurm_strdup(&memory, forged);
	assert_int_equal(cr_submit(&j, &desc, 0, &message), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.extra, forged); /* root's own */
	assert_int_equal(submit(), CR_ANSWER_ACCEPT);
	assert_null(desc.extra);
	desc.extra = cr_slurm_strdup(&memory, forged);
	j.policy = NULL;
	assert_int_equal(cr_submit(&j, &desc, 1000, &message), CR_ANSWER_ACCEPT);
	assert_null(desc.extra);
	desc.extra = cr_slurm_strdup(&memory, "a note on commroute");
	assert_int_equal(submit(), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.extra, "a note on commroute");
}

/* A value of a megabyte is cut, refused, and in no message. */
static void a_megabyte_of_option_is_refused(void **state)
{
	size_t size = 1 << 20;
	char *huge = malloc(size + 1);

	(void)state;
	memset(huge, 'a', size);
	huge[size] = '\0';
	make_desc(huge);
	free(huge);
	assert_int_equal(submit(), CR_ANSWER_BAD_OPTION);
	assert_true(strlen(message) < 1000);
}

/*
 * The nth allocation fails, for every n and every kind of outcome: the answer is
 * the same, the description is changed whole or not at all, nothing leaks.
 */
static void any_allocation_may_fail(void **state)
{
	static const char *const options[] = {"moe", "allreduce,borrow", "moee", "none", NULL};

	(void)state;
	for (size_t i = 0; i < COUNT(options); i++) {
		for (long n = 1; n < 40; n++) {
			enum cr_answer want = options[i] && strcmp(options[i], "moee") == 0
						      ? CR_ANSWER_BAD_OPTION
						      : CR_ANSWER_ACCEPT;

			make_desc(options[i]);
			memory_fail_at = n;
			assert_int_equal(submit(), want);
			memory_fail_at = 0;
			/* Routed and recorded and told the job, or none of these. */
			assert_int_equal(!desc.admin_comment, !env("COMMROUTE_DECISION"));
			if (desc.partition)
				assert_non_null(desc.admin_comment);
			assert_int_equal(memcmp(desc.environment[0], "PATH=", 5), 0);
			assert_null(desc.environment[desc.env_size]);
			free_desc();
			assert_int_equal(memory_out, 0);
		}
	}
	make_desc(NULL);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

/* ---- a sibling of a federation passes jobs on as root --------------------------- */

static enum cr_answer pass_on(void)
{
	struct cr_judge j = judge();

	desc.fed_siblings_viable = 3;
	return cr_submit(&j, &desc, 0, &message);
}

static void a_sibling_is_not_its_user(void **state)
{
	struct cr_judge j = judge();

	(void)state;
	make_desc(NULL);
	desc.min_nodes = desc.max_nodes = 1; /* too few for ultra */
	desc.partition = cr_slurm_strdup(&memory, "ultra");
	assert_int_equal(cr_submit(&j, &desc, 0, &message), CR_ANSWER_ACCEPT); /* root does */
	assert_int_equal(pass_on(), CR_ANSWER_NO_RIGHT);
	assert_non_null(strstr(message, "CR-206"));
	memory_free((void **)&message);
	desc.user_id = 0; /* root's own job */
	assert_int_equal(pass_on(), CR_ANSWER_ACCEPT);
}

static void what_a_sibling_sends_at_first_is_routed_here(void **state)
{
	(void)state;
	make_desc("moe");
	assert_int_equal(pass_on(), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.partition, "ultra");
}

static void make_chosen(const char *record, const char *partition, const char *qos)
{
	make_desc("moe");
	desc.partition = cr_slurm_strdup(&memory, partition);
	desc.qos = cr_slurm_strdup(&memory, qos);
	desc.segment_size = 3;
	append(&desc.environment, &desc.env_size, "SLURM_COMMROUTE_DECISION", record);
}

/* The routed job as it stands at the sibling: its choices are no user's. */
static void what_a_sibling_chose_is_chosen_anew(void **state)
{
	(void)state;
	make_chosen("{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\","
		    "\"partition\":\"theirs\",\"qos\":\"b,NLP\",\"segment\":3}",
		    "theirs", "nlp");
	assert_int_equal(pass_on(), CR_ANSWER_ACCEPT);
	assert_string_equal(desc.partition, "ultra");
	assert_int_not_equal(desc.segment_size, 3);
	assert_null(strstr(desc.admin_comment, "theirs"));
}

/* What differs from the record is the user's, and so is all of it where nothing was set. */
static void what_its_user_chose_stays(void **state)
{
	static const char *const records[] = {
		"{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\",\"partition\":"
		"\"ultra\",\"qos\":\"nlp\",\"segment\":2}",
		"{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"observe\",\"partition\":"
		"\"p5en\",\"qos\":\"spare\",\"segment\":3}",
		"{\"commroute\":1,\"verdict\":\"leave\",\"mode\":\"enforce\",\"partition\":"
		"\"p5en\",\"qos\":\"spare\",\"segment\":3}",
		"nonsense"};

	(void)state;
	for (size_t i = 0; i < COUNT(records); i++) {
		make_chosen(records[i], "p5en", "spare");
		(void)pass_on();
		assert_string_equal(desc.partition, "p5en");
		assert_string_equal(desc.qos, "spare");
		assert_int_equal(desc.segment_size, 3);
		free_desc();
	}
	make_desc(NULL);
}

/* A record of the user's own gets them nothing: what it names is judged as if left open. */
static void a_forged_record_opens_nothing(void **state)
{
	(void)state;
	make_desc(NULL);
	desc.min_nodes = desc.max_nodes = 1;
	desc.partition = cr_slurm_strdup(&memory, "ultra");
	append(&desc.environment, &desc.env_size, "SLURM_COMMROUTE_DECISION",
	       "{\"commroute\":1,\"verdict\":\"route\",\"mode\":\"enforce\","
	       "\"partition\":\"ultra\"}");
	assert_int_equal(pass_on(), CR_ANSWER_ACCEPT);
	assert_null(desc.partition); /* it goes where Slurm puts it */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_declared_job_is_routed),
		CASE(a_sibling_is_not_its_user),
		CASE(what_a_sibling_sends_at_first_is_routed_here),
		CASE(what_a_sibling_chose_is_chosen_anew),
		CASE(what_its_user_chose_stays),
		CASE(a_forged_record_opens_nothing),
		CASE(a_refused_job_is_untouched_but_for_forged_names),
		CASE(a_partition_that_is_gone_is_said),
		CASE(a_node_that_is_new_is_slurms_to_judge),
		CASE(a_message_is_appended),
		CASE(a_variable_counts_where_no_client_of_slurms_was),
		CASE(a_scrontab_job_is_undeclared),
		CASE(forged_names_go_without_policy_and_view),
		CASE(without_a_view_rights_are_judged),
		CASE(what_cannot_be_set_is_not_judged),
		CASE(a_job_whose_gpus_cannot_be_read_is_judged),
		CASE(a_megabyte_of_option_is_refused),
		CASE(a_forged_record_goes),
		CASE(any_allocation_may_fail),
	};

	return cmocka_run_group_tests_name("submit", tests, NULL, NULL);
}
