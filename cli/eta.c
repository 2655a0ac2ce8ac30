/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a job that was only explained would start: Slurm's own will-run, partition by partition. */
#include "cli/explain_job.h"

#include <errno.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* libslurm has it, its headers do not; a version without it still runs. */
extern void slurm_free_will_run_response_msg(will_run_response_msg_t *msg) __attribute__((weak));

static void put(struct json_object *to, const char *key, const char *value)
{
	if (value && *value)
		json_object_object_add(to, key, json_object_new_string(value));
}

/* What a job_desc points to while it is asked about. */
struct question {
	job_desc_msg_t desc;
	char *gpus[4];
	char *partition;
};

static char *gpu_text(const struct cr_gpus *g, const char *type)
{
	const char *t = g->type[0] ? g->type : type;
	char *text = NULL;

	if (g->count >= CR_UNLIMITED || !g->count)
		return NULL;
	if (asprintf(&text, "gres/gpu%s%s:%u", t ? ":" : "", t ? t : "", g->count) < 0)
		return NULL;
	return text;
}

static void set_sizes(job_desc_msg_t *desc, const struct cr_request *r)
{
	if (r->min_nodes < CR_UNLIMITED)
		desc->min_nodes = r->min_nodes;
	if (r->max_nodes < CR_UNLIMITED)
		desc->max_nodes = r->max_nodes;
	if (r->tasks < CR_UNLIMITED)
		desc->num_tasks = r->tasks;
	if (r->tasks_per_node < UINT16_MAX)
		desc->ntasks_per_node = (uint16_t)r->tasks_per_node;
	if (r->cpus_per_task < UINT16_MAX)
		desc->cpus_per_task = (uint16_t)r->cpus_per_task;
	if (r->time_limit < CR_UNLIMITED)
		desc->time_limit = r->time_limit;
}

static void set_placement(job_desc_msg_t *desc, const struct cr_request *r,
			  const struct cr_decision *d)
{
	uint32_t segment = d->segment != CR_UNSET ? d->segment : r->segment;
	uint32_t switches = d->switches != CR_UNSET ? d->switches : r->switches;

	if (segment && segment < UINT16_MAX)
		desc->segment_size = (uint16_t)segment;
	if (switches < CR_UNLIMITED)
		desc->req_switch = switches;
}

static void ask_about(struct question *q, const char *partition, const struct cr_request *r,
		      const struct cr_decision *d)
{
	bool chosen = d->partition && strcmp(partition, d->partition) == 0;
	const char *type = chosen ? d->gpu_type : NULL;

	*q = (struct question){.partition = strdup(partition)};
	slurm_init_job_desc_msg(&q->desc);
	q->desc.user_id = getuid();
	q->desc.group_id = getgid();
	q->desc.partition = q->partition;
	q->desc.qos = (char *)(chosen && d->qos ? d->qos : r->qos);
	q->desc.account = (char *)r->account;
	q->desc.features = (char *)r->features;
	q->desc.reservation = (char *)r->reservation;
	q->desc.work_dir = (char *)"/";
	q->desc.tres_per_job = q->gpus[0] = gpu_text(&r->gpus_per_job, type);
	q->desc.tres_per_node = q->gpus[1] = gpu_text(&r->gpus_per_node, type);
	q->desc.tres_per_task = q->gpus[2] = gpu_text(&r->gpus_per_task, type);
	q->desc.tres_per_socket = q->gpus[3] = gpu_text(&r->gpus_per_socket, type);
	set_sizes(&q->desc, r);
	if (chosen)
		set_placement(&q->desc, r, d);
}

static void forget(struct question *q)
{
	for (size_t i = 0; i < sizeof(q->gpus) / sizeof(q->gpus[0]); i++)
		free(q->gpus[i]);
	free(q->partition);
}

static struct json_object *answer(const char *partition, const struct cr_request *r,
				  const struct cr_decision *d)
{
	struct json_object *one = json_object_new_object();
	will_run_response_msg_t *will = NULL;
	struct question q;

	put(one, "partition", partition);
	ask_about(&q, partition, r, d);
	if (slurm_job_will_run2(&q.desc, &will) != 0 || !will) {
		put(one, "problem", slurm_strerror(errno));
	} else {
		json_object_object_add(one, "start", json_object_new_int64(will->start_time));
		put(one, "nodes", will->node_list);
		json_object_object_add(
			one, "preempts",
			json_object_new_int(will->preemptee_job_id
						    ? slurm_list_count(will->preemptee_job_id)
						    : 0));
		if (slurm_free_will_run_response_msg)
			slurm_free_will_run_response_msg(will);
	}
	forget(&q);
	return one;
}

/* Partitions that the decision found possible, each once. */
static bool is_possible(const struct cr_decision *d, const char *partition)
{
	for (size_t i = 0; i < d->reason_count; i++)
		if (d->reasons[i].step == CR_STEP_CANDIDATE && !d->reasons[i].against &&
		    d->reasons[i].subject && strcmp(d->reasons[i].subject, partition) == 0)
			return true;
	return false;
}

static struct json_object *ask_all(const struct cr_cli_site *site, const struct cr_request *r,
				   const struct cr_decision *d)
{
	const struct cr_view *view = cr_cli_site_view(site);
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < view->partition_count; i++)
		if (is_possible(d, view->partitions[i].name) ||
		    (r->partition && strcmp(r->partition, view->partitions[i].name) == 0))
			json_object_array_add(list, answer(view->partitions[i].name, r, d));
	return list;
}

static void print_answer(struct json_object *one)
{
	const char *partition = json_object_get_string(json_object_object_get(one, "partition"));
	struct json_object *problem = json_object_object_get(one, "problem");
	char when[64] = "now";
	time_t start;

	if (problem) {
		printf("  %-12s%s\n", partition, json_object_get_string(problem));
		return;
	}
	start = (time_t)json_object_get_int64(json_object_object_get(one, "start"));
	if (start > time(NULL) + 5)
		strftime(when, sizeof(when), "%F %T", localtime(&start));
	printf("  %-12sstarts %s on %s", partition, when,
	       json_object_get_string(json_object_object_get(one, "nodes")));
	if (json_object_get_int(json_object_object_get(one, "preempts")))
		printf(", preempting %d jobs",
		       json_object_get_int(json_object_object_get(one, "preempts")));
	putchar('\n');
}

void cr_cli_eta(const struct cr_cli_site *site, const struct cr_request *r,
		const struct cr_decision *d)
{
	struct json_object *list;

	puts("\nWhen (Slurm's own estimate)");
	if (site->snapshot) {
		puts("  not known from a snapshot");
		return;
	}
	list = ask_all(site, r, d);
	if (json_object_array_length(list) == 0)
		puts("  no partition to ask about");
	for (size_t i = 0; i < json_object_array_length(list); i++)
		print_answer(json_object_array_get_idx(list, i));
	json_object_put(list);
}

void cr_cli_eta_json(const struct cr_cli_site *site, const struct cr_request *r,
		     const struct cr_decision *d, struct json_object *root)
{
	if (!site->snapshot)
		json_object_object_add(root, "eta", ask_all(site, r, d));
}
