/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/modify: an update that cannot be judged whole, for want of the job or of
 * the cluster.  What the policy closes stays closed.
 */
#include "policies/file/policy_model.h"
#include "tests/unit/modify_world.h"

static struct job_descriptor *copy_none(struct job_record *ignored)
{
	(void)ignored;
	return NULL;
}

/* An update names no account: it is the default one of whoever asks. */
static void add_default_account(const struct cr_policy *policy, struct cr_request *request,
				struct cr_view *view, struct cr_arena *arena)
{
	add_accounts(policy, request, view, arena);
	request->account = "nlp";
}

static const struct {
	const char *partition;
	bool job, view; /* is known */
	unsigned not_judged;
	enum cr_answer answer;
	unsigned unjudged;
} cases[] = {
	{"p5en", true, true, CR_NOT_JUDGED_REFUSE, CR_ANSWER_ACCEPT, 0},
	{"p5en", true, false, CR_NOT_JUDGED_PROTECT, CR_ANSWER_ACCEPT, 1},
	{"p5en", false, true, CR_NOT_JUDGED_PROTECT, CR_ANSWER_ACCEPT, 1},
	/* admit: {min_intensity: high} of ultra; allreduce is the job's own. */
	{"ultra", true, false, CR_NOT_JUDGED_PROTECT, CR_ANSWER_ACCEPT, 1},
	{"ultra", false, true, CR_NOT_JUDGED_PROTECT, CR_ANSWER_NO_RIGHT, 1},
	{"ultra", false, false, CR_NOT_JUDGED_PROTECT, CR_ANSWER_NO_RIGHT, 1},
	{"ultra", false, true, CR_NOT_JUDGED_LEAVE, CR_ANSWER_ACCEPT, 1},
	{"p5en", false, true, CR_NOT_JUDGED_REFUSE, CR_ANSWER_REFUSED, 1},
	{"p5en", true, false, CR_NOT_JUDGED_REFUSE, CR_ANSWER_REFUSED, 1},
};

static void rights_are_judged(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_judge judge = {.policy = world.policy,
					 .view = cases[i].view ? &world.view : NULL,
					 .alloc = &memory,
					 .add_accounts = add_default_account,
					 .copy_job = cases[i].job ? copy_job : copy_none,
					 .free_job = free_job,
					 .note = note,
					 .note_unjudged = note_unjudged};

		print_message("case %zu\n", i);
		unjudged = 0;
		slurm_init_job_desc_msg(&change);
		change.partition = (char *)cases[i].partition;
		job.segment_size = 0;
		world.policy->site.not_judged = cases[i].not_judged;
		assert_int_equal(cr_modify(&judge, &change, NULL, 1000, &message), cases[i].answer);
		assert_int_equal(unjudged, cases[i].unjudged);
		memory_free((void **)&message);
		change.partition = NULL;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {CASE(rights_are_judged)};

	return cmocka_run_group_tests_name("job_submit/modify, unread", tests, NULL, NULL);
}
