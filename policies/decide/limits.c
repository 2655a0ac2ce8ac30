/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Can the job ever start, and can it now, under each limit along Slurm's chain of QOS
 * and accounts.
 */
#include "policies/decide/limits.h"

#include "policies/decide/limit_tres.h"

#include <string.h>

/* Counts of running jobs and the time of one. */
enum count_rule { COUNT_GRP_JOBS, COUNT_USER_JOBS, COUNT_ACCOUNT_JOBS, COUNT_WALL, COUNT_RULES };

static void judge_count(struct cr_judging *j, enum count_rule rule, const char *limit, uint32_t max,
			uint32_t used)
{
	struct cr_binding b = {
		.limit = limit, .asked = 1, .max = max, .used = used, .code = cr_limit_code(j)};
	bool is_qos = cr_limit_is_of_qos(j);

	if (!cr_is_number(max) || (j->counts_taken & 1u << rule))
		return;
	if (is_qos)
		j->counts_taken |= 1u << rule;
	b.verdict = max == 0 ? CR_LIMIT_NEVER : used >= max ? CR_LIMIT_WAIT : CR_LIMIT_OK;
	cr_limit_keep(j, b);
}

static void judge_wall(struct cr_judging *j, uint32_t max)
{
	if (!cr_is_number(max) || (j->counts_taken & 1u << COUNT_WALL))
		return;
	if (cr_limit_is_of_qos(j))
		j->counts_taken |= 1u << COUNT_WALL;
	if (j->c->minutes_given != CR_UNSET && j->c->minutes_given > max)
		cr_limit_keep(j, (struct cr_binding){.verdict = CR_LIMIT_NEVER,
						     .limit = "MaxWall",
						     .asked = j->c->minutes_given,
						     .max = max,
						     .code = CR_407_WALL_LIMIT});
}

static void judge_level(struct cr_judging *j, enum cr_limit_owner owner, const char *name,
			const struct cr_limits *limits)
{
	j->owner = owner;
	j->owner_name = name;
	for (size_t i = 0; i < limits->tres_count; i++)
		for (size_t k = 0; k < j->count; k++)
			if (strcmp(limits->tres[i].tres, j->asked[k].tres) == 0) {
				j->asked[k].tres = limits->tres[i].tres; /* outlives us */
				cr_limit_judge_tres(j, &j->asked[k], &limits->tres[i]);
			}
	judge_count(j, COUNT_GRP_JOBS, "GrpJobs", limits->grp_jobs, limits->grp_jobs_used);
	if (owner == CR_LIMIT_ACCOUNT)
		return;
	judge_count(j, COUNT_USER_JOBS, "MaxJobsPerUser", limits->max_jobs_per_user,
		    limits->user_jobs);
	judge_count(j, COUNT_ACCOUNT_JOBS, "MaxJobsPerAccount", limits->max_jobs_per_account,
		    limits->account_jobs);
	judge_wall(j, limits->max_wall);
}

static void judge_asked(struct cr_judging *j, const char *tres, uint64_t amount, uint64_t per_node)
{
	j->asked[j->count++] = (struct cr_asked){
		.tres = tres, .amount = amount, .per_node = per_node};
}

/* Where nothing says the time limit, Slurm makes it the least of these. */
static void fill_minutes(struct cr_judging *j, const struct cr_limits *limits)
{
	uint32_t walls[] = {limits->max_wall, limits->grp_wall};

	for (size_t i = 0; i < sizeof(walls) / sizeof(walls[0]); i++)
		if (cr_is_number(walls[i]) && (walls[i] < j->minutes || j->minutes == CR_UNSET))
			j->minutes = walls[i];
}

static void fill_in_minutes(struct cr_judging *j)
{
	const struct cr_limit_case *c = j->c;

	if (c->minutes_given != CR_UNSET)
		return;
	if (c->partition_qos)
		fill_minutes(j, &c->partition_qos->limits);
	if (c->qos)
		fill_minutes(j, &c->qos->limits);
	if (c->assoc)
		fill_minutes(j, &c->assoc->limits);
}

static void judge_qos(struct cr_judging *j)
{
	const struct cr_limit_case *c = j->c;
	bool over = c->qos && (c->qos->flags & CR_QOS_OVER_PART_QOS);

	if (c->partition_qos && !over)
		judge_level(j, CR_LIMIT_PART_QOS, c->partition_qos->name,
			    &c->partition_qos->limits);
	if (c->qos && c->qos != c->partition_qos)
		judge_level(j, CR_LIMIT_QOS, c->qos->name, &c->qos->limits);
	if (c->partition_qos && over)
		judge_level(j, CR_LIMIT_PART_QOS, c->partition_qos->name,
			    &c->partition_qos->limits);
}

/*
 * Does Slurm hold the job against a limit on memory?  When it starts, only where memory
 * is consumed; at submission with DenyOnLimit, or without any QOS, always
 * (acct_policy_validate()).
 */
static bool memory_binds(const struct cr_limit_case *c)
{
	uint32_t flags = (c->qos ? c->qos->flags : 0) |
			 (c->partition_qos ? c->partition_qos->flags : 0);

	if (!c->qos && !c->partition_qos)
		return true;
	return !c->view->memory_not_consumed || (flags & CR_QOS_DENY_LIMIT);
}

void cr_limits_judge(const struct cr_limit_case *c, struct cr_binding *binding)
{
	struct cr_judging j = {.c = c, .worst = binding, .minutes = c->minutes};
	const struct cr_demand *d = c->demand;
	char typed[CR_GPU_TYPE_MAX + sizeof("gres/gpu:")] = "gres/gpu:";

	*binding = (struct cr_binding){.verdict = CR_LIMIT_OK};
	if (!(c->view->enforce & CR_ENFORCE_LIMITS))
		return;
	judge_asked(&j, "node", d->nodes, 1);
	judge_asked(&j, "cpu", d->cpus, d->cpus_per_node);
	judge_asked(&j, "gres/gpu", d->gpus, d->gpus_per_node);
	if (d->memory && memory_binds(c))
		judge_asked(&j, "mem", cr_limit_product(d->memory, d->nodes), d->memory);
	if (c->gpu_type && d->gpus) {
		strncat(typed, c->gpu_type, CR_GPU_TYPE_MAX);
		judge_asked(&j, typed, d->gpus, d->gpus_per_node);
	}
	fill_in_minutes(&j);
	judge_qos(&j);
	if (c->assoc)
		judge_level(&j, CR_LIMIT_USER, c->assoc->user, &c->assoc->limits);
	for (size_t i = 0; c->assoc && i < c->view->parent_count; i++)
		judge_level(&j, CR_LIMIT_ACCOUNT, c->view->parents[i].account,
			    &c->view->parents[i].limits);
}

const struct cr_assoc *cr_limits_assoc(const struct cr_view *view, const char *partition)
{
	const struct cr_assoc *any = NULL;

	for (size_t i = 0; i < view->user_assoc_count; i++) {
		const struct cr_assoc *a = &view->user_assocs[i];

		if (!a->partition || !*a->partition)
			any = a;
		else if (partition && strcmp(a->partition, partition) == 0)
			return a;
	}
	return any;
}
