/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The questions that srun's side asks of slurmctld: at most one for a step. */
#include "spank/live_job.h"

#include "topology/hostlist.h"
#include "topology/slurm_versions.h"

#include <stdlib.h>
#include <string.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

static int look_up(uint32_t jobid, resource_allocation_response_msg_t **answer)
{
#if CR_BUILT_SINCE(CR_SINCE_LOOKUP_BY_STEP_ID)
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

/* A node of a step, and its lowest task. */
struct spot {
	const char *name;
	uint32_t lowest;
};

static int compare_spots(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	return (x->lowest > y->lowest) - (x->lowest < y->lowest);
}

/* SPOTS has room for as many as LIST has.  -1: LAYOUT does not fit LIST, or a node has no task. */
static int find_lowest(const slurm_step_layout_t *layout, const struct cr_hostlist *list,
		       struct spot *spots)
{
	if (!layout->tasks || !layout->tids || layout->node_cnt != cr_hostlist_count(list))
		return -1;
	for (uint32_t i = 0; i < layout->node_cnt; i++) {
		if (!layout->tasks[i] || !layout->tids[i])
			return -1;
		spots[i] = (struct spot){cr_hostlist_names(list)[i], layout->tids[i][0]};
		for (uint16_t k = 1; k < layout->tasks[i]; k++)
			if (layout->tids[i][k] < spots[i].lowest)
				spots[i].lowest = layout->tids[i][k];
	}
	return 0;
}

/* LAYOUT's nodes, folded again in the order of their tasks; NULL with ERR. */
static char *fold_by_task(const slurm_step_layout_t *layout, struct cr_error *err)
{
	struct cr_hostlist *list = cr_hostlist_expand(layout->node_list, layout->node_cnt, err);
	size_t count = list ? cr_hostlist_count(list) : 0;
	struct spot *spots = calloc(count + 1, sizeof(*spots));
	const char **names = calloc(count + 1, sizeof(*names));
	char *folded = NULL;

	if (list && spots && names && find_lowest(layout, list, spots) == 0) {
		qsort(spots, count, sizeof(*spots), compare_spots);
		for (size_t i = 0; i < count; i++)
			names[i] = spots[i].name;
		folded = cr_hostlist_compact(names, count, err);
	} else if (list) {
		cr_error_set(err, "the step's layout cannot be read");
	}
	free(names);
	free(spots);
	cr_hostlist_destroy(list);
	return folded;
}

char *cr_live_step_nodes(uint32_t jobid, uint32_t stepid, struct cr_error *err)
{
	slurm_step_id_t id = {0};
	slurm_step_layout_t *layout;
	char *nodes;

	id.job_id = jobid;
	id.step_id = stepid;
	id.step_het_comp = NO_VAL;
	layout = slurm_job_step_layout_get(&id);
	if (!layout || !layout->node_list) {
		cr_error_set(err, "the step's layout: %s",
			     layout ? "no nodes" : slurm_strerror(errno));
		if (layout)
			slurm_job_step_layout_free(layout);
		return NULL;
	}
	nodes = fold_by_task(layout, err);
	slurm_job_step_layout_free(layout);
	return nodes;
}
