/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happens to one submission: read, decided, changed, told. */
#include "job_submit/submit.h"

#include "job_submit/job_desc.h"
#include "policies/decide/record.h"

/* -1: Slurm has no memory for it, DESC is as it was. */
static int accept_job(const struct cr_judge *judge, struct job_descriptor *desc,
		      const struct cr_request *request, const struct cr_decision *decision,
		      const char *record, char **err_msg)
{
	struct cr_job_desc_change change = {
		.decision = decision,
		.record = record,
		.field = cr_policy_record_field(judge->policy),
		.keep_comment = request->privileged,
	};

	if (cr_job_desc_apply(desc, &change, judge->alloc) != 0)
		return -1;
	if (decision->notice)
		(void)cr_slurm_append_line(judge->alloc, err_msg, decision->notice);
	return 0;
}

static bool is_refused(const struct cr_decision *d)
{
	return d->act && d->verdict == CR_VERDICT_REFUSE;
}

static enum cr_answer decide_job(const struct cr_judge *judge, struct job_descriptor *desc,
				 struct cr_request *request, char **err_msg)
{
	struct cr_judge_memory memory;
	char json[CR_RECORD_MAX];
	const char *record;
	struct cr_decision decision;

	cr_judge_decide(judge, CR_EVENT_SUBMIT, request, NULL, &memory, &decision);
	record = cr_judge_tell(judge, CR_EVENT_SUBMIT, request, &decision, json);
	/* What could not be set is as if it had not been judged: it lands elsewhere. */
	if (!is_refused(&decision) &&
	    accept_job(judge, desc, request, &decision, record, err_msg) != 0)
		cr_judge_decide(judge, CR_EVENT_SUBMIT, request,
				"Slurm has no memory for what was decided", &memory, &decision);
	if (is_refused(&decision))
		return cr_judge_refuse(judge, decision.code, decision.message, err_msg);
	return CR_ANSWER_ACCEPT;
}

/*
 * What another cluster chose is no choice of the user's.  Whoever forges a record
 * has what it names chosen anew: that frees from nothing.
 */
static void reopen_passed_on(const struct cr_judge *judge, struct job_descriptor *desc)
{
	char memory[4 * CR_RECORD_MAX];
	struct cr_record record;
	struct cr_arena arena;

	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	if (cr_record_parse(cr_job_desc_record(desc, cr_policy_record_field(judge->policy)), &arena,
			    &record, NULL) == 0 &&
	    record.decision.verdict == CR_VERDICT_ROUTE && record.decision.mode == CR_MODE_ENFORCE)
		cr_job_desc_reopen(desc, &record.decision, judge->alloc);
}

enum cr_answer cr_submit(const struct cr_judge *judge, struct job_descriptor *desc,
			 uint32_t submit_uid, char **err_msg)
{
	char option[CR_OPTION_MAX + 2]; /* one more than a good value has */
	bool declared = cr_job_desc_option(desc, option, sizeof(option));
	bool active = judge->policy && cr_policy_is_active(judge->policy);
	struct cr_request request;

	if (cr_job_desc_is_passed_on(desc, submit_uid)) {
		cr_job_desc_read(desc, &request);
		submit_uid = request.uid; /* for the policy it is the user who asks */
		if (active)
			reopen_passed_on(judge, desc);
	}
	cr_job_desc_scrub(desc, judge->alloc);
	if (cr_job_desc_is_forged(desc) && !cr_judge_is_privileged(judge, submit_uid))
		cr_job_desc_drop_extra(desc, judge->alloc);
	if (!active)
		return CR_ANSWER_ACCEPT;
	cr_job_desc_read(desc, &request);
	request.comm_profile = declared ? option : NULL;
	request.comm_profile_from = declared ? cr_job_desc_option_from(desc, option) : NULL;
	request.privileged = cr_judge_is_privileged(judge, submit_uid);
	return decide_job(judge, desc, &request, err_msg);
}
