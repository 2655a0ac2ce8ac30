/* SPDX-License-Identifier: GPL-2.0-or-later */
/* live: the limits of QOS and associations; every array another number, so that two that change
 * places are seen. */
#include "tests/unit/unit.h"

#include "live/limits.h"

#include <string.h>

static struct cr_arena arena;
static char *names_of[] = {(char *)"cpu", (char *)"mem", (char *)"gres/gpu"};
static const struct cr_tres_names names = {names_of, 3};

static uint64_t grp[] = {INFINITE64, INFINITE64, 1};
static uint64_t grp_mins[] = {INFINITE64, INFINITE64, 2};
static uint64_t grp_run_mins[] = {INFINITE64, INFINITE64, 3};
static uint64_t per_job[] = {INFINITE64, INFINITE64, 4};
static uint64_t mins_per_job[] = {INFINITE64, INFINITE64, 5};
static uint64_t per_node[] = {INFINITE64, INFINITE64, 6};
static uint64_t per_user[] = {INFINITE64, INFINITE64, 7};
static uint64_t per_account[] = {INFINITE64, INFINITE64, 8};
static uint64_t min_per_job[] = {0, NO_VAL64, 9};
static uint64_t used[] = {0, 0, 10};
static uint64_t run_secs[] = {0, 0, 11 * 60 + 59};
static long double raw_secs[] = {0, 0, 12.9L * 60};
static uint64_t mine[] = {0, 0, 13}, theirs[] = {0, 0, 113};
static uint64_t ours[] = {0, 0, 14}, others[] = {0, 0, 114};

static slurmdb_used_limits_t users[] = {
	{.uid = 999, .tres = theirs, .jobs = 130, .submit_jobs = 131},
	{.uid = 1000, .tres = mine, .jobs = 30, .submit_jobs = 31},
};
static slurmdb_used_limits_t accounts[] = {
	{.acct = NULL, .tres = others, .jobs = 140, .submit_jobs = 141},
	{.acct = (char *)"vision", .tres = others, .jobs = 142, .submit_jobs = 143},
	{.acct = (char *)"nlp", .tres = ours, .jobs = 40, .submit_jobs = 41},
};

static slurmdb_qos_usage_t usage;
static slurmdb_qos_rec_t qos;

static list_t *list_of(slurmdb_used_limits_t *all, size_t count)
{
	list_t *list = slurm_list_create(NULL);

	for (size_t i = 0; i < count; i++)
		slurm_list_append(list, &all[i]);
	return list;
}

static int setup(void **state)
{
	(void)state;
	cr_arena_init(&arena, NULL, 0, 0);
	usage = (slurmdb_qos_usage_t){.tres_cnt = 3,
				      .grp_used_tres = used,
				      .grp_used_tres_run_secs = run_secs,
				      .usage_tres_raw = raw_secs,
				      .grp_used_jobs = 20,
				      .grp_used_submit_jobs = 21,
				      .grp_used_wall = 22.9,
				      .user_limit_list = list_of(users, COUNT(users)),
				      .acct_limit_list = list_of(accounts, COUNT(accounts))};
	qos = (slurmdb_qos_rec_t){.grp_tres_ctld = grp,
				  .grp_tres_mins_ctld = grp_mins,
				  .grp_tres_run_mins_ctld = grp_run_mins,
				  .max_tres_pj_ctld = per_job,
				  .max_tres_mins_pj_ctld = mins_per_job,
				  .max_tres_pn_ctld = per_node,
				  .max_tres_pu_ctld = per_user,
				  .max_tres_pa_ctld = per_account,
				  .min_tres_pj_ctld = min_per_job,
				  .grp_jobs = 50,
				  .grp_submit_jobs = 51,
				  .max_jobs_pu = 52,
				  .max_submit_jobs_pu = 53,
				  .max_jobs_pa = 54,
				  .max_submit_jobs_pa = 55,
				  .max_wall_pj = 56,
				  .grp_wall = 57,
				  .usage = &usage};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	slurm_list_destroy(usage.user_limit_list);
	slurm_list_destroy(usage.acct_limit_list);
	cr_arena_release(&arena);
	return 0;
}

