/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Can the job ever start, and can it now, under each limit along Slurm's chain of QOS
 * and accounts.
 */
#include "policies/decide/limits.h"

#include <string.h>

/* The ways in which one TRES is limited. */
enum rule {
	RULE_GRP,
	RULE_GRP_MINS,
	RULE_GRP_RUN_MINS,
	RULE_MAX,
	RULE_MAX_MINS,
	RULE_NODE,
	RULE_USER,
	RULE_ACCOUNT,
	RULE_MIN,
	RULES,
};

/* What is asked of one TRES. */
struct asked {
	const char *tres;
	uint64_t amount, per_node;
	unsigned taken; /* bit for each rule that a QOS has spoken on */
};

#define ASKED_MAX 5

struct judging {
	const struct cr_limit_case *c;
	struct asked asked[ASKED_MAX];
	size_t count;
	unsigned counts_taken;
	uint32_t minutes; /* the most that the job's time limit can be */
	struct cr_binding *worst;
	/* The level being judged. */
	enum cr_limit_owner owner;
	const char *owner_name;
};

static uint64_t product_of(uint64_t a, uint64_t b)
{
	return b && a > CR_UNSET64 / 2 / b ? CR_UNSET64 / 2 : a * b;
}

/* The first of equals is kept: the chain's order decides. */
static void keep_binding(struct judging *j, struct cr_binding found)
{
	if (found.verdict <= j->worst->verdict)
		return;
	found.owner = j->owner;
	found.owner_name = j->owner_name;
	*j->worst = found;
}

static enum cr_code size_code(const struct judging *j)
{
	return j->owner == CR_LIMIT_QOS || j->owner == CR_LIMIT_PART_QOS ? CR_401_QOS_LIMIT
									 : CR_402_ACCOUNT_LIMIT;
}

/* A limit with use: never, not now, or fine. */
static void judge_use(struct judging *j, const char *limit, const struct asked *a, uint64_t amount,
		      uint64_t max, uint64_t used)
{
	struct cr_binding b = {.limit = limit,
			       .tres = a->tres,
			       .asked = amount,
			       .max = max,
			       .used = used,
			       .code = size_code(j)};

	if (amount > max)
		b.verdict = CR_LIMIT_NEVER;
	else if (used > max - amount)
		b.verdict = CR_LIMIT_WAIT;
	keep_binding(j, b);
}

static void judge_budget(struct judging *j, const struct asked *a, uint64_t amount, uint64_t max,
			 uint64_t used)
{
	struct cr_binding b = {
		.limit = "GrpTRESMins", .tres = a->tres, .asked = amount, .max = max, .used = used};

	if (amount > max) {
		b.verdict = CR_LIMIT_NEVER;
		b.code = CR_403_BUDGET;
	} else if (used > max - amount) {
		b.verdict = CR_LIMIT_BUDGET;
		b.code = CR_406_OVER_BUDGET;
	}
	keep_binding(j, b);
}

/* CPUs and memory are known as lower bounds only, and "no GPU" may be a whole node. */
static void judge_min(struct judging *j, const struct asked *a, uint64_t min)
{
	bool exact = strcmp(a->tres, "cpu") != 0 && strcmp(a->tres, "mem") != 0;

	if (exact && a->amount && a->amount < min)
		keep_binding(j, (struct cr_binding){.verdict = CR_LIMIT_NEVER,
						    .limit = "MinTRES",
						    .tres = a->tres,
						    .asked = a->amount,
						    .max = min,
						    .code = CR_408_QOS_MINIMUM});
}

/* One rule's limit in L, or CR_UNSET64. */
static uint64_t limit_of(const struct cr_tres_limit *l, enum rule rule)
{
	const uint64_t limits[RULES] = {
		[RULE_GRP] = l->grp,
		[RULE_GRP_MINS] = l->grp_mins,
		[RULE_GRP_RUN_MINS] = l->grp_run_mins,
		[RULE_MAX] = l->max_per_job,
		[RULE_MAX_MINS] = l->max_mins_per_job,
		[RULE_NODE] = l->max_per_node,
		[RULE_USER] = l->max_per_user,
		[RULE_ACCOUNT] = l->max_per_account,
		[RULE_MIN] = l->min_per_job,
	};

	return limits[rule];
}

/*
 * Without "safe" Slurm starts a job of any time limit, and ends it when the
 * budget is used up; so a job without end is judged there by what it takes now.
 */
static bool is_timed(const struct judging *j)
{
	if (j->minutes == CR_INFINITE)
		return j->c->view->enforce & CR_ENFORCE_SAFE;
	return j->minutes != CR_UNSET;
}

static void judge_rule(struct judging *j, const struct asked *a, const struct cr_tres_limit *l,
		       enum rule rule)
{
	uint64_t max = limit_of(l, rule), spent = product_of(a->amount, j->minutes);
	bool timed = is_timed(j), given = cr_is_number(j->c->minutes_given);

