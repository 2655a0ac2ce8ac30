/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "job_submit/submit.h"

#include "base/text.h"
#include "job_submit/job_desc.h"
#include "policies/decision.h"
#include "policies/record.h"

#include <slurm/spank.h>
#include <string.h>
#include <time.h>

static enum cr_answer answer_for(const char *code)
{
	/* "CR-301": the digit is the family, see policies/codes.h. */
	switch (code && strncmp(code, "CR-", 3) == 0 ? code[3] : '\0') {
	case '1':
		return CR_ANSWER_BAD_OPTION;
	case '2':
		return CR_ANSWER_NO_RIGHT;
	case '3':
		return CR_ANSWER_NO_FIT;
	case '4':
		return CR_ANSWER_OVER_LIMIT;
	default:
		return CR_ANSWER_REFUSED;
	}
}

static const char *or_dash(const char *text)
{
	return text ? text : "-";
}

static void log_reasons(const struct cr_request *r, const struct cr_decision *d)
{
	for (size_t i = 0; i < d->reason_count; i++)
		slurm_debug("commroute: uid=%u %s: %s%s%s", r->uid,
			    cr_step_name(d->reasons[i].step), or_dash(d->reasons[i].subject),
			    d->reasons[i].against ? " ruled out: " : ": ", d->reasons[i].text);
}

/* One line for each decision, no byte of it a stranger's: the account is escaped. */
static void log_decision(const struct cr_request *r, const struct cr_decision *d)
{
	char account[64];

	cr_text_printable(account, sizeof(account), or_dash(r->account),
			  strlen(or_dash(r->account)));
	slurm_info("commroute: uid=%u account=%s profile=%s verdict=%s mode=%s partition=%s "
		   "code=%s",
		   r->uid, account, or_dash(d->profile), cr_verdict_name(d->verdict),
		   cr_mode_name(d->mode), or_dash(d->partition), or_dash(d->code));
	log_reasons(r, d);
}

static enum cr_answer refuse(const struct cr_submit_context *context,
			     const struct cr_decision *decision, char **err_msg)
{
	if (decision->message)
		(void)cr_slurm_append_line(context->alloc, err_msg, decision->message);
	return answer_for(decision->code);
}

static void accept(const struct cr_submit_context *context, struct job_descriptor *desc,
		   const struct cr_request *request, const struct cr_decision *decision,
		   char **err_msg)
{
	char record[CR_RECORD_MAX];
	struct cr_job_desc_change change = {
		.decision = decision,
		.field = cr_policy_record_field(context->policy),
		.keep_comment = request->privileged,
	};

	if (decision->record)
		change.record = cr_record_format(decision, cr_policy_hash(context->policy), record);
	if (cr_job_desc_apply(desc, &change, context->alloc) != 0) {
		slurm_error("commroute: uid=%u: out of memory, the job goes through unchanged",
			    request->uid);
		return;
	}
	if (decision->notice)
		(void)cr_slurm_append_line(context->alloc, err_msg, decision->notice);
}

static enum cr_answer decide(const struct cr_submit_context *context, struct job_descriptor *desc,
			     struct cr_request *request, char **err_msg)
{
	char memory[CR_DECIDE_ARENA];
	struct cr_arena arena;
	struct cr_decision decision;
	struct cr_view view = *context->view;

	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	view.age = view.taken ? (uint32_t)(time(NULL) - view.taken) : 0;
	if (context->add_accounts)
		context->add_accounts(request, &view, &arena);
	if (cr_decide(context->policy, request, &view, &arena, &decision) != 0) {
		slurm_error("commroute: uid=%u: the decision ran out of its %zu bytes, "
			    "the job goes through unchanged",
			    request->uid, sizeof(memory));
		return CR_ANSWER_ACCEPT;
	}
	if (decision.record)
		log_decision(request, &decision);
	if (decision.act && decision.verdict == CR_VERDICT_REFUSE)
		return refuse(context, &decision, err_msg);
	accept(context, desc, request, &decision, err_msg);
	return CR_ANSWER_ACCEPT;
}

enum cr_answer cr_submit(const struct cr_submit_context *context, struct job_descriptor *desc,
			 uint32_t submit_uid, char **err_msg)
{
	struct cr_request request;
	struct cr_error err;

	cr_job_desc_scrub(desc, context->alloc);
	if (!context->policy || !cr_policy_is_active(context->policy))
		return CR_ANSWER_ACCEPT;
	if (cr_job_desc_read(desc, submit_uid, &request, &err) != 0) {
		slurm_info("commroute: uid=%u: left to Slurm to judge: %s", submit_uid, err.text);
		return CR_ANSWER_ACCEPT;
	}
	if (!context->view) {
		slurm_info("commroute: uid=%u: the cluster is not known yet, the job goes through "
			   "unchanged",
			   request.uid);
		return CR_ANSWER_ACCEPT;
	}
	return decide(context, desc, &request, err_msg);
}
