/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srun's two moments: setting the ranks' order before its options are read, and taking
 * traces away after.
 */
#include "spank/srun.h"

#include "launch/judge.h"
#include "launch/layout.h"
#include "policies/job/codes.h"
#include "policies/job/option.h"
#include "policies/job/variables.h"
#include "spank/agents.h"
#include "spank/carried.h"
#include "spank/client.h"
#include "spank/folded.h"
#include "spank/frameworks.h"
#include "spank/hostfile.h"
#include "spank/placement_check.h"
#include "spank/plan.h"
#include "spank/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Half of what execve() takes by default, less than Slurm's own limits. */
#define ENVIRONMENT_MAX (1 << 20)

extern char **environ;

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

/* What holds for this step: its own option, else its variable, else its job's. */
static struct cr_option get_option(const struct cr_srun_line *line)
{
	const char *said[] = {line->profile, getenv("SRUN_COMM_PROFILE"), getenv(CR_CLIENT_CARRIER),
			      getenv(CR_NAME_CARRIED_OPTION)};
	struct cr_option option = {.kind = CR_OPTION_ABSENT};

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		if (said[i] && cr_option_parse(said[i], &option, NULL) == 0)
			break;
	return option;
}

static bool refuses_order(const struct cr_option *option)
{
	return option->order_none || option->kind == CR_OPTION_NONE;
}

static size_t environment_size(void)
{
	size_t size = 0;

	for (char **entry = environ; entry && *entry; entry++)
		size += strlen(*entry) + 1 + sizeof(*entry);
	return size;
}

/* PLAN's nodes are the step's, in the order of its tasks.  What stood there is gone in any case. */
static void carry_place(const struct cr_plan *plan)
{
	char *text = cr_carried_format(plan, getenv("SLURM_JOB_ID"));

	(void)unsetenv(CR_NAME_CARRIED_PLACE);
	if (text && environment_size() + strlen(text) < ENVIRONMENT_MAX)
		(void)setenv(CR_NAME_CARRIED_PLACE, text, 1);
	free(text);
}

