/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "job_submit/job_desc.h"

#include <slurm/slurm.h>
#include <string.h>

/* The SPANK plugin's option as Slurm carries it from sbatch, salloc and srun. */
#define CARRIER "_SLURM_SPANK_OPTION_commroute_comm_profile"

/* ---- reading ------------------------------------------------------------- */

static uint32_t number(uint32_t value)
{
	return value == NO_VAL || value == INFINITE || value == 0 ? CR_UNSET : value;
}

static uint32_t number16(uint16_t value)
{
	return value == NO_VAL16 || value == INFINITE16 || value == 0 ? CR_UNSET : value;
}

static uint32_t minutes(uint32_t value)
{
	if (value == INFINITE)
		return CR_UNLIMITED;
	return value == NO_VAL || value == 0 ? CR_UNSET : value;
}

/* Slurm takes an empty text for "not given", and so do we. */
static const char *text(const char *value)
{
	return value && *value ? value : NULL;
}

static void read_memory(uint64_t memory, struct cr_request *r)
{
	if (memory == NO_VAL64 || memory == 0)
		return;
	if (memory & MEM_PER_CPU)
		r->memory_per_cpu = memory & ~MEM_PER_CPU;
	else
		r->memory_per_node = memory;
}

static int read_gpus(const struct job_descriptor *d, struct cr_request *r, struct cr_error *err)
{
	if (cr_request_gpus(d->tres_per_job, false, &r->gpus_per_job, err) != 0 ||
	    cr_request_gpus(d->tres_per_node, false, &r->gpus_per_node, err) != 0 ||
	    cr_request_gpus(d->tres_per_task, false, &r->gpus_per_task, err) != 0 ||
	    cr_request_gpus(d->tres_per_socket, false, &r->gpus_per_socket, err) != 0)
		return -1;
	return 0;
}

static void read_sizes(const struct job_descriptor *d, struct cr_request *r)
{
	r->min_nodes = number(d->min_nodes);
	r->max_nodes = number(d->max_nodes);
	r->tasks = number(d->num_tasks);
	r->tasks_per_node = number16(d->ntasks_per_node);
	r->tasks_per_gpu = number16(d->ntasks_per_tres);
	r->tasks_per_socket = number16(d->ntasks_per_socket);
	r->cpus_per_task = number16(d->cpus_per_task);
	r->min_cpus = number(d->min_cpus);
	r->sockets_per_node = number16(d->sockets_per_node);
	r->time_limit = minutes(d->time_limit);
	r->time_min = minutes(d->time_min);
	read_memory(d->pn_min_memory, r);
}

static enum cr_exclusive exclusive_of(uint16_t shared)
{
	switch (shared) {
	case JOB_SHARED_NONE:
		return CR_EXCLUSIVE_NODE;
	case JOB_SHARED_OK:
		return CR_EXCLUSIVE_OVERSUBSCRIBE;
	case JOB_SHARED_USER:
		return CR_EXCLUSIVE_USER;
	case JOB_SHARED_MCS:
		return CR_EXCLUSIVE_MCS;
#ifdef JOB_SHARED_TOPO
	case JOB_SHARED_TOPO:
		return CR_EXCLUSIVE_TOPO;
#endif
	default:
		return CR_EXCLUSIVE_UNSAID;
	}
}

static void read_kind(const struct job_descriptor *d, struct cr_request *r)
{
	r->batch = d->script || d->script_buf;
	r->array = text(d->array_inx) != NULL;
	r->het_offset = d->het_job_offset == NO_VAL ? CR_UNSET : d->het_job_offset;
	if (d->requeue != NO_VAL16)
		r->requeue = d->requeue ? CR_YES : CR_NO;
}

static void read_choices(const struct job_descriptor *d, struct cr_request *r)
{
	uint32_t distribution = d->task_dist & SLURM_DIST_STATE_BASE;

	r->partition = text(d->partition);
	r->qos = text(d->qos);
	r->name = text(d->name);
	r->reservation = text(d->reservation);
	r->features = text(d->features);
	r->nodelist = text(d->req_nodes);
	r->exclude = text(d->exc_nodes);
	r->segment = number16(d->segment_size);
	r->switches = number(d->req_switch);
	r->switch_wait = number(d->wait4switch);
	r->distribution_given = d->task_dist != NO_VAL && distribution != 0 &&
				distribution != SLURM_DIST_UNKNOWN;
	r->arbitrary = r->distribution_given && distribution == SLURM_DIST_ARBITRARY;
#ifdef SPREAD_SEGMENTS
	r->spread_segments = d->bitflags & SPREAD_SEGMENTS;
	r->consolidate_segments = d->bitflags & CONSOLIDATE_SEGMENTS;
#endif
	r->contiguous = d->contiguous == 1;
	r->exclusive = exclusive_of(d->shared);
}

static struct cr_env_list spank_list(struct job_descriptor *d)
{
	return (struct cr_env_list){&d->spank_job_env, &d->spank_job_env_size};
}

static struct cr_env_list environment_list(struct job_descriptor *d)
{
	return (struct cr_env_list){&d->environment, &d->env_size};
}

int cr_job_desc_read(const struct job_descriptor *desc, uint32_t submit_uid,
		     struct cr_request *request, struct cr_error *err)
{
	struct cr_request r;

	cr_request_init(&r);
	r.uid = desc->user_id;
	r.account = text(desc->account);
	r.account_given = r.account != NULL;
	r.privileged = submit_uid == 0;
	/* cr_env_get() only reads; the list type is shared with those that change. */
	r.comm_profile = cr_env_get(spank_list((struct job_descriptor *)desc), CARRIER, NULL);
	read_sizes(desc, &r);
	read_kind(desc, &r);
	read_choices(desc, &r);
	if (read_gpus(desc, &r, err) != 0)
		return -1;
	*request = r;
	return 0;
}

/* ---- writing ------------------------------------------------------------- */

char *cr_job_desc_typed(const char *tres, const char *gpu_type,
			const struct cr_slurm_alloc *alloc)
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
		char next = is_gpu && after < len ? at[after] : '\0';
		/* "gpu", "gpu:4" and "gpu=4" have no type; "gpu:h200:4" has. */
		bool untyped = is_gpu && (after == len || next == '=' ||
					  (next == ':' && at[after + 1] >= '0' &&
					   at[after + 1] <= '9'));

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
	char *text[STRINGS];  /* NULL: leave the field */
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
	if (!text(*field) || s->failed)
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

	if (change->field == CR_RECORD_NONE || (change->keep_comment && text(*field)))
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
	struct cr_env_list env = environment_list(d);
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
		cr_env_remove(environment_list(desc), cr_env_is_ours, alloc);
		return -1;
	}
	commit_staged(&s, alloc);
	if (decision && decision->act)
		set_numbers(desc, decision);
	return 0;
}

void cr_job_desc_scrub(struct job_descriptor *desc, const struct cr_slurm_alloc *alloc)
{
	cr_env_remove(environment_list(desc), cr_env_is_ours, alloc);
	cr_env_remove(spank_list(desc), cr_env_is_carried, alloc);
}
