/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job description read into a request, each field as the user gave it. */
#include "job_submit/job_desc.h"

#include "job_submit/job_desc_lists.h"
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <stdio.h>
#include <string.h>

/* The SPANK plugin's option as Slurm carries it from sbatch, salloc and srun. */
#define CARRIER "_SLURM_SPANK_OPTION_commroute_comm_profile"

static uint32_t number32(uint32_t value)
{
	return value == NO_VAL || value == INFINITE || value == 0 ? CR_UNSET : value;
}

static uint32_t number16(uint16_t value)
{
	return value == NO_VAL16 || value == INFINITE16 || value == 0 ? CR_UNSET : value;
}

static uint32_t minutes_of(uint32_t value)
{
	return value == 0 ? CR_UNSET : value;
}

/* Slurm takes an empty text for "not given", and so do we. */
static const char *given_text(const char *value)
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

/*
 * --mem-per-gpu and --cpus-per-gpu come as "gres/gpu:2048".  What we cannot read
 * is for Slurm to judge.
 */
static void read_per_gpu(const struct job_descriptor *d, struct cr_request *r)
{
	struct cr_gpus memory = CR_GPUS_INIT, cpus = CR_GPUS_INIT;

	(void)cr_request_gpus(d->mem_per_tres, false, &memory, NULL);
	(void)cr_request_gpus(d->cpus_per_tres, false, &cpus, NULL);
	if (memory.count != CR_UNSET && memory.count)
		r->memory_per_gpu = memory.count;
	r->cpus_per_gpu = number32(cpus.count);
}

/* What we cannot read Slurm refuses, or reads in a way of its own; the rest is judged. */
static void read_gpus(const struct job_descriptor *d, struct cr_request *r)
{
	const struct {
		const char *text;
		struct cr_gpus *gpus;
	} all[] = {{d->tres_per_job, &r->gpus_per_job},
		   {d->tres_per_node, &r->gpus_per_node},
		   {d->tres_per_task, &r->gpus_per_task},
		   {d->tres_per_socket, &r->gpus_per_socket}};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (cr_request_gpus(all[i].text, false, all[i].gpus, NULL) != 0)
			r->gpus_unread = true;
}

static void read_sizes(const struct job_descriptor *d, struct cr_request *r)
{
	r->min_nodes = number32(d->min_nodes);
	r->max_nodes = number32(d->max_nodes);
	r->tasks = number32(d->num_tasks);
	r->tasks_per_node = number16(d->ntasks_per_node);
	r->tasks_per_gpu = number16(d->ntasks_per_tres);
	r->tasks_per_socket = number16(d->ntasks_per_socket);
	r->cpus_per_task = number16(d->cpus_per_task);
	r->min_cpus = number32(d->min_cpus);
	r->sockets_per_node = number16(d->sockets_per_node);
	r->overcommit = d->overcommit != NO_VAL8 && d->overcommit;
	r->time_limit = minutes_of(d->time_limit);
	r->time_min = minutes_of(d->time_min);
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
	r->array = given_text(d->array_inx) != NULL;
	r->het_offset = d->het_job_offset == NO_VAL ? CR_UNSET : d->het_job_offset;
	if (d->requeue != NO_VAL16)
		r->requeue = d->requeue ? CR_YES : CR_NO;
}

static void read_choices(const struct job_descriptor *d, struct cr_request *r)
{
	uint32_t distribution = d->task_dist & SLURM_DIST_STATE_BASE;

	r->partition = given_text(d->partition);
	r->qos = given_text(d->qos);
	r->name = given_text(d->name);
	r->reservation = given_text(d->reservation);
	r->features = given_text(d->features);
	r->nodelist = given_text(d->req_nodes);
	r->exclude = given_text(d->exc_nodes);
	r->segment = number16(d->segment_size);
	r->switches = number32(d->req_switch);
	r->switch_wait = number32(d->wait4switch);
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

/*
 * slurmrestd's clients can set variables only.  sbatch's environment is not
 * looked at: there the name stands for what an enclosing job was.
 */
static const char *declared_by_variable(const struct job_descriptor *d)
{
	struct cr_env_list env = cr_job_desc_environment((struct job_descriptor *)d);
	const char *whole = cr_env_get(env, "SLURM_COMMROUTE_OPTION", NULL);

	if (d->crontab_entry || cr_env_get(env, "SLURM_SUBMIT_DIR", NULL) ||
	    cr_env_get(env, "SLURM_JOB_ID", NULL))
		return NULL;
	return whole ? whole : cr_env_get(env, "COMMROUTE_PROFILE", NULL);
}

bool cr_job_desc_option(const struct job_descriptor *desc, char *buf, size_t size)
{
	/* cr_env_get() only reads; the list type is shared with those that change. */
	struct cr_env_list spank = cr_job_desc_spank((struct job_descriptor *)desc);
	const char *value = cr_env_get(spank, CARRIER, NULL);

	if (!value)
		value = declared_by_variable(desc);
	if (!value)
		return false;
	(void)snprintf(buf, size, "%.*s", (int)size - 1, value);
	return true;
}

const char *cr_job_desc_option_from(const struct job_descriptor *desc, const char *option)
{
	static const char variable[] = "SBATCH_COMM_PROFILE";
	struct cr_env_list env = cr_job_desc_environment((struct job_descriptor *)desc);
	const char *value = cr_env_get(env, variable, NULL);

	return value && strcmp(value, option) == 0 ? variable : NULL;
}

void cr_job_desc_read(const struct job_descriptor *desc, struct cr_request *request)
{
	struct cr_request r;

	cr_request_init(&r);
	r.uid = desc->user_id;
	r.account = given_text(desc->account);
	r.account_given = r.account != NULL;
	read_sizes(desc, &r);
	read_kind(desc, &r);
	read_choices(desc, &r);
	read_per_gpu(desc, &r);
	read_gpus(desc, &r);
	*request = r;
}

uint32_t cr_job_desc_id(const struct job_descriptor *d)
{
#if CR_BUILT_SINCE(CR_SINCE_ANSWER_STEP_ID)
	return number32(d->step_id.job_id);
#else
	return number32(d->job_id);
#endif
}
