/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An update judged as if the job were submitted with it; what cannot be is refused,
 * what follows is set too.
 */
#include "job_submit/modify.h"

#include "job_submit/earlier.h"
#include "job_submit/job_desc.h"
#include "job_submit/log.h"
#include "policies/decide/decision_fields.h"
#include "policies/decide/limits.h"

#include <slurm/slurm.h>
#include <stdio.h>
#include <string.h>

/* One update, and what became known of it. */
struct update {
	const struct cr_judge *judge;
	struct job_descriptor *change;
	const struct job_descriptor *job; /* as it stands */
	struct cr_request merged;         /* as it will be */
	struct cr_earlier earlier;
	const char *missing; /* why it cannot be judged whole, or NULL */
	char **err_msg;
};

/* Where the job may go: a try each. */
enum where {
	WHERE_IT_IS,
	WHERE_IT_FITS,   /* the partition is open */
	WHERE_SLURM_PUTS /* and none is to be set */
};

/* What came of one try. */
struct outcome {
	bool refused;
	bool left; /* nothing is to be set in it any more: not done yet */
	enum cr_code code;
	char message[700];
};

static void keep_outcome(const struct cr_decision *d, struct outcome *o)
{
	o->refused = true;
	o->code = d->code;
	(void)snprintf(o->message, sizeof(o->message), "%s", d->message ? d->message : "");
}

static const char *default_partition(const struct cr_view *view)
{
	for (size_t i = 0; i < view->partition_count; i++)
		if (view->partitions[i].is_default)
			return view->partitions[i].name;
	return NULL;
}

static const char *default_qos(const struct cr_view *view, const char *partition)
{
	const struct cr_assoc *assoc = cr_limits_assoc(view, partition);

	return assoc ? assoc->default_qos : NULL;
}

static void apply_outcome(const struct update *u, const struct cr_request *open, enum where where,
			  const struct cr_view *view, struct cr_decision *d)
{
	struct cr_job_desc_update update = {.decision = d, .job = u->job};
	struct cr_earlier earlier = u->earlier;

	if (d->mode != CR_MODE_ENFORCE || open->modify || (!d->act && !d->complete))
		return;
	if (where == WHERE_SLURM_PUTS && !d->partition)
		d->partition = default_partition(view);
	earlier.default_qos = default_qos(view, d->partition ? d->partition : open->partition);
	cr_earlier_settle(&earlier, open, where != WHERE_IT_IS, d, &update);
	if (cr_job_desc_apply_update(u->change, &update, u->judge->alloc) != 0)
		slurm_error("commroute: uid=%u: out of memory, the update goes through as it is",
			    open->uid);
}

/* Would the job, with what no update changes of it, be as D wants it? */
static bool fits_update(const struct update *u, const struct cr_decision *d)
{
	struct cr_request has = u->merged;

	if (u->earlier.record && u->earlier.record->decision.exclusive_topo)
		has.exclusive = CR_EXCLUSIVE_TOPO;
	return cr_decision_fits_update(d, &has);
}

/* Decide once.  FINAL: that nothing is to be set is no reason to look further. */
static void try_update(const struct update *u, struct cr_request open, enum where where, bool final,
		       struct outcome *o)
{
	struct cr_judge_memory memory;
	struct cr_decision decision;
	char json[CR_RECORD_MAX];
	bool refuse;

	*o = (struct outcome){0};
	if (where != WHERE_IT_IS)
		open.partition = NULL;
	cr_judge_decide(u->judge, CR_EVENT_MODIFY, &open, u->missing, &memory, &decision);
	refuse = decision.act && decision.verdict == CR_VERDICT_REFUSE;
	o->left = !refuse && !final && decision.complete && !decision.profile;
	if (o->left)
		return;
	if (refuse || (where != WHERE_IT_IS && !fits_update(u, &decision))) {
		keep_outcome(&decision, o);
		if (where != WHERE_IT_IS)
			return; /* the first try's words are the user's */
	}
	(void)cr_judge_tell(u->judge, CR_EVENT_MODIFY, &open, &decision, json);
	if (!refuse)
		apply_outcome(u, &open, where, &memory.view, &decision);
}

