/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Slurm's clients make of several options together, before a plugin sees the job (seen on
 * 26.05.5 and 24.11.5).  Where it takes more than a line tells, the answer is "not known".
 */
#include "cli/lua_shim_line.h"

#include "topology/hostlist.h"

#include <inttypes.h>
#include <slurm/slurm.h>
#include <stdlib.h>

static bool is_given(const struct cr_shim_line *l, enum cr_shim_slot slot)
{
	const struct cr_shim_value *v = &l->job->slots[slot];

	return v->is == CR_SHIM_IS_TEXT && *v->text;
}

/* In the sorted form, with the number of nodes that they ask for. */
static void derive_nodelist(struct cr_shim_line *l)
{
	const struct cr_request *r = l->asked->request;
	struct cr_hostlist *list;
	char *text;

	if (!r->nodelist)
		return;
	list = cr_hostlist_expand(r->nodelist, CR_HOSTS_MAX, NULL);
	text = list ? cr_hostlist_compact_sorted(cr_hostlist_names(list), cr_hostlist_count(list),
						 NULL)
		    : NULL;
	cr_shim_put_text(l, CR_SLOT_REQ_NODES, cr_arena_strdup(l->arena, text));
	if (r->min_nodes == CR_UNSET && list)
		cr_shim_put_number(l, CR_SLOT_MIN_NODES, cr_hostlist_count(list));
	free(text);
	cr_hostlist_destroy(list);
}

static void derive_nodes(struct cr_shim_line *l)
{
	const struct cr_request *r = l->asked->request;
	uint32_t per_node = cr_shim_number_in(l, CR_SLOT_NTASKS_PER_NODE);
	uint32_t tasks = cr_shim_number_in(l, CR_SLOT_NUM_TASKS);

	derive_nodelist(l);
	if (r->min_nodes != CR_UNSET) {
		cr_shim_put_number(l, CR_SLOT_MIN_NODES, r->min_nodes);
		cr_shim_put_number(l, CR_SLOT_MAX_NODES, r->max_nodes);
	} else if (l->tasks && r->nodelist) {
		cr_shim_put_unknown(l, CR_SLOT_MIN_NODES);
	} else if (l->tasks && per_node != CR_UNSET && per_node) {
		cr_shim_put_number(l, CR_SLOT_MIN_NODES, (tasks + per_node - 1) / per_node);
	}
}

/* The number of GPUs of the whole job where it is one; CR_UNSET else. */
static uint32_t count_gpus(const struct cr_shim_line *l)
{
	return l->asked->request->gpus_per_job.count;
}

/* Tasks that follow from nodes or GPUs; the clients' own flag for -n stays off then. */
static uint32_t derived_tasks(const struct cr_shim_line *l)
{
	const struct cr_request *r = l->asked->request;
	uint32_t per_node = cr_shim_number_in(l, CR_SLOT_NTASKS_PER_NODE);
	uint32_t per_gpu = cr_shim_number_in(l, CR_SLOT_NTASKS_PER_TRES), gpus = count_gpus(l);
	bool per_task = l->job->slots[CR_SLOT_TRES_PER_TASK].is != CR_SHIM_IS_NIL;

	if (gpus != CR_UNSET && l->gpus_per_task != CR_UNSET && l->gpus_per_task)
		return gpus / l->gpus_per_task;
	if (gpus != CR_UNSET && l->tasks_per_gpu && per_gpu != CR_UNSET)
		return gpus * per_gpu;
	if (per_task && per_node != CR_UNSET && r->min_nodes != CR_UNSET &&
	    r->min_nodes == r->max_nodes)
		return r->min_nodes * per_node;
	return CR_UNSET;
}

/* As the clients count before they look at GPUs. */
static uint64_t estimated_tasks(const struct cr_shim_line *l)
{
	uint32_t per_node = cr_shim_number_in(l, CR_SLOT_NTASKS_PER_NODE);
	uint32_t nodes = cr_shim_number_in(l, CR_SLOT_MIN_NODES);
	const struct cr_request *r = l->asked->request;
	bool fixed = r->min_nodes == r->max_nodes;

	if (l->tasks)
		return cr_shim_number_in(l, CR_SLOT_NUM_TASKS);
	if (nodes == CR_UNSET || !fixed)
		return 1;
	return per_node != CR_UNSET ? (uint64_t)nodes * per_node : nodes;
}

static void derive_cpus(struct cr_shim_line *l)
{
	uint32_t cpus = cr_shim_number_in(l, CR_SLOT_CPUS_PER_TASK), gpus = count_gpus(l);
	uint32_t nodes = cr_shim_number_in(l, CR_SLOT_MIN_NODES);
	uint64_t least = l->min_cpus != CR_UNSET ? l->min_cpus : 0;

	if (l->overcommit)
		cr_shim_put_number(l, CR_SLOT_MIN_CPUS, nodes != CR_UNSET && nodes ? nodes : 1);
	else
		cr_shim_put_number(l, CR_SLOT_MIN_CPUS, estimated_tasks(l) * (l->cpus ? cpus : 1));
	if (l->cpus_per_gpu != CR_UNSET && gpus != CR_UNSET)
		cr_shim_put_number(l, CR_SLOT_MIN_CPUS, (uint64_t)gpus * l->cpus_per_gpu);
	else if (l->cpus_per_gpu != CR_UNSET)
		cr_shim_put_unknown(l, CR_SLOT_MIN_CPUS);
	if (l->cpus && cpus > least)
		least = cpus;
	if (least > 0)
		cr_shim_put_number(l, CR_SLOT_PN_MIN_CPUS, least);
	if (l->cpus_per_gpu != CR_UNSET && l->gpus_per_task != CR_UNSET && !l->cpus)
		cr_shim_put_number(l, CR_SLOT_CPUS_PER_TASK,
				   (uint64_t)l->cpus_per_gpu * l->gpus_per_task);
}

