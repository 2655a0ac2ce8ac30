/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a job_submit.lua made of a job: its description before and after. */
#include "cli/lua_shim_inside.h"

#include "base/buffer.h"

#include <slurm/slurm.h>
#include <string.h>

static const char *text_of(const struct cr_shim_job *job, enum cr_shim_slot slot)
{
	const struct cr_shim_value *v = &job->slots[slot];

	return v->is == CR_SHIM_IS_TEXT && v->text && *v->text ? v->text : NULL;
}

static uint32_t number_of(const struct cr_shim_job *job, enum cr_shim_slot slot, uint64_t unset)
{
	const struct cr_shim_value *v = &job->slots[slot];

	if (v->is != CR_SHIM_IS_NUMBER || v->number == unset || !v->number)
		return CR_UNSET;
	return v->number == INFINITE ? CR_INFINITE : (uint32_t)v->number;
}

/* Those that are compared with the policy's one by one. */
static bool is_followed(enum cr_shim_slot slot)
{
	static const enum cr_shim_slot slots[] = {
		CR_SLOT_PARTITION,    CR_SLOT_QOS,         CR_SLOT_ACCOUNT,
		CR_SLOT_FEATURES,     CR_SLOT_RESERVATION, CR_SLOT_TIME_LIMIT,
		CR_SLOT_SEGMENT_SIZE, CR_SLOT_REQ_SWITCH,  CR_SLOT_WAIT4SWITCH,
	};

	for (size_t i = 0; i < sizeof(slots) / sizeof(slots[0]); i++)
		if (slots[i] == slot)
			return true;
	return false;
}

/* The names of other fields that differ from those of the job BEFORE; one name for each slot. */
static const char *list_changed(const struct cr_shim *shim, const struct cr_shim_job *before)
{
	char list[400];
	struct cr_buffer b = cr_buffer(list, sizeof(list));
	const struct cr_shim_field *f;
	bool seen[CR_SHIM_SLOTS] = {false};

	for (size_t i = 0; (f = cr_shim_field_at(i)) != NULL; i++) {
		if (seen[f->slot] || is_followed(f->slot) || b.used > sizeof(list) - 60 ||
		    cr_shim_value_equals(&before->slots[f->slot], &shim->job.slots[f->slot]))
			continue;
		seen[f->slot] = true;
		cr_buffer_print(&b, "%s%s", b.used ? ", " : "", f->name);
	}
	if (shim->sets_environment)
		cr_buffer_print(&b, "%senvironment", b.used ? ", " : "");
	return b.used ? cr_arena_strdup(shim->arena, list) : NULL;
}

void cr_shim_take_outcome(struct cr_shim *shim, const struct cr_shim_job *before)
{
	struct cr_shim_outcome *o = shim->outcome;
	const struct cr_shim_job *job = &shim->job;

	o->partition = text_of(job, CR_SLOT_PARTITION);
	o->qos = text_of(job, CR_SLOT_QOS);
	o->account = text_of(job, CR_SLOT_ACCOUNT);
	o->features = text_of(job, CR_SLOT_FEATURES);
	o->reservation = text_of(job, CR_SLOT_RESERVATION);
	o->time_limit = number_of(job, CR_SLOT_TIME_LIMIT, NO_VAL);
	o->segment = number_of(job, CR_SLOT_SEGMENT_SIZE, NO_VAL16);
	o->switches = number_of(job, CR_SLOT_REQ_SWITCH, NO_VAL);
	o->switch_wait = number_of(job, CR_SLOT_WAIT4SWITCH, NO_VAL);
	o->others = list_changed(shim, before);
	if (shim->vain[0])
		o->vain = cr_arena_strdup(shim->arena, shim->vain);
}
