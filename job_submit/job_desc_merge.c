/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An update (scontrol update) laid over the job as it stands.
 *
 * The job comes from Slurm's own copy of its record, in which what Slurm does
 * not copy is 0, and what it worked out by itself (tasks, CPUs, requeue) cannot
 * be told from what the user said.
 */
#include "job_submit/job_desc.h"
#include "job_submit/job_desc_fields.h"
#include "job_submit/job_desc_lists.h"
#include "policies/decide/record.h"

#include <slurm/slurm.h>
#include <stddef.h>
#include <string.h>

/* The fields by which a job is judged; an update leaves the others to Slurm. */
#define FIELD(name) CR_OFFSET(struct job_descriptor, name, char *)
static const size_t texts[] = {
	FIELD(partition),     FIELD(qos),           FIELD(account),         FIELD(reservation),
	FIELD(features),      FIELD(req_nodes),     FIELD(exc_nodes),       FIELD(tres_per_job),
	FIELD(tres_per_node), FIELD(tres_per_task), FIELD(tres_per_socket), FIELD(mem_per_tres),
	FIELD(cpus_per_tres),
};
#undef FIELD
#define FIELD(name) CR_OFFSET(struct job_descriptor, name, uint32_t)
static const size_t numbers[] = {
	FIELD(min_nodes),  FIELD(max_nodes), FIELD(num_tasks),  FIELD(min_cpus),
	FIELD(time_limit), FIELD(time_min),  FIELD(req_switch), FIELD(wait4switch),
};
#undef FIELD
#define FIELD(name) CR_OFFSET(struct job_descriptor, name, uint16_t)
static const size_t shorts[] = {
	FIELD(ntasks_per_node), FIELD(ntasks_per_socket), FIELD(ntasks_per_tres),
	FIELD(cpus_per_task),   FIELD(sockets_per_node),  FIELD(shared),
	FIELD(pn_min_cpus),     FIELD(contiguous),
};
#undef FIELD

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool cr_job_desc_matters(const struct job_descriptor *change)
{
	for (size_t i = 0; i < COUNT(texts); i++)
		if (*cr_at_own(change, texts[i]))
			return true;
	for (size_t i = 0; i < COUNT(numbers); i++)
		if (*cr_at_u32(change, numbers[i]) != NO_VAL)
			return true;
	for (size_t i = 0; i < COUNT(shorts); i++)
		if (*cr_at_u16(change, shorts[i]) != NO_VAL16)
			return true;
	return change->pn_min_memory != NO_VAL64;
}

static void lay_over(struct job_descriptor *merged, const struct job_descriptor *change)
{
	for (size_t i = 0; i < COUNT(texts); i++)
		if (*cr_at_own(change, texts[i]))
			*cr_at_own(merged, texts[i]) = *cr_at_own(change, texts[i]);
	for (size_t i = 0; i < COUNT(numbers); i++)
		if (*cr_at_u32(change, numbers[i]) != NO_VAL)
			*cr_at_u32(merged, numbers[i]) = *cr_at_u32(change, numbers[i]);
	for (size_t i = 0; i < COUNT(shorts); i++)
		if (*cr_at_u16(change, shorts[i]) != NO_VAL16)
			*cr_at_u16(merged, shorts[i]) = *cr_at_u16(change, shorts[i]);
	if (change->pn_min_memory != NO_VAL64)
		merged->pn_min_memory = change->pn_min_memory;
}

/* Tasks and CPUs that follow from the number of nodes follow the new one. */
static void forget_derived(struct job_descriptor *merged, const struct job_descriptor *job,
			   const struct job_descriptor *change)
{
	bool resized = change->min_nodes != NO_VAL && change->min_nodes != job->min_nodes;

	if (change->min_nodes != NO_VAL && change->max_nodes == NO_VAL)
		merged->max_nodes = change->min_nodes;
	if (change->min_cpus == NO_VAL)
		merged->min_cpus = NO_VAL;
	if (resized && change->num_tasks == NO_VAL)
		merged->num_tasks = NO_VAL;
}

void cr_job_desc_merge(struct job_descriptor *merged, const struct job_descriptor *job,
		       const struct job_descriptor *change)
{
	*merged = *job;
	lay_over(merged, change);
	forget_derived(merged, job, change);
	merged->het_job_offset = NO_VAL;
	/* JobRequeue=1 looks like --requeue, which would be consent to borrow. */
	if (merged->requeue)
		merged->requeue = NO_VAL16;
}

struct cr_job_desc_said cr_job_desc_said(const struct job_descriptor *change,
					 enum cr_record_field field)
{
	return (struct cr_job_desc_said){
		.partition = change->partition != NULL,
		.qos = change->qos && *change->qos,
		.no_qos = change->qos && !*change->qos,
		.switches = change->req_switch != NO_VAL,
		.size = change->min_nodes != NO_VAL || change->num_tasks != NO_VAL,
		.gpus = change->tres_per_job || change->tres_per_node || change->tres_per_task ||
			change->tres_per_socket,
		.nodes = change->req_nodes || change->exc_nodes,
		.contiguous = change->contiguous != NO_VAL16,
		.record = field == CR_RECORD_EXTRA && change->extra,
		.forged = cr_record_is_in(change->extra),
	};
}

const char *cr_job_desc_record(const struct job_descriptor *job, enum cr_record_field field)
{
	struct cr_env_list env = cr_job_desc_environment((struct job_descriptor *)job);
	/* get_job_env() may give a list without its end; cr_env_get() goes by the count. */
	const char *record = cr_env_get(env, "SLURM_COMMROUTE_DECISION", NULL);

	if (record)
		return record;
	return field == CR_RECORD_EXTRA ? job->extra : NULL; /* else it is its user's own */
}
