/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's will-run test (sbatch --test-only) with a job_desc made from a request:
 * what a request does not hold, as memory, Slurm's defaults stand for.
 */
#include "live/will_run.h"

#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libslurm has it, its headers do not; a version without it still runs. */
extern void slurm_free_will_run_response_msg(will_run_response_msg_t *msg) __attribute__((weak));

/* What a job_desc points to while it is asked about. */
struct question {
	job_desc_msg_t desc;
	struct cr_arena *arena;
	bool failed; /* out of memory */
};

static char *keep_text(struct question *q, const char *text)
{
	char *copy = cr_arena_strdup(q->arena, text);

	q->failed |= text && !copy;
	return copy;
}

static char *gpu_text(struct question *q, const struct cr_gpus *g, const char *type)
{
	const char *t = g->type[0] ? g->type : type;
	char *text;

	if (!cr_is_number(g->count) || !g->count)
		return NULL;
	text = cr_arena_printf(q->arena, "gres/gpu%s%s:%u", t ? ":" : "", t ? t : "", g->count);
	q->failed |= !text;
	return text;
}

static void set_sizes(job_desc_msg_t *desc, const struct cr_request *r)
{
	if (cr_is_number(r->min_nodes))
		desc->min_nodes = r->min_nodes;
	if (cr_is_number(r->max_nodes))
		desc->max_nodes = r->max_nodes;
	if (cr_is_number(r->tasks))
		desc->num_tasks = r->tasks;
	if (r->tasks_per_node < NO_VAL16)
		desc->ntasks_per_node = (uint16_t)r->tasks_per_node;
	if (r->cpus_per_task < NO_VAL16)
		desc->cpus_per_task = (uint16_t)r->cpus_per_task;
	if (r->time_limit != CR_UNSET)
		desc->time_limit = r->time_limit;
}

static void set_placement(job_desc_msg_t *desc, const struct cr_request *r,
			  const struct cr_decision *d)
{
	uint32_t segment = d->segment != CR_UNSET ? d->segment : r->segment;
	uint32_t switches = d->switches != CR_UNSET ? d->switches : r->switches;

	if (segment && segment < NO_VAL16)
		desc->segment_size = (uint16_t)segment;
	if (cr_is_number(switches))
		desc->req_switch = switches;
}

static void set_texts(struct question *q, const struct cr_request *r, const char *qos,
		      const char *gpu_type)
{
	q->desc.qos = keep_text(q, qos);
	q->desc.account = keep_text(q, r->account);
	q->desc.features = keep_text(q, r->features);
	q->desc.reservation = keep_text(q, r->reservation);
	q->desc.work_dir = keep_text(q, "/");
	q->desc.req_nodes = keep_text(q, r->nodelist);
	q->desc.exc_nodes = keep_text(q, r->exclude);
	/* Our own plugin is asked too: it tells batch jobs by their scripts. */
	if (r->batch)
		q->desc.script = keep_text(q, "#!/bin/sh\n");
	q->desc.tres_per_job = gpu_text(q, &r->gpus_per_job, gpu_type);
	q->desc.tres_per_node = gpu_text(q, &r->gpus_per_node, gpu_type);
	q->desc.tres_per_task = gpu_text(q, &r->gpus_per_task, gpu_type);
	q->desc.tres_per_socket = gpu_text(q, &r->gpus_per_socket, gpu_type);
}

static void make_question(struct question *q, const char *partition, const struct cr_request *r,
			  const struct cr_decision *d)
{
	bool chosen = d->partition && strcmp(partition, d->partition) == 0;

	slurm_init_job_desc_msg(&q->desc);
	q->desc.user_id = getuid();
	q->desc.group_id = getgid();
	q->desc.partition = keep_text(q, partition);
	set_texts(q, r, chosen && d->qos ? d->qos : r->qos, chosen ? d->gpu_type : NULL);
	set_sizes(&q->desc, r);
	if (chosen)
		set_placement(&q->desc, r, d);
}

static int read_answer(const will_run_response_msg_t *will, struct cr_arena *arena,
		       struct cr_will_run *answer)
{
	*answer = (struct cr_will_run){
		.start = will->start_time,
		.nodes = cr_arena_strdup(arena, will->node_list),
		.preempts = will->preemptee_job_id ? slurm_list_count(will->preemptee_job_id) : 0,
	};
	return will->node_list && !answer->nodes ? -1 : 0;
}

int cr_will_run_ask(const char *partition, const struct cr_request *request,
		    const struct cr_decision *decision, struct cr_arena *arena,
		    struct cr_will_run *answer)
{
	struct question q = {.arena = arena};
	will_run_response_msg_t *will = NULL;
	struct cr_will_run got = {0};
	int rc;

	make_question(&q, partition, request, decision);
	if (q.failed)
		return -1;
	if (slurm_job_will_run2(&q.desc, &will) != SLURM_SUCCESS || !will) {
		got.problem = cr_arena_strdup(arena, slurm_strerror(errno));
		rc = got.problem ? 0 : -1;
	} else {
		rc = read_answer(will, arena, &got);
		if (slurm_free_will_run_response_msg)
			slurm_free_will_run_response_msg(will);
	}
	if (rc == 0)
		*answer = got;
	return rc;
}