static void a_qos_and_the_use_of_it(void **state)
{
	struct cr_limits l;

	(void)state;
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1000, "nlp", &arena, &l), 0);
	assert_int_equal(l.tres_count, 1);
	assert_string_equal(l.tres[0].tres, "gres/gpu");
	assert_int_equal(l.tres[0].grp, 1);
	assert_int_equal(l.tres[0].grp_mins, 2);
	assert_int_equal(l.tres[0].grp_run_mins, 3);
	assert_int_equal(l.tres[0].max_per_job, 4);
	assert_int_equal(l.tres[0].max_mins_per_job, 5);
	assert_int_equal(l.tres[0].max_per_node, 6);
	assert_int_equal(l.tres[0].max_per_user, 7);
	assert_int_equal(l.tres[0].max_per_account, 8);
	assert_int_equal(l.tres[0].min_per_job, 9);
	assert_int_equal(l.tres[0].grp_used, 10);
	assert_int_equal(l.tres[0].grp_run_mins_used, 11);
	assert_int_equal(l.tres[0].grp_mins_used, 12);
	assert_int_equal(l.tres[0].user_used, 13);
	assert_int_equal(l.tres[0].account_used, 14);
	assert_int_equal(l.grp_jobs_used, 20);
	assert_int_equal(l.grp_submit_used, 21);
	assert_int_equal(l.grp_wall_used, 22);
	assert_int_equal(l.user_jobs, 30);
	assert_int_equal(l.user_submit, 31);
	assert_int_equal(l.account_jobs, 40);
	assert_int_equal(l.account_submit, 41);
}

static void the_counts_of_a_qos(void **state)
{
	struct cr_limits l;

	(void)state;
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1000, "nlp", &arena, &l), 0);
	assert_int_equal(l.grp_jobs, 50);
	assert_int_equal(l.grp_submit, 51);
	assert_int_equal(l.max_jobs_per_user, 52);
	assert_int_equal(l.max_submit_per_user, 53);
	assert_int_equal(l.max_jobs_per_account, 54);
	assert_int_equal(l.max_submit_per_account, 55);
	assert_int_equal(l.max_wall, 56);
	assert_int_equal(l.grp_wall, 57);
}

/* A user or an account that has nothing there, or a record without use, uses nothing. */
static void use_that_is_none(void **state)
{
	struct cr_limits l;

	(void)state;
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1, "unheard", &arena, &l), 0);
	assert_int_equal(l.tres[0].user_used, 0);
	assert_int_equal(l.tres[0].account_used, 0);
	assert_int_equal(l.user_jobs, 0);
	assert_int_equal(l.account_jobs, 0);
	assert_int_equal(l.grp_jobs_used, 20);
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1000, NULL, &arena, &l), 0);
	assert_int_equal(l.tres[0].user_used, 13);
	assert_int_equal(l.account_jobs, 0);
	qos.usage = NULL;
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1000, "nlp", &arena, &l), 0);
	assert_int_equal(l.tres[0].grp, 1);
	assert_int_equal(l.tres[0].grp_used, 0);
	assert_int_equal(l.grp_jobs_used, 0);
}

/* A controller that has fewer TRES in its use than there are. */
static void use_that_is_short(void **state)
{
	struct cr_limits l;

	(void)state;
	usage.tres_cnt = 2;
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1000, "nlp", &arena, &l), 0);
	assert_int_equal(l.tres[0].grp, 1);
	assert_int_equal(l.tres[0].grp_used, 0);
	assert_int_equal(l.tres[0].grp_mins_used, 0);
	assert_int_equal(l.tres[0].user_used, 0);
}

static const uint32_t none[] = {INFINITE, NO_VAL};
static const uint64_t none64[] = {INFINITE64, NO_VAL64};

static void limits_that_are_none(void **state)
{
	struct cr_limits l;

	(void)state;
	for (size_t i = 0; i < COUNT(none); i++) {
		uint64_t values[] = {none64[i], none64[i], none64[i]}, zero[] = {0, 0, 0};
		slurmdb_qos_rec_t q = {.grp_tres_ctld = values,
				       .max_tres_pu_ctld = values,
				       .min_tres_pj_ctld = zero,
				       .grp_jobs = none[i],
				       .grp_submit_jobs = none[i],
				       .max_jobs_pu = none[i],
				       .max_wall_pj = none[i],
				       .grp_wall = none[i]};

		assert_int_equal(cr_limits_of_qos(&q, &names, 0, NULL, &arena, &l), 0);
		assert_int_equal(l.tres_count, 0);
		assert_int_equal(l.grp_jobs, CR_UNSET);
		assert_int_equal(l.grp_submit, CR_UNSET);
		assert_int_equal(l.max_jobs_per_user, CR_UNSET);
		assert_int_equal(l.max_wall, CR_UNSET);
		assert_int_equal(l.grp_wall, CR_UNSET);
		assert_int_equal(l.max_jobs_per_account, 0); /* 0 is a limit */
	}
}

