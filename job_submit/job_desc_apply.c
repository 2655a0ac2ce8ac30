/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision into Slurm's job description: whole, or not at all. */
#include "job_submit/job_desc.h"
#include "job_submit/job_desc_fields.h"
#include "job_submit/job_desc_lists.h"
#include "policies/decide/decision_fields.h"
#include "policies/decide/record.h"

#include <slurm/slurm.h>
#include <string.h>

/* ---- whole or not at all ----------------------------------------------- */

/* Set in one go: a text for each field, but four for the GPU type; and the record. */
#define STRINGS_MAX (CR_DECISION_FIELDS + 4)

/* The strings that will be set, made before anything is touched. */
struct staged {
	char *text[STRINGS_MAX];
	char **field[STRINGS_MAX];
	size_t count;
	bool failed;
	const struct cr_slurm_alloc *alloc;
};

/* TEXT, Slurm's memory, is to become *FIELD; NULL: there was none. */
static void stage_text(struct staged *s, char **field, char *text)
{
	s->failed |= !text;
	s->field[s->count] = field;
	s->text[s->count++] = text;
}

static void stage_typed(struct staged *s, struct job_descriptor *d, const char *gpu_type)
{
	char **const fields[] = {&d->tres_per_job, &d->tres_per_node, &d->tres_per_task,
				 &d->tres_per_socket};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]) && !s->failed; i++)
		if (*fields[i] && **fields[i])
			stage_text(s, fields[i], cr_job_desc_typed(*fields[i], gpu_type, s->alloc));
}

static void stage_field(struct staged *s, struct job_descriptor *d,
			const struct cr_decision *decision, enum cr_decision_field field)
{
	const struct cr_job_desc_field *to = cr_job_desc_field(field);
	const char *text = cr_decision_text(decision, field);

	if (!text || s->failed)
		return;
	if (to->how == CR_SET_TEXT)
		stage_text(s, cr_job_desc_text(d, field), cr_slurm_strdup(s->alloc, text));
	else if (to->how == CR_SET_GPU_TYPE)
		stage_typed(s, d, text);
}

static bool is_set_by(bool update, enum cr_decision_field field)
{
	return !update || cr_decision_row(field)->on_update == CR_UPDATE_SETS;
}

/* UPDATE: only what an update can set. */
static void stage_decision(struct staged *s, struct job_descriptor *d,
			   const struct cr_decision *decision, bool update)
{
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		if (is_set_by(update, field))
			stage_field(s, d, decision, field);
}

static void stage_record(struct staged *s, struct job_descriptor *d,
			 const struct cr_job_desc_change *change)
{
	char **field = change->field == CR_RECORD_EXTRA ? &d->extra : &d->admin_comment;

	if (change->field == CR_RECORD_NONE || (change->keep_comment && *field && **field) ||
	    !change->record || s->failed)
		return;
	stage_text(s, field, cr_slurm_strdup(s->alloc, change->record));
}

static void drop_staged(struct staged *s)
{
	for (size_t i = 0; i < s->count; i++)
		s->alloc->free((void **)&s->text[i]);
}

static void commit_staged(struct staged *s)
{
	for (size_t i = 0; i < s->count; i++) {
		s->alloc->free((void **)s->field[i]);
		*s->field[i] = s->text[i];
	}
}

/* What needs no memory. */
static void set_values(struct job_descriptor *d, const struct cr_decision *decision, bool update)
{
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		if (is_set_by(update, field) && cr_decision_has(decision, field))
			cr_job_desc_set(d, field, cr_decision_number(decision, field));
}

/* One variable of the batch job, under the name for its script and the one for its steps. */
static int set_both(struct cr_env_list env, const char *name, const char *value,
		    const struct cr_slurm_alloc *alloc)
{
	char carried[64] = "SLURM_";

	if (!value)
		return 0;
	(void)strncat(carried, name, sizeof(carried) - sizeof("SLURM_"));
	if (cr_env_append(env, name, value, alloc) != 0)
		return -1;
	return cr_env_append(env, carried, value, alloc);
}

