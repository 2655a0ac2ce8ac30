/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes, tasks, CPUs, memory and GPUs from the many ways in which sbatch lets one ask. */
#include "policies/decide/size.h"

#include <string.h>
#include <strings.h>

static bool is_given(uint32_t n)
{
	return cr_is_number(n);
}

static uint64_t count_of(const struct cr_gpus *gpus)
{
	return is_given(gpus->count) ? gpus->count : 0;
}

static uint64_t ceil_div(uint64_t a, uint64_t b)
{
	return b ? a / b + (a % b != 0) : 0;
}

static uint64_t max_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint32_t to_count(uint64_t n)
{
	return cr_is_number(n) ? (uint32_t)n : CR_NUMBER_MAX;
}

/* Tasks of the whole job on NODES nodes; Slurm's default is one for each node. */
static uint64_t tasks_on(const struct cr_request *r, uint64_t nodes)
{
	if (is_given(r->tasks) && r->tasks)
		return r->tasks;
	return nodes * (is_given(r->tasks_per_node) && r->tasks_per_node ? r->tasks_per_node : 1);
}

static uint64_t count_sockets(const struct cr_request *r)
{
	return is_given(r->sockets_per_node) && r->sockets_per_node ? r->sockets_per_node : 1;
}

/* Of the whole job on NODES nodes (0: open), or 0. */
static uint64_t gpus_on(const struct cr_request *r, uint64_t nodes)
{
	if (count_of(&r->gpus_per_job))
		return count_of(&r->gpus_per_job);
	if (count_of(&r->gpus_per_node))
		return count_of(&r->gpus_per_node) * nodes;
	if (count_of(&r->gpus_per_task))
		return count_of(&r->gpus_per_task) * tasks_on(r, nodes);
	if (count_of(&r->gpus_per_socket))
		return count_of(&r->gpus_per_socket) * count_sockets(r) * nodes;
	if (is_given(r->tasks_per_gpu) && r->tasks_per_gpu)
		return ceil_div(tasks_on(r, nodes), r->tasks_per_gpu);
	return 0;
}

/* The types named in all spellings together. */
static void find_type(const struct cr_request *r, struct cr_size *size)
{
	const struct cr_gpus *all[] = {&r->gpus_per_job, &r->gpus_per_node, &r->gpus_per_task,
				       &r->gpus_per_socket};
	bool many = false;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (!all[i]->types || !count_of(all[i]))
			continue;
		size->typed = true;
		many |= all[i]->types > 1 ||
			(size->gpu_type && strcmp(size->gpu_type, all[i]->type) != 0);
		size->gpu_type = all[i]->type;
	}
	if (many)
		size->gpu_type = NULL;
}

void cr_size_of(const struct cr_request *r, struct cr_size *size)
{
	uint64_t gpus;

	*size = (struct cr_size){.nodes = CR_UNSET, .gpus = CR_UNSET};
	if (is_given(r->min_nodes) && r->min_nodes &&
	    (!is_given(r->max_nodes) || !r->max_nodes || r->max_nodes == r->min_nodes))
		size->nodes = r->min_nodes;
	gpus = gpus_on(r, is_given(size->nodes) ? size->nodes : 0);
	size->wants_gpus = gpus_on(r, 1) > 0;
	if (gpus)
		size->gpus = to_count(gpus);
	find_type(r, size);
}

bool cr_size_features(const char *constraint, const struct cr_shape *shape)
{
	const char *at = constraint;

	if (!constraint || strpbrk(constraint, "|[]()*!"))
		return true;
	while (*at) {
		size_t len = strcspn(at, "&,");
		bool found = len == 0;

		for (size_t i = 0; i < shape->features.count && !found; i++)
			found = strlen(shape->features.name[i]) == len &&
				strncmp(shape->features.name[i], at, len) == 0;
		if (!found)
			return false;
		at += len + (at[len] != '\0');
	}
	return true;
}

static uint64_t cpus_per_task(const struct cr_request *r)
{
	return is_given(r->cpus_per_task) && r->cpus_per_task ? r->cpus_per_task : 1;
}

/* How many tasks one node of shape S can hold; 0: any number, or it is not known. */
static uint64_t tasks_held(const struct cr_request *r, const struct cr_shape *s)
{
	uint64_t n = s->cpus / cpus_per_task(r), by_socket;

	if (r->overcommit)
		return 0;
	by_socket = is_given(r->tasks_per_socket) ? (uint64_t)r->tasks_per_socket * s->sockets : 0;
	return by_socket && (by_socket < n || !n) ? by_socket : n;
}

/* The fewest nodes, where the user gave none: every size asks for so many. */
static uint64_t fewest_nodes(const struct cr_request *r, const struct cr_shape *s)
{
	uint64_t n = 1, tasks = is_given(r->tasks) ? r->tasks : 0;
	uint64_t per_node = count_of(&r->gpus_per_node);
	uint64_t gpus = count_of(&r->gpus_per_job);

	if (!gpus && tasks)
		gpus = per_node || count_of(&r->gpus_per_socket) ? 0 : gpus_on(r, 0);
	if (gpus && !per_node)
		per_node = s->gpus;
	n = max_of(n, ceil_div(gpus, per_node));
	if (is_given(r->tasks_per_node))
		n = max_of(n, ceil_div(tasks, r->tasks_per_node));
	return max_of(n, ceil_div(tasks, tasks_held(r, s)));
}