	switch (rule) {
	case RULE_GRP:
		judge_use(j, "GrpTRES", a, a->amount, max, l->grp_used);
		break;
	case RULE_GRP_MINS:
		if (timed)
			judge_budget(j, a, spent, max, l->grp_mins_used);
		break;
	case RULE_GRP_RUN_MINS:
		if (timed)
			judge_use(j, "GrpTRESRunMins", a, spent, max, l->grp_run_mins_used);
		break;
	case RULE_MAX:
		judge_use(j, "MaxTRESPerJob", a, a->amount, max, 0);
		break;
	case RULE_MAX_MINS:
		if (given)
			judge_use(j, "MaxTRESMinsPerJob", a, spent, max, 0);
		break;
	case RULE_NODE:
		judge_use(j, "MaxTRESPerNode", a, a->per_node, max, 0);
		break;
	case RULE_USER:
		judge_use(j, "MaxTRESPerUser", a, a->amount, max, l->user_used);
		break;
	case RULE_ACCOUNT:
		judge_use(j, "MaxTRESPerAccount", a, a->amount, max, l->account_used);
		break;
	default:
		judge_min(j, a, max);
	}
}

/*
 * One TRES at one level.  A QOS's word on a rule silences what comes after it;
 * associations do not silence each other.  Of the accounts only the group
 * limits bind: Slurm hands the others down to the user's association itself.
 */
static void judge_tres(struct judging *j, struct asked *a, const struct cr_tres_limit *l)
{
	bool is_qos = j->owner == CR_LIMIT_QOS || j->owner == CR_LIMIT_PART_QOS;

	for (enum rule rule = 0; rule < RULES; rule++) {
		bool group = rule <= RULE_GRP_RUN_MINS;

		if (limit_of(l, rule) == CR_UNSET64 || (a->taken & 1u << rule))
			continue;
		if (j->owner == CR_LIMIT_ACCOUNT && !group)
			continue;
		if (is_qos)
			a->taken |= 1u << rule;
		judge_rule(j, a, l, rule);
	}
}

/* Counts of running jobs and the time of one. */
enum count_rule { COUNT_GRP_JOBS, COUNT_USER_JOBS, COUNT_ACCOUNT_JOBS, COUNT_WALL, COUNT_RULES };

static void judge_count(struct judging *j, enum count_rule rule, const char *limit, uint32_t max,
			uint32_t used)
{
	struct cr_binding b = {
		.limit = limit, .asked = 1, .max = max, .used = used, .code = size_code(j)};
	bool is_qos = j->owner == CR_LIMIT_QOS || j->owner == CR_LIMIT_PART_QOS;

	if (!cr_is_number(max) || (j->counts_taken & 1u << rule))
		return;
	if (is_qos)
		j->counts_taken |= 1u << rule;
	b.verdict = max == 0 ? CR_LIMIT_NEVER : used >= max ? CR_LIMIT_WAIT : CR_LIMIT_OK;
	keep_binding(j, b);
}

static void judge_wall(struct judging *j, uint32_t max)
{
	if (!cr_is_number(max) || (j->counts_taken & 1u << COUNT_WALL))
		return;
	if (j->owner == CR_LIMIT_QOS || j->owner == CR_LIMIT_PART_QOS)
		j->counts_taken |= 1u << COUNT_WALL;
	if (j->c->minutes_given != CR_UNSET && j->c->minutes_given > max)
		keep_binding(j, (struct cr_binding){.verdict = CR_LIMIT_NEVER,
						    .limit = "MaxWall",
						    .asked = j->c->minutes_given,
						    .max = max,
						    .code = CR_407_WALL_LIMIT});
}

static void judge_level(struct judging *j, enum cr_limit_owner owner, const char *name,
			const struct cr_limits *limits)
{
	j->owner = owner;
	j->owner_name = name;
	for (size_t i = 0; i < limits->tres_count; i++)
		for (size_t k = 0; k < j->count; k++)
			if (strcmp(limits->tres[i].tres, j->asked[k].tres) == 0) {
				j->asked[k].tres = limits->tres[i].tres; /* outlives us */
				judge_tres(j, &j->asked[k], &limits->tres[i]);
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

static void judge_asked(struct judging *j, const char *tres, uint64_t amount, uint64_t per_node)
{
	j->asked[j->count++] = (struct asked){.tres = tres, .amount = amount, .per_node = per_node};
}

/* Where nothing says the time limit, Slurm makes it the least of these. */
static void fill_minutes(struct judging *j, const struct cr_limits *limits)
{
	uint32_t walls[] = {limits->max_wall, limits->grp_wall};

	for (size_t i = 0; i < sizeof(walls) / sizeof(walls[0]); i++)
		if (cr_is_number(walls[i]) && (walls[i] < j->minutes || j->minutes == CR_UNSET))
			j->minutes = walls[i];
}

static void fill_in_minutes(struct judging *j)
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

static void judge_qos(struct judging *j)
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

void cr_limits_judge(const struct cr_limit_case *c, struct cr_binding *binding)
{
	struct judging j = {.c = c, .worst = binding, .minutes = c->minutes};
	const struct cr_demand *d = c->demand;
	char typed[CR_GPU_TYPE_MAX + sizeof("gres/gpu:")] = "gres/gpu:";

	*binding = (struct cr_binding){.verdict = CR_LIMIT_OK};
	if (!(c->view->enforce & CR_ENFORCE_LIMITS))
		return;
	judge_asked(&j, "node", d->nodes, 1);
	judge_asked(&j, "cpu", d->cpus, d->cpus_per_node);
	judge_asked(&j, "gres/gpu", d->gpus, d->gpus_per_node);
	if (d->memory)
		judge_asked(&j, "mem", product_of(d->memory, d->nodes), d->memory);
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
