/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one question that srun's side asks of slurmctld, and only before it orders a step. */
#include "spank/live_job.h"

#include <stdlib.h>
#include <string.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

static int look_up(uint32_t jobid, resource_allocation_response_msg_t **answer)
{
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(26, 5, 0)
	slurm_step_id_t id = SLURM_STEP_ID_INITIALIZER;

	id.job_id = jobid;
	return slurm_allocation_lookup(id, answer);
#else
	return slurm_allocation_lookup(jobid, answer);
#endif
}

char *cr_live_job_nodes(uint32_t jobid, struct cr_error *err)
{
	resource_allocation_response_msg_t *answer = NULL;
	char *nodes;

	if (look_up(jobid, &answer) != SLURM_SUCCESS || !answer) {
		cr_error_set(err, "the job's nodes as they are now: %s", slurm_strerror(errno));
		return NULL;
	}
	nodes = strdup(answer->node_list ? answer->node_list : "");
	slurm_free_resource_allocation_response_msg(answer);
	if (nodes && *nodes)
		return nodes;
	cr_error_set(err, nodes ? "the job has no nodes now" : "out of memory");
	free(nodes);
	return NULL;
}
