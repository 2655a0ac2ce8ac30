/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A step that was left to Slurm: in which order its tasks go through the nodes, where that
 * can be known, so that its nodes can tell the tasks their places.
 */
#include "spank/srun_settle.h"

#include "policies/job/variables.h"
#include "spank/folded.h"
#include "spank/plan.h"
#include "spank/srun_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Components share one hook and one environment: whose step it is cannot be told. */
static bool is_heterogeneous(void)
{
	return getenv("SLURM_HET_SIZE") || getenv("SLURM_PACK_SIZE");
}

static bool are_of_one_unit(const struct cr_plan *plan)
{
	for (size_t i = 1; i < cr_plan_count(plan); i++)
		if (strcmp(cr_plan_unit(plan, i), cr_plan_unit(plan, 0)) != 0)
			return false;
	return true;
}

/*
 * Do the tasks of a step on PLAN's nodes, or some of them, begin in the list's own
 * order?  cyclic and plane give every node its first task in turn; block does where
 * it knows no units, or there is one.
 */
static bool goes_by_the_list(const struct cr_plan *plan, const struct cr_srun_site *site)
{
	const char *distribution = getenv("SLURM_DISTRIBUTION");

	if (cr_plan_count(plan) == 1)
		return true;
	if (!distribution)
		return false;
	return strncmp(distribution, "cyclic", 6) == 0 || strncmp(distribution, "plane", 5) == 0 ||
	       (strncmp(distribution, "block", 5) == 0 &&
		(!site->topological_block || are_of_one_unit(plan)));
}

/* Scripts take the master's address from the job's first node; here rank 0 is elsewhere. */
static void warn_of_head(struct cr_srun *step, const struct cr_plan *plan, const char *job_nodes)
{
	const char *head = cr_plan_names(plan)[0];
	char first[256];
	size_t rank, count;

	if (cr_folded_find(job_nodes, head, CR_PLAN_NODES_MAX, &rank, &count) == 0 && rank > 0 &&
	    count == cr_plan_count(plan) && !*step->warning &&
	    cr_folded_first(job_nodes, first, sizeof(first)) == 0)
		(void)snprintf(step->warning, sizeof(step->warning),
			       "commroute: rank 0 of this step is on %s, not on the job's first "
			       "node %s: COMMROUTE_HEAD_NODE tells the tasks",
			       head, first);
}

/* Of a job that srun itself has made, too. */
static const char *job_nodes(void)
{
	const char *nodes = getenv("SLURM_JOB_NODELIST");

	return nodes ? nodes : getenv("SLURM_NODELIST");
}

/* NODES of the job, in their own order; NULL with ERR. */
static struct cr_plan *plan_listed(const struct cr_srun_site *site, const char *nodes,
				   struct cr_error *err)
{
	const char *partition = getenv("SLURM_JOB_PARTITION");

	(void)cr_error_set(err, "no slurm.conf, or the job names no partition");
	return site->slurm_conf && partition
		       ? cr_plan_make(site->slurm_conf, partition, nodes, CR_PLAN_AS_LISTED, err)
		       : NULL;
}

/*
 * The plan for the step that srun has made, in the order of its tasks; NULL when that is
 * not known.  srun's environment does not say which of the job's nodes the step has: a
 * plan of all of them will do, for the nodes know that themselves.
 */
static struct cr_plan *plan_step(struct cr_srun *step, const struct cr_srun_site *site)
{
	const char *nodes = job_nodes();
	struct cr_plan *plan = NULL, *asked = NULL;
	struct cr_error err;
	char *by_task;

	if (nodes && !is_heterogeneous())
		plan = plan_listed(site, nodes, &err);
	if (!plan || goes_by_the_list(plan, site))
		return plan;
	cr_plan_destroy(plan);
	plan = NULL;
	by_task = site->step_nodes(cr_srun_id("SLURM_JOB_ID"), cr_srun_id("SLURM_STEP_ID"), &err);
	if (by_task)
		asked = plan_listed(site, by_task, &err);
	if (asked)
		warn_of_head(step, asked, nodes);
	else
		(void)snprintf(step->said, sizeof(step->said), "%.230s", err.text);
	free(by_task);
	return asked;
}

/*
 * A batch job is told by its script's node, and its record says what was asked.  Of the others
 * slurmctld is asked, in the job's first step, when it has one that can be worse than asked.
 */
static void check_placement(struct cr_srun *step, const struct cr_srun_site *site)
{
	const char *id = getenv("SLURM_STEP_ID"), *nodes = job_nodes();
	struct cr_plan *plan = NULL;
	struct cr_wish wish;
	struct cr_error err;
	struct cr_check check;

	if (!step->checks || !nodes || !strpbrk(nodes, ",-") || getenv(CR_NAME_CARRIED_DECISION) ||
	    !id || strcmp(id, "0") != 0 || is_heterogeneous())
		return;
	if (site->wish(cr_srun_id("SLURM_JOB_ID"), &wish, &err) != 0 ||
	    (!wish.segment && !wish.switches))
		return;
	plan = plan_listed(site, nodes, &err);
	if (plan && cr_check(plan, &wish, false, &check) == 0)
		memcpy(step->placement, check.line, sizeof(step->placement));
	cr_plan_destroy(plan);
}

void cr_srun_settle(struct cr_srun *step, const struct cr_srun_site *site)
{
	struct cr_plan *plan;

	check_placement(step, site);
	if (step->ordered)
		return;
	plan = plan_step(step, site);
	if (!plan)
		return;
	if (!getenv(CR_NAME_CARRIED_PLACEMENT))
		cr_srun_carry_placement(plan, false);
	cr_srun_carry_place(plan);
	cr_plan_destroy(plan);
}
