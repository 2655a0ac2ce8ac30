/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision into Slurm's job description: whole, or not at all. */
#include "job_submit/job_desc.h"
#include "job_submit/job_desc_lists.h"

#include <slurm/slurm.h>
#include <string.h>

char *cr_job_desc_typed(const char *tres, const char *gpu_type, const struct cr_slurm_alloc *alloc)
{
	static const char gpu[] = "gpu";
	/* Each entry can grow by ":type"; the shortest entry that does is "gpu,". */
	size_t room = strlen(tres) + (strlen(tres) / sizeof(gpu) + 1) * (strlen(gpu_type) + 1) + 1;
	char *out = alloc->calloc(1, room);
	char *to = out;

	for (const char *at = tres; out && *at;) {
		size_t len = strcspn(at, ",");
		size_t name = strncmp(at, "gres/", 5) == 0 || strncmp(at, "gres:", 5) == 0 ? 5 : 0;
		size_t after = name + strlen(gpu);
		bool is_gpu = len >= after && strncmp(at + name, gpu, strlen(gpu)) == 0;
		int next = is_gpu && after < len ? at[after] : '\0';
		/* "gpu", "gpu:4" and "gpu=4" have no type; "gpu:h200:4" has. */
		bool untyped = is_gpu &&
			       (after == len || next == '=' ||
				(next == ':' && at[after + 1] >= '0' && at[after + 1] <= '9'));

		if (untyped) {
			to = mempcpy(to, at, after);
			*to++ = ':';
			to = mempcpy(to, gpu_type, strlen(gpu_type));
			to = mempcpy(to, at + after, len - after);
		} else {
			to = mempcpy(to, at, len);
		}
		at += len;
		if (*at == ',')
			*to++ = *at++;
	}
	return out;
}

/* The strings that will be set, made before anything is touched. */
enum { PARTITION, QOS, RECORD, PER_JOB, PER_NODE, PER_TASK, PER_SOCKET, STRINGS };

struct staged {
	char *text[STRINGS]; /* NULL: leave the field */
	char **field[STRINGS];
	bool failed;
};

static void stage(struct staged *s, int which, char **field, const char *value,
		  const struct cr_slurm_alloc *alloc)
{
	if (!value || s->failed)
		return;
	s->field[which] = field;
	s->text[which] = cr_slurm_strdup(alloc, value);
	s->failed = !s->text[which];
}

static void stage_typed(struct staged *s, int which, char **field, const char *gpu_type,
			const struct cr_slurm_alloc *alloc)
{
	if (!*field || !**field || s->failed)
		return;
	s->field[which] = field;
	s->text[which] = cr_job_desc_typed(*field, gpu_type, alloc);
	s->failed = !s->text[which];
}

static void stage_decision(struct staged *s, struct job_descriptor *d,
			   const struct cr_decision *decision, const struct cr_slurm_alloc *alloc)
{
	stage(s, PARTITION, &d->partition, decision->partition, alloc);
	stage(s, QOS, &d->qos, decision->qos, alloc);
	if (!decision->gpu_type)
		return;
	stage_typed(s, PER_JOB, &d->tres_per_job, decision->gpu_type, alloc);
	stage_typed(s, PER_NODE, &d->tres_per_node, decision->gpu_type, alloc);
	stage_typed(s, PER_TASK, &d->tres_per_task, decision->gpu_type, alloc);
	stage_typed(s, PER_SOCKET, &d->tres_per_socket, decision->gpu_type, alloc);
}

static void stage_record(struct staged *s, struct job_descriptor *d,
			 const struct cr_job_desc_change *change,
			 const struct cr_slurm_alloc *alloc)
{
	char **field = change->field == CR_RECORD_EXTRA ? &d->extra : &d->admin_comment;

	if (change->field == CR_RECORD_NONE || (change->keep_comment && *field && **field))
		return;
	stage(s, RECORD, field, change->record, alloc);
}

static void drop_staged(struct staged *s, const struct cr_slurm_alloc *alloc)
{
	for (int i = 0; i < STRINGS; i++)
		if (s->text[i])
			alloc->free((void **)&s->text[i]);
}

static void commit_staged(struct staged *s, const struct cr_slurm_alloc *alloc)
{
	for (int i = 0; i < STRINGS; i++) {
		if (!s->text[i])
			continue;
		alloc->free((void **)s->field[i]);
		*s->field[i] = s->text[i];
	}
}

static void set_numbers(struct job_descriptor *d, const struct cr_decision *decision)
{
	if (decision->segment != CR_UNSET && decision->segment < NO_VAL16)
		d->segment_size = (uint16_t)decision->segment;
	if (decision->switches != CR_UNSET)
		d->req_switch = decision->switches;
	if (decision->switch_wait != CR_UNSET)
		d->wait4switch = decision->switch_wait;
#ifdef JOB_SHARED_TOPO
	if (decision->exclusive_topo)
		d->shared = JOB_SHARED_TOPO;
#endif
#ifdef SPREAD_SEGMENTS
	if (decision->spread_segments)
		d->bitflags |= SPREAD_SEGMENTS;
	if (decision->consolidate_segments)
		d->bitflags |= CONSOLIDATE_SEGMENTS;
#endif
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
	struct staged s = {0};

	if (decision && decision->act)
		stage_decision(&s, desc, decision, alloc);
	stage_record(&s, desc, change, alloc);
	if (s.failed || set_environment(desc, change, alloc) != 0) {
		drop_staged(&s, alloc);
		cr_env_remove(cr_job_desc_environment(desc), cr_env_is_ours, alloc);
		return -1;
	}
	commit_staged(&s, alloc);
	if (decision && decision->act)
		set_numbers(desc, decision);
	return 0;
}

int cr_job_desc_apply_update(struct job_descriptor *change, const struct cr_decision *decision,
			     const struct cr_slurm_alloc *alloc)
{
	struct staged s = {0};

	stage_decision(&s, change, decision, alloc);
	if (s.failed) {
		drop_staged(&s, alloc);
		return -1;
	}
	commit_staged(&s, alloc);
	if (decision->switches != CR_UNSET)
		change->req_switch = decision->switches;
	if (decision->switch_wait != CR_UNSET)
		change->wait4switch = decision->switch_wait;
	return 0;
}

void cr_job_desc_scrub(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc)
{
	cr_env_remove(cr_job_desc_environment(desc), cr_env_is_ours, alloc);
	cr_env_remove(cr_job_desc_spank(desc), cr_env_is_carried, alloc);
}