static int set_environment(struct job_descriptor *d, const struct cr_job_desc_change *change,
			   const struct cr_slurm_alloc *alloc)
{
	struct cr_env_list env = cr_job_desc_environment(d);
	const struct cr_decision *decision = change->decision;
	char option[CR_OPTION_MAX + 1];

	/* Batch jobs only: salloc and srun jobs carry no environment. */
	if (!d->environment || !decision)
		return 0;
	if (decision->option.kind != CR_OPTION_ABSENT &&
	    cr_env_append(env, "SLURM_COMMROUTE_OPTION",
			  cr_option_format(&decision->option, option, sizeof(option)), alloc) != 0)
		return -1;
	if (set_both(env, "COMMROUTE_PROFILE", decision->profile, alloc) != 0 ||
	    set_both(env, "COMMROUTE_DECISION", change->record, alloc) != 0)
		return -1;
	if (!decision->act)
		return 0;
	return set_both(env, "COMMROUTE_PREEMPTIBLE", decision->preemptible ? "1" : "0", alloc);
}

int cr_job_desc_apply(struct job_descriptor *desc, const struct cr_job_desc_change *change,
		      const struct cr_slurm_alloc *alloc)
{
	const struct cr_decision *decision = change->decision;
	struct staged s = {.alloc = alloc};

	if (decision && decision->act)
		stage_decision(&s, desc, decision, false);
	stage_record(&s, desc, change);
	if (s.failed || set_environment(desc, change, alloc) != 0) {
		drop_staged(&s);
		cr_env_remove(cr_job_desc_environment(desc), cr_env_is_ours, alloc);
		return -1;
	}
	commit_staged(&s);
	if (decision && decision->act)
		set_values(desc, decision, false);
	return 0;
}

/* ---- updates ----------------------------------------------------------- */

/* What the update does not say itself is said as the job has it, with the new type. */
static void stage_retyped(struct staged *s, struct job_descriptor *change,
			  const struct cr_job_desc_update *update)
{
	const struct job_descriptor *job = update->job;
	const struct {
		char **to;
		const char *from;
	} all[] = {{&change->tres_per_job, job->tres_per_job},
		   {&change->tres_per_node, job->tres_per_node},
		   {&change->tres_per_task, job->tres_per_task},
		   {&change->tres_per_socket, job->tres_per_socket}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]) && !s->failed; i++)
		if (!*all[i].to && all[i].from && *all[i].from)
			stage_text(s, all[i].to,
				   cr_job_desc_retyped(all[i].from, update->old_type,
						       update->decision->gpu_type, s->alloc));
}

static void stage_update(struct staged *s, struct job_descriptor *change,
			 const struct cr_job_desc_update *update)
{
	stage_decision(s, change, update->decision, true);
	if (update->retype)
		stage_retyped(s, change, update);
	for (unsigned field = 0; field < CR_DECISION_FIELDS && !s->failed; field++)
		if (update->clear[field] && cr_job_desc_field(field)->how == CR_SET_TEXT)
			stage_text(s, cr_job_desc_text(change, field),
				   cr_slurm_strdup(s->alloc, ""));
}

int cr_job_desc_apply_update(struct job_descriptor *change, const struct cr_job_desc_update *update,
			     const struct cr_slurm_alloc *alloc)
{
	struct staged s = {.alloc = alloc};

	stage_update(&s, change, update);
	if (s.failed) {
		drop_staged(&s);
		return -1;
	}
	commit_staged(&s);
	set_values(change, update->decision, true);
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		if (update->clear[field])
			cr_job_desc_clear(change, field);
	return 0;
}

bool cr_job_desc_is_forged(const struct job_descriptor *desc)
{
	return cr_record_is_in(desc->extra);
}

void cr_job_desc_drop_extra(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc)
{
	alloc->free((void **)&desc->extra);
}

void cr_job_desc_scrub(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc)
{
	cr_env_remove(cr_job_desc_environment(desc), cr_env_is_ours, alloc);
	cr_env_remove(cr_job_desc_spank(desc), cr_env_is_carried, alloc);
}