/* The nodes can do without: they read the files themselves. */
static void carry_placement(const struct cr_plan *plan, bool in_order)
{
	const struct cr_wish wish = cr_wish_read(getenv(CR_NAME_CARRIED_DECISION));
	struct cr_check check;

	if (cr_check(plan, &wish, in_order, &check) == 0)
		(void)setenv(CR_NAME_CARRIED_PLACEMENT, check.figures, 1);
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

static uint32_t id_of(const char *name)
{
	const char *text = getenv(name);

	return text ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

/*
 * A host file is a hard constraint, and a job's environment is as old as the job: a
 * node that is gone since would fail a step that Slurm runs on what is left.
 */
static int look_at_live_nodes(struct cr_srun *step, const struct cr_srun_site *site,
			      struct cr_plan **plan, struct cr_launch *launch)
{
	struct cr_error err;
	char *live = site->live_nodes(id_of("SLURM_JOB_ID"), &err);
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
	if (refuses_order(option))
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

/* What stood there is another step's. */
static void forget_what_was_carried(void)
{
	(void)unsetenv(CR_NAME_CARRIED_PLACE);
	(void)unsetenv(CR_NAME_CARRIED_ORDERED);
	(void)unsetenv(CR_NAME_CARRIED_PLACEMENT);
	(void)unsetenv(CR_NAME_CARRIED_LEFT);
	/* The batch script's own place is nobody else's: a node without the plugin has none. */
	(void)unsetenv(CR_NAME_NODE_RANK);
	(void)unsetenv(CR_NAME_TOPOLOGY_UNIT);
}

static struct cr_rules read_rules(const struct cr_srun_site *site, const struct cr_option *option)
{
	return cr_rules_read(site->policy, false, getenv(CR_NAME_CARRIED_DECISION),
			     *option->profile ? option->profile : NULL);
}

/* The line, its option and the site's rules, which may know more of the line's options. */
static struct cr_srun_line read_line(const struct cr_srun_site *site, int argc,
				     const char *const *argv, struct cr_option *option,
				     struct cr_rules *rules)
{
	struct cr_srun_line line = cr_srun_line_read(argc, argv, NULL);

	*option = get_option(&line);
	*rules = read_rules(site, option);
	if (!*rules->order_ignores || !*line.shaping)
		return line;
	line = cr_srun_line_read(argc, argv, rules->order_ignores);
	*option = get_option(&line);
	*rules = read_rules(site, option);
	return line;
}

void cr_srun_begin(struct cr_srun *step, const struct cr_srun_site *site, int argc,
		   const char *const *argv)
{
	const struct cr_variables own = cr_variables_of_process();
	struct cr_option option;
	struct cr_rules rules;
	struct cr_srun_line line = read_line(site, argc, argv, &option, &rules);
	struct cr_launch launch;
	struct cr_plan *plan;

	forget_what_was_carried();
	cr_launch_judge(&line, &own, site->topological_block, &launch);
	choose_order(step, &option, &rules, &launch);
	plan = plan_job(step, site);
	if (plan) {
		act_by_rules(step, site, &rules, &plan, &launch);
		carry_placement(plan, step->ordered);
		if (step->ordered)
			carry_place(plan);
		if (step->ordered)
			tell_group(step, plan, &launch);
		if (!refuses_order(&option) && cr_plan_count(plan) > 1)
			cr_frameworks_warn(argc - line.program, argv + line.program,
					   cr_agents_count(&line, argv, &launch), step->warning,
					   sizeof(step->warning));
	}
	if (*step->cause)
		(void)setenv(CR_NAME_CARRIED_LEFT, step->cause, 1);
	cr_launch_clear(&launch);
	cr_plan_destroy(plan);
}

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

/*
 * The plan for the step that srun has made, in the order of its tasks; NULL when that is
 * not known.  srun's environment does not say which of the job's nodes the step has: a
 * plan of all of them will do, for the nodes know that themselves.
 */
static struct cr_plan *plan_step(struct cr_srun *step, const struct cr_srun_site *site)
{
	const char *nodes = getenv("SLURM_JOB_NODELIST") ? getenv("SLURM_JOB_NODELIST")
							 : getenv("SLURM_NODELIST");
	const char *partition = getenv("SLURM_JOB_PARTITION");
	struct cr_plan *plan = NULL, *asked = NULL;
	struct cr_error err;
	char *by_task;

	if (nodes && partition && site->slurm_conf && !is_heterogeneous())
		plan = cr_plan_make(site->slurm_conf, partition, nodes, CR_PLAN_AS_LISTED, &err);
	if (!plan || goes_by_the_list(plan, site))
		return plan;
	cr_plan_destroy(plan);
	plan = NULL;
	by_task = site->step_nodes(id_of("SLURM_JOB_ID"), id_of("SLURM_STEP_ID"), &err);
	if (by_task)
		asked = cr_plan_make(site->slurm_conf, partition, by_task, CR_PLAN_AS_LISTED, &err);
	if (asked)
		warn_of_head(step, asked, nodes);
	else
		(void)snprintf(step->said, sizeof(step->said), "%.230s", err.text);
	free(by_task);
	return asked;
}

void cr_srun_settle(struct cr_srun *step, const struct cr_srun_site *site)
{
	struct cr_plan *plan;

	if (step->ordered)
		return;
	plan = plan_step(step, site);
	if (!plan)
		return;
	if (!getenv(CR_NAME_CARRIED_PLACEMENT))
		carry_placement(plan, false);
	carry_place(plan);
	cr_plan_destroy(plan);
}

void cr_srun_finish(struct cr_srun *step)
{
	if (step->fd >= 0) {
		(void)unsetenv("SLURM_HOSTFILE");
		(void)close(step->fd);
		step->fd = -1;
	}
	if (step->ordered)
		(void)unsetenv("SLURM_DISTRIBUTION");
}

void cr_srun_tell(const struct cr_srun *step, const struct cr_host *host)
{
	if (step->ordered)
		cr_host_log(host, CR_HOST_VERBOSE, "commroute: %s", step->said);
	else if (*step->said)
		cr_host_log(host, CR_HOST_VERBOSE, "commroute: the rank order is left to Slurm: %s",
			    step->said);
	if (*step->warning)
		cr_host_log(host, CR_HOST_INFO, "%s", step->warning);
	if (*step->group)
		cr_host_log(host, CR_HOST_INFO, "%s", step->group);
}
