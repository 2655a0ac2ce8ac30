/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/modify: what of the first choice is ours and open again; and who is told. */
#include "tests/unit/modify_world.h"

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

/* A site that only observes: the update is noted, and neither changed nor refused. */
static void what_is_observed_is_left(void **state)
{
	char text[4096];

	(void)state;
	snprintf(text, sizeof(text), "version: 1\nmode: observe\n%s",
		 strstr(world_policy, "exempt:"));
	cr_policy_destroy(world.policy);
	world.policy = world_load(text);
	assert_non_null(world.policy);
	for (uint32_t nodes = 4; nodes <= 500; nodes += 496) {
		change.min_nodes = change.max_nodes = nodes;
		assert_int_equal(modify(), CR_ANSWER_ACCEPT);
		assert_int_equal(notes, 1);
		assert_int_equal(noted, nodes == 4 ? CR_VERDICT_ROUTE : CR_VERDICT_REFUSE);
		assert_null(change.partition);
		assert_null(change.qos);
		assert_int_equal(change.req_switch, NO_VAL);
		assert_null(message);
	}
}

static struct job_descriptor *copy_none(struct job_record *ignored)
{
	(void)ignored;
	return NULL;
}

static void what_cannot_be_judged_goes_through(void **state)
{
	struct cr_judge judge = {.policy = world.policy,
				 .alloc = &memory,
				 .copy_job = copy_job,
				 .free_job = free_job,
				 .note = note};

	(void)state;
	change.min_nodes = 500;
	assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), CR_ANSWER_ACCEPT);
	judge.view = &world.view; /* known, but no way to copy a job */
	judge.copy_job = NULL;
	assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), CR_ANSWER_ACCEPT);
	assert_null(message);
	judge.copy_job = copy_none; /* nor is there one */
	assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), CR_ANSWER_ACCEPT);
	assert_int_equal(log_errors, 0);
}

static void without_memory_it_goes_through_and_is_told(void **state)
{
	(void)state;
	missing = "there is no memory";
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(notes, 1);
	assert_int_equal(unjudged, 1);
	assert_null(change.partition);
	missing = NULL;
	memory_fail_at = 1; /* Slurm's: what is set in the update */
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(log_errors, 1);
	assert_null(change.partition);
	memory_fail_at = 0;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_int_equal(log_errors, 0);
	assert_string_equal(change.partition, "ultra");
}

/* One byte more than an option can have is not the option without that byte. */
static void an_option_too_long_is_none(void **state)
{
	char text[400] = "_SLURM_SPANK_OPTION_commroute_comm_profile=ddp";

	(void)state;
	for (size_t i = 0; i < 28; i++)
		strcat(text, ",portable");
	assert_int_equal(strlen(strchr(text, '=') + 1), CR_OPTION_MAX);
	spank[0] = text;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
	memory_free((void **)&change.partition);
	strcat(text, ",");
	assert_int_equal(modify(), CR_ANSWER_BAD_OPTION);
	assert_null(change.partition);
}

/* ---- the field that holds the record ------------------------------------------------- */

static void use_extra(const char *mode)
{
	char text[4096];

	snprintf(text, sizeof(text), "version: 1\nmode: %s\nrecord: {field: extra}\n%s", mode,
		 strstr(world_policy, "exempt:"));
	cr_policy_destroy(world.policy);
	world.policy = world_load(text);
	assert_non_null(world.policy);
}

static void the_record_is_no_users_to_change(void **state)
{
	(void)state;
	slurm_init_job_desc_msg(&change);
	change.extra = (char *)"mine";
	assert_int_equal(modify(), CR_ANSWER_ACCEPT); /* the record is in admin_comment */
	assert_int_equal(notes, 0);
	use_extra("enforce");
	assert_int_equal(modify(), CR_ANSWER_NO_RIGHT);
	assert_string_equal(message,
			    "CR-209: Extra holds the record of where the job went, which only "
			    "administrators change; use Comment for notes of yours");
	memory_free((void **)&message);
	use_extra("observe");
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(message);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(ours_is_chosen_anew),
		CASE(consent_is_remembered),
		CASE(every_judgement_is_noted),
		CASE(what_is_observed_is_left),
		CASE(what_cannot_be_judged_goes_through),
		CASE(without_memory_it_goes_through_and_is_told),
		CASE(an_option_too_long_is_none),
		CASE(the_record_is_no_users_to_change),
	};

	return cmocka_run_group_tests_name("modify choice", tests, NULL, NULL);
}
