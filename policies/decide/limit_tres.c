/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Can a job ever have what it asks of one TRES, and can it now, under each of a level's rules? */
#include "policies/decide/limit_tres.h"

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

uint64_t cr_limit_product(uint64_t a, uint64_t b)
{
	return b && a > CR_UNSET64 / 2 / b ? CR_UNSET64 / 2 : a * b;
}

void cr_limit_keep(struct cr_judging *j, struct cr_binding found)
{
	if (found.verdict <= j->worst->verdict)
		return;
	found.owner = j->owner;
	found.owner_name = j->owner_name;
	*j->worst = found;
}

bool cr_limit_is_of_qos(const struct cr_judging *j)
{
	return j->owner == CR_LIMIT_QOS || j->owner == CR_LIMIT_PART_QOS;
}

enum cr_code cr_limit_code(const struct cr_judging *j)
{
	return cr_limit_is_of_qos(j) ? CR_401_QOS_LIMIT : CR_402_ACCOUNT_LIMIT;
}

/* A limit with use: never, not now, or fine. */
static void judge_use(struct cr_judging *j, const char *limit, const struct cr_asked *a,
		      uint64_t amount, uint64_t max, uint64_t used)
{
	struct cr_binding b = {.limit = limit,
			       .tres = a->tres,
			       .asked = amount,
			       .max = max,
			       .used = used,
			       .code = cr_limit_code(j)};

	if (amount > max)
		b.verdict = CR_LIMIT_NEVER;
	else if (used > max - amount)
		b.verdict = CR_LIMIT_WAIT;
	cr_limit_keep(j, b);
}

static void judge_budget(struct cr_judging *j, const struct cr_asked *a, uint64_t amount,
			 uint64_t max, uint64_t used)
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
	cr_limit_keep(j, b);
}

/* CPUs and memory are known as lower bounds only, and "no GPU" may be a whole node. */
static void judge_min(struct cr_judging *j, const struct cr_asked *a, uint64_t min)
{
	bool exact = strcmp(a->tres, "cpu") != 0 && strcmp(a->tres, "mem") != 0;

	if (exact && a->amount && a->amount < min)
		cr_limit_keep(j, (struct cr_binding){.verdict = CR_LIMIT_NEVER,
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
static bool is_timed(const struct cr_judging *j)
{
	if (j->minutes == CR_INFINITE)
		return j->c->view->enforce & CR_ENFORCE_SAFE;
	return j->minutes != CR_UNSET;
}

static void judge_rule(struct cr_judging *j, const struct cr_asked *a,
		       const struct cr_tres_limit *l, enum rule rule)
{
	uint64_t max = limit_of(l, rule), spent = cr_limit_product(a->amount, j->minutes);
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

void cr_limit_judge_tres(struct cr_judging *j, struct cr_asked *a, const struct cr_tres_limit *l)
{
	bool is_qos = cr_limit_is_of_qos(j);

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
