/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A step's ranks in the order of the topology: a host file, or Slurm's own block distribution
 * beside -N, in the environment that srun is about to read.  Where that cannot be, the step
 * is left to Slurm, with the reason.
 */
#include "spank/srun_order.h"

#include "launch/layout.h"
#include "policies/job/codes.h"
#include "policies/job/variables.h"
#include "spank/hostfile.h"
#include "spank/srun_env.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* CAUSE is the same in a word, to be counted. */
static void __attribute__((format(printf, 3, 4))) say_why(struct cr_srun *step, const char *cause,
							  const char *fmt, ...)
{
	va_list ap;

	(void)snprintf(step->cause, sizeof(step->cause), "%s", cause);
	va_start(ap, fmt);
	(void)vsnprintf(step->said, sizeof(step->said), fmt, ap);
	va_end(ap);
}

static int use_hostfile(struct cr_srun *step, const struct cr_plan *plan,
			const struct cr_launch *launch)
{
	char path[40];
	struct cr_error err;

	step->fd = cr_hostfile_make(plan, launch->counts, &err);
	if (step->fd < 0) {
		say_why(step, "memory", "%s", err.text);
		return -1;
	}
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", step->fd);
	/* One without the other would change the number of tasks. */
	if (setenv("SLURM_DISTRIBUTION", "arbitrary", 1) == 0 &&
	    setenv("SLURM_HOSTFILE", path, 1) == 0)
		return 0;
	(void)unsetenv("SLURM_DISTRIBUTION");
	say_why(step, "memory", "out of memory");
	return -1;
}

static bool is_one_each(const struct cr_launch *launch)
{
	return launch->counts[0] == 1 && cr_layout_is_even(launch->counts, launch->nodes);
}

/* Slurm's own order may begin elsewhere, where no MASTER_ADDR would look for rank 0. */
static int use_block(struct cr_srun *step, const struct cr_launch *launch, const size_t *places)
{
	if (!is_one_each(launch)) {
		say_why(step, "nodes",
			"-N goes with no host file: drop it, the step has all nodes of the "
			"job anyhow");
		return -1;
	}
	if (places[0] != 0) {
		say_why(step, "nodes",
			"-N goes with no host file, and Slurm's own order would move rank 0 from "
			"the job's first node: drop it, the step has all nodes of the job anyhow");
		return -1;
	}
	return setenv("SLURM_DISTRIBUTION", "block", 1);
}

static int arrange_step(struct cr_srun *step, const struct cr_srun_site *site,
			const struct cr_plan *plan, struct cr_launch *launch)
{
	const struct cr_variables own = cr_variables_of_process();
	size_t *places = calloc(launch->nodes, sizeof(*places));
	int rc = -1;

	if (!places || cr_plan_slurm_order(plan, places) != 0)
		say_why(step, "memory", "out of memory");
	else if (launch->act == CR_LAUNCH_BLOCK)
		rc = use_block(step, launch, places);
	else if (site->topological_block && cr_launch_match_block(launch, &own, places) != 0)
		say_why(step, "layout", "which nodes have more tasks than others cannot be told");
	else
		rc = use_hostfile(step, plan, launch);
	free(places);
	return rc;
}

/*
 * Of a changed job Slurm makes a step of its own size only where no number of tasks
 * stands anywhere: one task for each node that is there, and no more nodes than were.
 */
static bool can_follow(const struct cr_launch *launch)
{
	return launch->act == CR_LAUNCH_HOSTFILE && is_one_each(launch) && launch->open;
}

/* The job has LIVE, not the nodes of its environment: plan for those.  -1: leave the step alone. */
static int follow_job(struct cr_srun *step, const struct cr_srun_site *site, const char *live,
		      struct cr_plan **plan, struct cr_launch *launch)
{
	struct cr_error err;
	struct cr_plan *anew = NULL;

	if (can_follow(launch))
		anew = cr_plan_make(site->slurm_conf, getenv("SLURM_JOB_PARTITION"), live,
				    step->order.order, &err);
	else
		(void)cr_error_set(&err, "the job's nodes are no longer those of its environment");
	if (anew && cr_plan_count(anew) > launch->nodes) {
		cr_plan_destroy(anew);
		anew = NULL;
		(void)cr_error_set(&err, "the job has more nodes than its environment says");
	}
	if (!anew) {
		say_why(step, "changed", "%s", err.text);
		return -1;
	}
	cr_plan_destroy(*plan);
	*plan = anew;
	launch->nodes = cr_plan_count(anew);
	return 0;
}

/*
 * A host file is a hard constraint, and a job's environment is as old as the job: a
 * node that is gone since would fail a step that Slurm runs on what is left.
 */
static int look_at_live_nodes(struct cr_srun *step, const struct cr_srun_site *site,
			      struct cr_plan **plan, struct cr_launch *launch)
{
	struct cr_error err;
	char *live = site->live_nodes(cr_srun_id("SLURM_JOB_ID"), &err);
	int rc = 0;

