/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An update judged as if the job were submitted with it; what cannot be is refused,
 * what follows is set too.
 */
#include "job_submit/modify.h"

#include "job_submit/job_desc.h"
#include "job_submit/log.h"
#include "policies/decide/decision_fields.h"
#include "policies/decide/record.h"

#include <slurm/slurm.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* One update, and what became known of it. */
struct update {
	const struct cr_judge *judge;
	struct job_descriptor *change;
	struct cr_job_desc_said said;
	const struct cr_record *record; /* of the job's routing; NULL: it was not routed */
	char **err_msg;
};

/* What came of one try. */
struct outcome {
	bool refused;
	enum cr_code code;
	char message[700];
};

static bool in_list(const char *list, const char *name)
{
	size_t len = name ? strlen(name) : 0;

	for (const char *at = list; at && len; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncasecmp(at, name, len) == 0 && (!at[len] || at[len] == ','))
			return true;
	}
	return false;
}

/* What was our choice, and is not the user's now, is open again. */
static void reopen_choice(const struct update *u, struct cr_request *r)
{
	r->modify = !u->record;
	if (!u->record)
		return;
	if (!u->said.qos && in_list(u->record->decision.qos, r->qos))
		r->qos = NULL;
	if (u->record->decision.preemptible)
		r->requeue = CR_YES; /* it consented once */
}

static bool may_move(const struct update *u, const struct cr_request *r)
{
	const char *ours = u->record ? u->record->decision.partition : NULL;

	return ours && !u->said.partition && r->partition && strcmp(ours, r->partition) == 0;
}

static void keep_outcome(const struct cr_decision *d, struct outcome *o)
{
	o->refused = true;
	o->code = d->code;
	(void)snprintf(o->message, sizeof(o->message), "%s", d->message ? d->message : "");
}

/* What is as it was stays unsaid: Slurm would look at it as at a change. */
static void keep_unchanged(const struct update *u, bool moved, struct cr_decision *d)
{
	const char *before = u->record->decision.qos;

	if (d->qos && before && strcasecmp(d->qos, before) == 0 && !u->said.no_qos)
		d->qos = NULL;
	if (!u->said.size && !u->said.partition && !moved)
		d->switches = d->switch_wait = CR_UNSET;
}

static void apply_outcome(const struct update *u, const struct cr_request *r, bool moved,
			  struct cr_decision *d)
{
	if (!d->act || r->modify || d->verdict != CR_VERDICT_ROUTE)
		return;
	keep_unchanged(u, moved, d);
	if (cr_job_desc_apply_update(u->change, d, u->judge->alloc) != 0)
		slurm_error("commroute: uid=%u: out of memory, the update goes through as it is",
			    r->uid);
}

/* Decide once; MOVED says that this is a try with the partition open. */
static void try_update(const struct update *u, struct cr_request request, bool moved,
		       struct outcome *o)
{
	char memory[CR_DECIDE_ARENA], json[CR_RECORD_MAX];
	struct cr_decision decision;
	struct cr_arena arena;
	bool refuse;

	*o = (struct outcome){0};
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	if (moved)
		request.partition = NULL;
	if (cr_judge_decide(u->judge, &request, &arena, &decision) != 0) {
		cr_judge_skip(u->judge, CR_EVENT_MODIFY, request.uid, "out of memory");
		return;
	}
	refuse = decision.act && decision.verdict == CR_VERDICT_REFUSE;
	if (refuse || (moved && !cr_decision_fits_update(&decision, &request))) {
		keep_outcome(&decision, o);
		if (moved)
			return; /* the first try's words are the user's */
	}
	cr_judge_tell(u->judge, CR_EVENT_MODIFY, &request, &decision,
		      cr_record_format(&decision, cr_policy_hash(u->judge->policy), json));
	if (!refuse)
		apply_outcome(u, &request, moved, &decision);
}

static enum cr_answer judge_merged(const struct update *u, struct cr_request *request)
{
	struct outcome first, second;

	reopen_choice(u, request);
	try_update(u, *request, false, &first);
	if (!first.refused)
		return CR_ANSWER_ACCEPT;
	if (may_move(u, request)) {
		try_update(u, *request, true, &second);
		if (!second.refused)
			return CR_ANSWER_ACCEPT;
	}
	return cr_judge_refuse(u->judge, first.code, first.message, u->err_msg);
}

/* Only what was really set is ours to choose anew. */
static bool was_routed(const struct cr_record *record)
{
	return record->decision.verdict == CR_VERDICT_ROUTE &&
	       record->decision.mode == CR_MODE_ENFORCE;
}

static enum cr_answer judge_update(const struct update *known, const struct job_descriptor *job)
{
	char option[CR_OPTION_MAX + 2], memory[4 * CR_RECORD_MAX];
	struct update u = *known;
	struct job_descriptor merged;
	struct cr_request request, change;
	struct cr_record record;
	struct cr_arena arena;

	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	cr_job_desc_merge(&merged, job, u.change);
	cr_job_desc_read(&merged, &request);
	/* For the site's script: what the update asks for, apart from the job. */
	cr_job_desc_read(u.change, &change);
	request.change = &change;
	if (cr_job_desc_option(job, option, sizeof(option)))
		request.comm_profile = option;
	if (cr_record_parse(cr_job_desc_record(job, cr_policy_record_field(u.judge->policy)),
			    &arena, &record, NULL) == 0 &&
	    was_routed(&record))
		u.record = &record;
	return judge_merged(&u, &request);
}

static enum cr_answer refuse_extra(const struct cr_judge *judge, char **err_msg)
{
	char message[200];

	(void)snprintf(message, sizeof(message),
		       "%s: Extra holds the record of where the job went, which only "
		       "administrators change; use Comment for notes of yours",
		       cr_code_text(CR_209_RECORD_FIELD));
	return cr_judge_refuse(judge, CR_209_RECORD_FIELD, message, err_msg);
}

enum cr_answer cr_modify(const struct cr_judge *judge, struct job_descriptor *change,
			 struct job_record *job, uint32_t submit_uid, char **err_msg)
{
	struct update u = {.judge = judge, .change = change, .err_msg = err_msg};
	struct job_descriptor *copy;
	enum cr_answer answer;

	if (!judge->policy || !cr_policy_is_active(judge->policy))
		return CR_ANSWER_ACCEPT;
	u.said = cr_job_desc_said(change, cr_policy_record_field(judge->policy));
	if (!u.said.record && !u.said.forged &&
	    (!judge->view || !judge->copy_job || !cr_job_desc_matters(change)))
		return CR_ANSWER_ACCEPT;
	if (cr_judge_is_privileged(judge, submit_uid))
		return CR_ANSWER_ACCEPT;
	if (u.said.forged || (u.said.record && cr_policy_enforces(judge->policy)))
		return refuse_extra(judge, err_msg);
	copy = judge->view && judge->copy_job ? judge->copy_job(job) : NULL;
	if (!copy)
		return CR_ANSWER_ACCEPT;
	answer = judge_update(&u, copy);
	judge->free_job(copy);
	return answer;
}