/*
 * Slurm's rule (job_mgr.c, 24.11 to 26.05): without a range a job of N tasks may lie on N
 * nodes.  GPUs of the whole job can come one from each; and where tasks are not said
 * either, Slurm goes by the fewest nodes that hold its CPUs.
 */
uint32_t cr_size_most_nodes(const struct cr_request *r, uint32_t least)
{
	uint64_t most, tasks = is_given(r->tasks) ? r->tasks : 0;
	uint64_t cpus = is_given(r->min_cpus) ? r->min_cpus : 0;

	if (is_given(r->max_nodes) && r->max_nodes)
		most = r->max_nodes;
	else if (tasks && is_given(r->tasks_per_node) && r->tasks_per_node && !r->overcommit)
		most = ceil_div(tasks, r->tasks_per_node);
	else if (tasks)
		most = tasks;
	else if (count_of(&r->gpus_per_job) && !count_of(&r->gpus_per_node))
		most = count_of(&r->gpus_per_job);
	else
		most = ceil_div(cpus, cpus_per_task(r));
	return to_count(max_of(most, least));
}

uint64_t cr_size_most_gpus(const struct cr_request *r, uint32_t nodes, uint32_t has, bool whole)
{
	return max_of(gpus_on(r, nodes), whole ? (uint64_t)nodes * has : 0);
}

/* The most GPUs that one of NODES nodes must give. */
static uint64_t gpus_per_node(const struct cr_request *r, uint64_t nodes)
{
	uint64_t tasks = is_given(r->tasks_per_node) && r->tasks_per_node
				 ? r->tasks_per_node
				 : ceil_div(tasks_on(r, nodes), nodes);
	uint64_t most = is_given(r->max_nodes) && r->max_nodes > nodes ? r->max_nodes : nodes;
	uint64_t n = count_of(&r->gpus_per_node);

	n = max_of(n, count_of(&r->gpus_per_socket) * count_sockets(r));
	n = max_of(n, count_of(&r->gpus_per_task) * tasks);
	return max_of(n, ceil_div(count_of(&r->gpus_per_job), most));
}

static uint64_t cpus_per_node(const struct cr_request *r, uint64_t nodes, uint64_t gpus)
{
	uint64_t most = is_given(r->max_nodes) && r->max_nodes > nodes ? r->max_nodes : nodes;
	uint64_t tasks = is_given(r->tasks_per_node) && r->tasks_per_node
				 ? r->tasks_per_node
				 : ceil_div(tasks_on(r, nodes), most);
	uint64_t n = r->overcommit ? 1 : tasks * cpus_per_task(r);

	return is_given(r->cpus_per_gpu) ? max_of(n, gpus * r->cpus_per_gpu) : n;
}

static uint64_t memory_per_node(const struct cr_request *r, uint64_t gpus, uint64_t cpus)
{
	uint64_t limit = UINT64_MAX / (UINT64_C(1) << 33);

	if (r->memory_per_node != CR_UNSET64)
		return r->memory_per_node;
	if (r->memory_per_cpu < limit)
		return r->memory_per_cpu * cpus;
	return r->memory_per_gpu < limit ? r->memory_per_gpu * gpus : 0;
}

static bool note_misfit(struct cr_demand *d, enum cr_misfit what, uint64_t asked, uint64_t has)
{
	if (asked <= has || d->misfit)
		return false;
	d->misfit = what;
	d->asked = asked;
	d->has = has;
	return true;
}

void cr_size_on(const struct cr_request *r, const struct cr_size *size,
		const struct cr_shape *shape, struct cr_demand *d)
{
	uint64_t nodes = is_given(r->min_nodes) && r->min_nodes ? r->min_nodes
								: fewest_nodes(r, shape);

	*d = (struct cr_demand){.gpu_type = size->gpu_type};
	d->nodes = to_count(nodes);
	d->gpus = gpus_on(r, d->nodes);
	d->gpus_per_node = size->wants_gpus ? gpus_per_node(r, d->nodes) : 0;
	d->cpus_per_node = cpus_per_node(r, d->nodes, d->gpus_per_node);
	d->memory = memory_per_node(r, d->gpus_per_node, d->cpus_per_node);
	d->cpus = max_of(r->overcommit ? d->nodes : tasks_on(r, d->nodes) * cpus_per_task(r),
			 is_given(r->min_cpus) ? r->min_cpus : 0);
	if (size->wants_gpus && size->typed &&
	    (!size->gpu_type || !shape->gpu_type ||
	     strcasecmp(size->gpu_type, shape->gpu_type) != 0))
		d->misfit = CR_MISFIT_GPU_TYPE;
	note_misfit(d, CR_MISFIT_GPUS, d->gpus_per_node, shape->gpus);
	if (!cr_size_features(r->features, shape) && !d->misfit)
		d->misfit = CR_MISFIT_FEATURES;
	if (shape->cpus)
		note_misfit(d, CR_MISFIT_CPUS, d->cpus_per_node, shape->cpus);
	if (shape->memory)
		note_misfit(d, CR_MISFIT_MEMORY, d->memory, shape->memory);
}