	if (!live) {
		say_why(step, "look-up", "%s", err.text);
		return -1;
	}
	if (!cr_plan_has_just(*plan, live))
		rc = follow_job(step, site, live, plan, launch);
	free(live);
	return rc;
}

static const char *topology_of(const struct cr_plan *plan)
{
	return cr_topology_name(cr_plan_topology(plan));
}

/* *PLAN is made anew where the job's nodes have changed. */
static void order_step(struct cr_srun *step, const struct cr_srun_site *site, struct cr_plan **plan,
		       struct cr_launch *launch)
{
	if (cr_plan_count(*plan) != launch->nodes) {
		say_why(step, "layout", "the job's list of nodes is not as long as it says");
		return;
	}
	if (cr_plan_units(*plan) >= 2 && look_at_live_nodes(step, site, plan, launch) != 0)
		return;
	if (cr_plan_units(*plan) < 2) {
		say_why(step, "one-unit", "the nodes are not in two units of topology '%s'",
			topology_of(*plan));
		return;
	}
	if (arrange_step(step, site, *plan, launch) != 0)
		return;
	step->ordered = true;
	(void)setenv(CR_NAME_CARRIED_ORDERED, is_one_each(launch) ? "cyclic" : "block", 1);
	if (cr_plan_group(*plan) == CR_PLAN_RING)
		say_why(step, "", "ranks in the order of topology '%s'", topology_of(*plan));
	else
		say_why(step, "", "ranks in the order of topology '%s', by groups of %u nodes",
			topology_of(*plan), cr_plan_group(*plan));
}

/* The plan for the job that this srun is in, or NULL. */
static struct cr_plan *plan_job(struct cr_srun *step, const struct cr_srun_site *site)
{
	const char *nodes = getenv("SLURM_JOB_NODELIST"),
		   *partition = getenv("SLURM_JOB_PARTITION");
	struct cr_error err = {.text = "no slurm.conf is found"};
	struct cr_plan *plan = NULL;

	if (!getenv("SLURM_JOB_ID") || !nodes || !partition) {
		say_why(step, "no-job", "not inside an allocation");
		return NULL;
	}
	if (site->slurm_conf)
		plan = cr_plan_make(site->slurm_conf, partition, nodes, step->order.order, &err);
	if (!plan)
		say_why(step, "files", "%s", err.text);
	return plan;
}

/* Slurm's own block distribution, the only one that goes with -N, knows no groups. */
static void choose_order(struct cr_srun *step, const struct cr_option *option,
			 const struct cr_rules *rules, const struct cr_launch *launch)
{
	step->order = cr_step_group_of(option, getenv(CR_NAME_CARRIED_OPTION),
				       getenv(CR_NAME_CARRIED_DECISION), rules->group);
	if (cr_srun_refuses_order(option))
		step->order.order = CR_PLAN_AS_LISTED;
	else if (launch->act == CR_LAUNCH_BLOCK)
		step->order.order = CR_PLAN_RING;
}

static void act_by_rules(struct cr_srun *step, const struct cr_srun_site *site,
			 const struct cr_rules *rules, struct cr_plan **plan,
			 struct cr_launch *launch)
{
	if (step->order.order == CR_PLAN_AS_LISTED)
		say_why(step, "order-none", "order=none");
	else if (!rules->order)
		say_why(step, "policy", "%s",
			rules->act ? "the policy says rank_order: none"
				   : "no policy in force here says otherwise");
	else if (launch->act == CR_LAUNCH_LEAVE)
		say_why(step, launch->cause, "%s", launch->why);
	else
		order_step(step, site, plan, launch);
}

/* Of a step that is ordered: what could not be as it was asked. */
static void tell_group(struct cr_srun *step, const struct cr_plan *plan,
		       const struct cr_launch *launch)
{
	if (launch->act != CR_LAUNCH_BLOCK)
		(void)cr_step_group_words(&step->order, cr_plan_count(plan), step->group,
					  sizeof(step->group));
	else if (step->order.asked && step->order.nodes > 1)
		(void)snprintf(
			step->group, sizeof(step->group),
			"commroute: %s: beside -N ranks are ordered as a ring, not by groups "
			"of %u nodes: leave -N away, srun takes all nodes of the job",
			cr_code_text(CR_337_GROUP), step->order.nodes);
}

bool cr_srun_refuses_order(const struct cr_option *option)
{
	return option->order_none || option->kind == CR_OPTION_NONE;
}

struct cr_plan *cr_srun_order(struct cr_srun *step, const struct cr_srun_site *site,
			      const struct cr_option *option, const struct cr_rules *rules,
			      struct cr_launch *launch)
{
	struct cr_plan *plan;

	choose_order(step, option, rules, launch);
	plan = plan_job(step, site);
	if (!plan)
		return NULL;
	act_by_rules(step, site, rules, &plan, launch);
	if (step->ordered)
		tell_group(step, plan, launch);
	return plan;
}