/* The job is in no profile any more: it goes where it would be without us, or stays. */
static void leave_job(const struct update *u, const struct cr_request *open, struct outcome *o)
{
	try_update(u, *open, WHERE_SLURM_PUTS, true, o);
	if (o->refused)
		try_update(u, *open, WHERE_IT_IS, true, o);
}

static enum cr_answer refuse_update(const struct update *u, struct outcome *o)
{
	size_t used = strlen(o->message);

	if (cr_code_family(o->code) == CR_FAMILY_LIMITS &&
	    cr_earlier_is_qos_stuck(&u->earlier, &u->merged))
		(void)snprintf(o->message + used, sizeof(o->message) - used,
			       "; in this Slurm no update of yours can change the QOS: submit the "
			       "job anew");
	return cr_judge_refuse(u->judge, o->code, o->message, u->err_msg);
}

static enum cr_answer judge_merged(const struct update *u)
{
	struct cr_request open = u->merged;
	struct outcome first, second;
	bool ours;

	cr_earlier_reopen(&u->earlier, &open);
	ours = open.routed;
	try_update(u, open, WHERE_IT_IS, !ours || open.reservation, &first);
	if (first.left)
		leave_job(u, &open, &first);
	if (!first.refused)
		return CR_ANSWER_ACCEPT;
	if (ours) {
		try_update(u, open, WHERE_IT_FITS, true, &second);
		if (!second.refused)
			return CR_ANSWER_ACCEPT;
	}
	return refuse_update(u, &first);
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
	struct cr_request change;
	struct cr_record record;
	struct cr_arena arena;

	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	cr_job_desc_merge(&merged, job, u.change);
	cr_job_desc_read(&merged, &u.merged);
	u.merged.job_id = cr_job_desc_id(job);
	/* For the site's script: what the update asks for, apart from the job. */
	cr_job_desc_read(u.change, &change);
	u.merged.change = &change;
	u.job = job;
	if (cr_job_desc_option(job, option, sizeof(option)))
		u.merged.comm_profile = option;
	if (cr_record_parse(cr_job_desc_record(job, cr_policy_record_field(u.judge->policy)),
			    &arena, &record, NULL) == 0 &&
	    was_routed(&record))
		u.earlier.record = &record;
	return judge_merged(&u);
}

/*
 * The job cannot be read: what the update says is judged, as a job of whoever asks; an
 * ordinary user's update is of a job of theirs.
 */
static enum cr_answer judge_unread(const struct update *known, uint32_t submit_uid)
{
	struct update u = *known;
	struct cr_request change;

	cr_job_desc_read(u.change, &change);
	u.merged = change;
	u.merged.change = &change;
	u.merged.uid = submit_uid;
	u.merged.batch = true; /* what opens for interactive jobs alone opens for none of these */
	u.missing = "Slurm does not tell of the job that is updated";
	return judge_merged(&u);
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
	u.earlier.said = cr_job_desc_said(change, cr_policy_record_field(judge->policy));
	u.earlier.slurm_version = judge->view ? judge->view->slurm_version : 0;
	if (!u.earlier.said.record && !u.earlier.said.forged && !cr_job_desc_matters(change))
		return CR_ANSWER_ACCEPT;
	if (cr_judge_is_privileged(judge, submit_uid))
		return CR_ANSWER_ACCEPT;
	if (u.earlier.said.forged || (u.earlier.said.record && cr_policy_enforces(judge->policy)))
		return refuse_extra(judge, err_msg);
	if (!cr_job_desc_matters(change))
		return CR_ANSWER_ACCEPT;
	copy = judge->copy_job ? judge->copy_job(job) : NULL;
	if (!copy)
		return judge_unread(&u, submit_uid);
	answer = judge_update(&u, copy);
	judge->free_job(copy);
	return answer;
}