/* What A holds of B, where both are given and it is whole; else CR_UNSET. */
static uint32_t whole_quotient(uint32_t a, uint32_t b)
{
	return a != CR_UNSET && b != CR_UNSET && b && a % b == 0 ? a / b : CR_UNSET;
}

static void put_if_unset(struct cr_shim_line *l, enum cr_shim_slot slot, uint32_t number)
{
	if (number != CR_UNSET && cr_shim_number_in(l, slot) == CR_UNSET)
		cr_shim_put_number(l, slot, number);
}

/* Nodes and tasks that follow from two counts of GPUs (_test_gres_cnt() in Slurm's gres.c). */
static void derive_from_gpus(struct cr_shim_line *l)
{
	const struct cr_request *r = l->asked->request;
	uint32_t nodes = whole_quotient(r->gpus_per_job.count, r->gpus_per_node.count);

	if (nodes != CR_UNSET) {
		cr_shim_put_number(l, CR_SLOT_MIN_NODES, nodes);
		cr_shim_put_number(l, CR_SLOT_MAX_NODES, nodes);
	}
	put_if_unset(l, CR_SLOT_NTASKS_PER_NODE,
		     whole_quotient(r->gpus_per_node.count, l->gpus_per_task));
	put_if_unset(l, CR_SLOT_NTASKS_PER_SOCKET,
		     whole_quotient(r->gpus_per_socket.count, l->gpus_per_task));
}

/* -c and --gpus-per-task are one text, and GPUs of a task are bound to it. */
static void derive_per_task(struct cr_shim_line *l)
{
	const struct cr_shim_value *text = &l->job->slots[CR_SLOT_TRES_PER_TASK];
	const struct cr_shim_value *cpus = &l->job->slots[CR_SLOT_CPUS_PER_TASK];

	if (l->cpus && !l->tres_per_task && text->is != CR_SHIM_IS_UNKNOWN)
		cr_shim_put_text(l, CR_SLOT_TRES_PER_TASK,
				 cr_arena_printf(l->arena, "cpu=%" PRIu64 "%s%s", cpus->number,
						 text->text ? "," : "",
						 text->text ? text->text : ""));
	if (l->gpus_per_task != CR_UNSET && l->job->slots[CR_SLOT_TRES_BIND].is == CR_SHIM_IS_NIL)
		cr_shim_put_text(
			l, CR_SLOT_TRES_BIND,
			cr_arena_printf(l->arena, "gres/gpu:per_task:%u", l->gpus_per_task));
}

static void derive_per_node(struct cr_shim_line *l)
{
	bool both = l->gpus_per_node && l->gres;

	cr_shim_put_text(l, CR_SLOT_TRES_PER_NODE,
			 both      ? cr_arena_printf(l->arena, "%s,%s", l->gpus_per_node, l->gres)
			 : l->gres ? l->gres
				   : l->gpus_per_node);
}

static void derive_flags(struct cr_shim_line *l)
{
	static const struct {
		enum cr_shim_slot slot;
		uint64_t flag;
	} defaults[] = {
		{CR_SLOT_ACCOUNT, USE_DEFAULT_ACCT},
		{CR_SLOT_PARTITION, USE_DEFAULT_PART},
		{CR_SLOT_QOS, USE_DEFAULT_QOS},
		{CR_SLOT_WCKEY, USE_DEFAULT_WCKEY},
	};

	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		if (!is_given(l, defaults[i].slot))
			l->flags |= defaults[i].flag;
	l->flags |= (l->tasks ? JOB_NTASKS_SET : 0) | (l->cpus ? JOB_CPUS_SET : 0);
	cr_shim_put_number(l, CR_SLOT_BITFLAGS, l->flags);
}

/* What sockets, cores and threads make of the number of tasks is the clients' own secret. */
static void leave_sockets(struct cr_shim_line *l)
{
	if (!l->sockets || l->tasks)
		return;
	cr_shim_put_unknown(l, CR_SLOT_NUM_TASKS);
	cr_shim_put_unknown(l, CR_SLOT_MIN_CPUS);
	cr_shim_put_unknown(l, CR_SLOT_BITFLAGS);
}

void cr_shim_derive(struct cr_shim_line *l)
{
	uint32_t tasks;

	derive_nodes(l);
	derive_cpus(l);
	derive_per_task(l);
	derive_per_node(l);
	tasks = l->tasks ? CR_UNSET : derived_tasks(l);
	if (tasks != CR_UNSET)
		cr_shim_put_number(l, CR_SLOT_NUM_TASKS, tasks);
	derive_from_gpus(l);
	derive_flags(l);
	leave_sockets(l);
}
