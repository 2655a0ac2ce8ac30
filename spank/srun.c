/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srun's two moments: setting the ranks' order before its options are read, and taking
 * traces away after.
 */
#include "spank/srun.h"

#include "launch/judge.h"
#include "policies/job/option.h"
#include "policies/job/variables.h"
#include "spank/agents.h"
#include "spank/client.h"
#include "spank/frameworks.h"
#include "spank/plan.h"
#include "spank/rules.h"
#include "spank/srun_env.h"
#include "spank/srun_order.h"

#include <stdlib.h>
#include <unistd.h>

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

	cr_srun_forget_carried();
	step->checks = rules.act && !option.check_none && option.kind != CR_OPTION_NONE;
	cr_launch_judge(&line, &own, site->topological_block, &launch);
	plan = cr_srun_order(step, site, &option, &rules, &launch);
	if (plan) {
		cr_srun_carry_placement(plan, step->ordered);
		if (step->ordered)
			cr_srun_carry_place(plan);
		if (!cr_srun_refuses_order(&option) && cr_plan_count(plan) > 1)
			cr_frameworks_warn(argc - line.program, argv + line.program,
					   cr_agents_count(&line, argv, &launch), step->warning,
					   sizeof(step->warning));
	}
	if (*step->cause)
		(void)setenv(CR_NAME_CARRIED_LEFT, step->cause, 1);
	cr_launch_clear(&launch);
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
	if (*step->placement)
		cr_host_log(host, CR_HOST_INFO, "%s", step->placement);
	if (*step->group)
		cr_host_log(host, CR_HOST_INFO, "%s", step->group);
}
