/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/limits: every kind of limit, full to the last and one beyond it, at every level. */
#include "tests/unit/unit.h"

#include "policies/decide/limits.h"

#include <stdio.h>
#include <string.h>

/* A job of 8 nodes, 32 GPUs and 96 CPUs for an hour, judged by two QOS, a user and two accounts. */
static struct cr_tres_limit tres;
static struct cr_qos own, of_partition;
static struct cr_assoc user, parents[2];
static struct cr_demand demand;
static struct cr_view view;
static struct cr_limit_case job;
static struct cr_binding got;

enum level { OWN, PARTITION, USER, ACCOUNT, ROOT, LEVELS };

static struct cr_limits *limits_of(enum level level)
{
	struct cr_limits *const all[LEVELS] = {
		[OWN] = &own.limits,         [PARTITION] = &of_partition.limits,
		[USER] = &user.limits,       [ACCOUNT] = &parents[0].limits,
		[ROOT] = &parents[1].limits,
	};

	return all[level];
}

static int setup(void **state)
{
	static const struct cr_limits none = CR_LIMITS_INIT;
	static const struct cr_tres_limit no_limit = CR_TRES_LIMIT_INIT;

	(void)state;
	tres = no_limit;
	own = (struct cr_qos){.name = "nlp", .limits = none};
	of_partition = (struct cr_qos){.name = "gpu", .limits = none};
	user = (struct cr_assoc){.account = "nlp", .user = "ada", .limits = none};
	parents[0] = (struct cr_assoc){.account = "nlp", .limits = none};
	parents[1] = (struct cr_assoc){.account = "root", .limits = none};
	demand = (struct cr_demand){.nodes = 8,
				    .gpus = 32,
				    .gpus_per_node = 4,
				    .cpus = 96,
				    .cpus_per_node = 12,
				    .memory = 1000};
	view = (struct cr_view){
		.enforce = CR_ENFORCE_LIMITS, .parents = parents, .parent_count = 2};
	job = (struct cr_limit_case){.view = &view,
				     .partition_qos = &of_partition,
				     .qos = &own,
				     .assoc = &user,
				     .demand = &demand,
				     .gpu_type = "gb200",
				     .minutes_given = 60,
				     .minutes = 60};
	return 0;
}

/* Judge with TRES as the one limit of LEVEL. */
static void judge_at(enum level level)
{
	struct cr_limits *limits = limits_of(level);

	limits->tres = &tres;
	limits->tres_count = 1;
	cr_limits_judge(&job, &got);
	limits->tres_count = 0;
}

static void put(size_t offset, uint64_t value)
{
	memcpy((char *)&tres + offset, &value, sizeof(value));
}

/* ---- of one TRES ------------------------------------------------------------- */

#define AT(field) offsetof(struct cr_tres_limit, field)
#define NO_USE    SIZE_MAX

static const struct {
	const char *limit; /* Slurm's word */
	size_t max, used;
	const char *tres;
	uint64_t asked;
	enum cr_limit_verdict full; /* when what is left is one too few */
	bool of_accounts;           /* binds at accounts, too */
} rules[] = {
	{"GrpTRES", AT(grp), AT(grp_used), "gres/gpu", 32, CR_LIMIT_WAIT, true},
	{"GrpTRES", AT(grp), AT(grp_used), "gres/gpu:gb200", 32, CR_LIMIT_WAIT, true},
	{"GrpTRES", AT(grp), AT(grp_used), "node", 8, CR_LIMIT_WAIT, true},
	{"GrpTRES", AT(grp), AT(grp_used), "cpu", 96, CR_LIMIT_WAIT, true},
	{"GrpTRES", AT(grp), AT(grp_used), "mem", 8000, CR_LIMIT_WAIT, true},
	{"GrpTRESMins", AT(grp_mins), AT(grp_mins_used), "gres/gpu", 1920, CR_LIMIT_BUDGET, true},
	{"GrpTRESRunMins", AT(grp_run_mins), AT(grp_run_mins_used), "cpu", 5760, CR_LIMIT_WAIT,
	 true},
	{"MaxTRESPerJob", AT(max_per_job), NO_USE, "gres/gpu", 32, CR_LIMIT_OK, false},
	{"MaxTRESMinsPerJob", AT(max_mins_per_job), NO_USE, "node", 480, CR_LIMIT_OK, false},
	{"MaxTRESPerNode", AT(max_per_node), NO_USE, "gres/gpu", 4, CR_LIMIT_OK, false},
	{"MaxTRESPerNode", AT(max_per_node), NO_USE, "gres/gpu:gb200", 4, CR_LIMIT_OK, false},
	{"MaxTRESPerNode", AT(max_per_node), NO_USE, "cpu", 12, CR_LIMIT_OK, false},
	{"MaxTRESPerNode", AT(max_per_node), NO_USE, "mem", 1000, CR_LIMIT_OK, false},
	{"MaxTRESPerNode", AT(max_per_node), NO_USE, "node", 1, CR_LIMIT_OK, false},
	{"MaxTRESPerUser", AT(max_per_user), AT(user_used), "gres/gpu", 32, CR_LIMIT_WAIT, false},
	{"MaxTRESPerAccount", AT(max_per_account), AT(account_used), "gres/gpu", 32, CR_LIMIT_WAIT,
	 false},
};