static void an_association(void **state)
{
	slurmdb_assoc_usage_t use = {.tres_cnt = 3,
				     .grp_used_tres = used,
				     .grp_used_tres_run_secs = run_secs,
				     .usage_tres_raw = raw_secs,
				     .used_jobs = 20,
				     .used_submit_jobs = 21,
				     .grp_used_wall = 22.9};
	slurmdb_assoc_rec_t a = {.grp_tres_ctld = grp,
				 .grp_tres_mins_ctld = grp_mins,
				 .grp_tres_run_mins_ctld = grp_run_mins,
				 .max_tres_ctld = per_job,
				 .max_tres_mins_ctld = mins_per_job,
				 .max_tres_pn_ctld = per_node,
				 .grp_jobs = 50,
				 .grp_submit_jobs = 51,
				 .max_jobs = 52,
				 .max_submit_jobs = 53,
				 .max_wall_pj = 56,
				 .grp_wall = 57,
				 .usage = &use};
	struct cr_limits l;

	(void)state;
	assert_int_equal(cr_limits_of_assoc(&a, &names, &arena, &l), 0);
	assert_int_equal(l.tres_count, 1);
	assert_int_equal(l.tres[0].grp, 1);
	assert_int_equal(l.tres[0].grp_mins, 2);
	assert_int_equal(l.tres[0].grp_run_mins, 3);
	assert_int_equal(l.tres[0].max_per_job, 4);
	assert_int_equal(l.tres[0].max_mins_per_job, 5);
	assert_int_equal(l.tres[0].max_per_node, 6);
	assert_int_equal(l.tres[0].grp_used, 10);
	assert_int_equal(l.tres[0].grp_run_mins_used, 11);
	assert_int_equal(l.tres[0].grp_mins_used, 12);
	assert_int_equal(l.grp_jobs, 50);
	assert_int_equal(l.grp_submit, 51);
	assert_int_equal(l.max_jobs_per_user, 52);
	assert_int_equal(l.max_submit_per_user, 53);
	assert_int_equal(l.max_wall, 56);
	assert_int_equal(l.grp_wall, 57);
	assert_int_equal(l.grp_jobs_used, 20);
	assert_int_equal(l.user_jobs, 20);
	assert_int_equal(l.grp_submit_used, 21);
	assert_int_equal(l.user_submit, 21);
	assert_int_equal(l.grp_wall_used, 22);
}

static void flags_of_a_qos(void **state)
{
	static const struct {
		uint32_t slurm, ours;
	} bits[] = {
		{QOS_FLAG_PART_MIN_NODE, CR_QOS_PART_MIN_NODE},
		{QOS_FLAG_PART_MAX_NODE, CR_QOS_PART_MAX_NODE},
		{QOS_FLAG_PART_TIME_LIMIT, CR_QOS_PART_TIME_LIMIT},
		{QOS_FLAG_OVER_PART_QOS, CR_QOS_OVER_PART_QOS},
		{QOS_FLAG_DENY_LIMIT, CR_QOS_DENY_LIMIT},
		{QOS_FLAG_REQ_RESV, CR_QOS_REQ_RESV},
		{QOS_FLAG_NO_RESERVE, CR_QOS_NO_RESERVE},
		{QOS_FLAG_NO_DECAY, CR_QOS_NO_DECAY},
		{QOS_FLAG_DENY_LIMIT | QOS_FLAG_NO_DECAY, CR_QOS_DENY_LIMIT | CR_QOS_NO_DECAY},
		{0, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bits); i++)
		assert_int_equal(cr_qos_flags_of(bits[i].slurm), bits[i].ours);
}

/* Nothing is half written when memory ends. */
static void no_memory(void **state)
{
	struct cr_limits l;
	struct cr_arena small;
	char memory[16];

	(void)state;
	cr_arena_init(&small, memory, sizeof(memory), sizeof(memory));
	assert_int_equal(cr_limits_of_qos(&qos, &names, 1000, "nlp", &small, &l), -1);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(a_qos_and_the_use_of_it), CASE(the_counts_of_a_qos),
		CASE(use_that_is_none),        CASE(use_that_is_short),
		CASE(limits_that_are_none),    CASE(an_association),
		CASE(flags_of_a_qos),          CASE(no_memory),
	};

	return cmocka_run_group_tests_name("live, limits", tests, NULL, NULL);
}