static void assert_bound(size_t i, enum level level, enum cr_limit_verdict verdict, uint64_t max,
			 uint64_t used)
{
	static const enum cr_limit_owner owners[] = {CR_LIMIT_QOS, CR_LIMIT_PART_QOS, CR_LIMIT_USER,
						     CR_LIMIT_ACCOUNT, CR_LIMIT_ACCOUNT};
	static const char *const names[] = {"nlp", "gpu", "ada", "nlp", "root"};
	bool budget = rules[i].max == AT(grp_mins);

	assert_int_equal(got.verdict, verdict);
	assert_int_equal(got.owner, owners[level]);
	assert_string_equal(got.owner_name, names[level]);
	assert_string_equal(got.limit, rules[i].limit);
	assert_string_equal(got.tres, rules[i].tres);
	assert_int_equal(got.asked, rules[i].asked);
	assert_int_equal(got.max, max);
	assert_int_equal(got.used, used);
	assert_int_equal(got.code, budget && verdict == CR_LIMIT_BUDGET ? CR_406_OVER_BUDGET
				   : budget                             ? CR_403_BUDGET
				   : level <= PARTITION                 ? CR_401_QOS_LIMIT
									: CR_402_ACCOUNT_LIMIT);
}

static void judge_rule_at(size_t i, enum level level)
{
	uint64_t asked = rules[i].asked;

	tres.tres = rules[i].tres;
	put(rules[i].max, asked - 1); /* one too small, for ever */
	judge_at(level);
	assert_bound(i, level, CR_LIMIT_NEVER, asked - 1, 0);
	put(rules[i].max, asked); /* just large enough */
	judge_at(level);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	if (rules[i].used == NO_USE)
		return;
	put(rules[i].max, asked + 5);
	put(rules[i].used, 5); /* filled to the last */
	judge_at(level);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	put(rules[i].used, 6);
	judge_at(level);
	assert_bound(i, level, rules[i].full, asked + 5, 6);
}

static void every_rule_to_the_last(void **state)
{
	for (size_t i = 0; i < COUNT(rules); i++)
		for (enum level level = OWN; level < LEVELS; level++) {
			setup(state);
			if (level < ACCOUNT || rules[i].of_accounts) {
				judge_rule_at(i, level);
				continue;
			}
			tres.tres = rules[i].tres; /* Slurm hands it down to the user's own */
			put(rules[i].max, rules[i].asked - 1);
			judge_at(level);
			assert_int_equal(got.verdict, CR_LIMIT_OK);
		}
}

static void other_tres_do_not_bind(void **state)
{
	static const char *const others[] = {"gres/gpu:h200", "gres/nic", "license/x", "billing"};

	(void)state;
	tres.grp = 0;
	for (size_t i = 0; i < COUNT(others); i++) {
		tres.tres = others[i];
		judge_at(OWN);
		assert_int_equal(got.verdict, CR_LIMIT_OK);
	}
	job.gpu_type = NULL; /* an untyped job is not counted by type */
	tres.tres = "gres/gpu:gb200";
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	demand.gpus = 0;
	job.gpu_type = "gb200";
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	demand.memory = 0; /* memory that was not said is none */
	tres.tres = "mem";
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
}

static void a_minimum_counts_what_is_known(void **state)
{
	(void)state;
	tres.tres = "gres/gpu";
	tres.min_per_job = 32;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	tres.min_per_job = 33;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
	assert_int_equal(got.code, CR_408_QOS_MINIMUM);
	assert_int_equal(got.asked, 32);
	assert_int_equal(got.max, 33);
	assert_string_equal(got.limit, "MinTRES");
	assert_string_equal(got.owner_name, "nlp");
	demand.gpus = 0; /* may be a whole node's */
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	tres.min_per_job = 1000000;
	tres.tres = "cpu"; /* known as a lower bound only, like memory */
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	tres.tres = "mem";
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
	tres.tres = "node";
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
}

static void without_enforcement_nothing_binds(void **state)
{
	(void)state;
	tres.tres = "gres/gpu";
	tres.grp = 0;
	own.limits.grp_jobs = 0;
	view.enforce = CR_ENFORCE_ASSOCS | CR_ENFORCE_QOS;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_OK);
}

/* Memory that is not consumed: only DenyOnLimit, of either QOS, or no QOS at all. */
static void memory_counts_where_it_is_consumed(void **state)
{
	(void)state;
	tres.tres = "mem";
	tres.max_per_job = 7999;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
	view.memory_not_consumed = true;
	for (int level = OWN; level < LEVELS; level++) {
		judge_at((enum level)level);
		assert_int_equal(got.verdict, CR_LIMIT_OK);
	}
	own.flags = CR_QOS_DENY_LIMIT;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
	own.flags = CR_QOS_NO_DECAY;
	of_partition.flags = CR_QOS_DENY_LIMIT;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
	of_partition.flags = 0;
	job.qos = job.partition_qos = NULL;
	judge_at(USER);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
	tres.tres = "gres/gpu";
	tres.max_per_job = 31;
	job.qos = &own;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
}

/* What nobody could multiply out is beyond any limit, not below it. */
static void minutes_do_not_overflow(void **state)
{
	(void)state;
	tres.tres = "mem";
	tres.grp_mins = UINT64_C(1) << 40;
	demand.memory = UINT64_C(1) << 60;
	judge_at(OWN);
	assert_int_equal(got.verdict, CR_LIMIT_NEVER);
	assert_int_equal(got.asked, CR_UNSET64 / 2);
	demand.nodes = 1;
	demand.memory = CR_UNSET64 / 2 / 60; /* the most that can be */
	judge_at(OWN);
	assert_int_equal(got.asked, CR_UNSET64 / 2 / 60 * 60);
}

#define CASE(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(every_rule_to_the_last),         CASE(other_tres_do_not_bind),
		CASE(a_minimum_counts_what_is_known), CASE(without_enforcement_nothing_binds),
		CASE(minutes_do_not_overflow),        CASE(memory_counts_where_it_is_consumed),
	};

	return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
