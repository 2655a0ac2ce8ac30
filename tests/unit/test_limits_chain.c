/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decide/limits: counts of jobs and times, and who silences whom along Slurm's chain. */
#include "tests/unit/unit.h"

#include "policies/decide/limits.h"

#include <string.h>

static struct cr_qos own, of_partition;
static struct cr_assoc user, parents[2];
static struct cr_demand demand;
static struct cr_view view;
static struct cr_limit_case job;

static int setup(void **state)
{
	static const struct cr_limits none = CR_LIMITS_INIT;

	(void)state;
	own = (struct cr_qos){.name = "own", .limits = none};
	of_partition = (struct cr_qos){.name = "part", .limits = none};
	user = (struct cr_assoc){.account = "nlp", .user = "ada", .limits = none};
	parents[0] = (struct cr_assoc){.account = "nlp", .limits = none};
	parents[1] = (struct cr_assoc){.account = "root", .limits = none};
	demand = (struct cr_demand){.nodes = 8, .gpus = 32, .cpus = 8};
	view = (struct cr_view){
		.enforce = CR_ENFORCE_LIMITS, .parents = parents, .parent_count = 2};
	job = (struct cr_limit_case){.view = &view,
				     .partition_qos = &of_partition,
				     .qos = &own,
				     .assoc = &user,
				     .demand = &demand,
				     .minutes_given = 60,
				     .minutes = 60};
	return 0;
}

static struct cr_binding judged(void)
{
	struct cr_binding got;

	cr_limits_judge(&job, &got);
	return got;
}

/* ---- counts ------------------------------------------------------------------- */

static const struct {
	const char *limit;
	size_t max, used;
} counts[] = {
#define COUNTS(name, most, now)                                                                    \
	{name, offsetof(struct cr_limits, most), offsetof(struct cr_limits, now)}
	COUNTS("GrpJobs", grp_jobs, grp_jobs_used),
	COUNTS("MaxJobsPerUser", max_jobs_per_user, user_jobs),
	COUNTS("MaxJobsPerAccount", max_jobs_per_account, account_jobs),
};

static void put_count(struct cr_limits *limits, size_t i, uint32_t max, uint32_t used)
{
	memcpy((char *)limits + counts[i].max, &max, sizeof(max));
	memcpy((char *)limits + counts[i].used, &used, sizeof(used));
}

static void one_more_job(void **state)
{
	struct cr_binding got;

	for (size_t i = 0; i < COUNT(counts); i++) {
		setup(state);
		put_count(&own.limits, i, 3, 2); /* this one is the last */
		assert_int_equal(judged().verdict, CR_LIMIT_OK);
		put_count(&own.limits, i, 3, 3);
		got = judged();
		assert_int_equal(got.verdict, CR_LIMIT_WAIT);
		assert_string_equal(got.limit, counts[i].limit);
		assert_int_equal(got.code, CR_401_QOS_LIMIT);
		assert_null(got.tres);
		assert_int_equal(got.asked, 1);
		assert_int_equal(got.max, 3);
		assert_int_equal(got.used, 3);
		put_count(&own.limits, i, 0, 0);
		assert_int_equal(judged().verdict, CR_LIMIT_NEVER);
		put_count(&own.limits, i, CR_UNSET, 10);
		assert_int_equal(judged().verdict, CR_LIMIT_OK);
	}
}

/* The partition's QOS speaks first; what it says of a count, the job's does not say again. */
static void a_count_is_said_once(void **state)
{
	for (size_t i = 0; i < COUNT(counts); i++) {
		setup(state);
		put_count(&of_partition.limits, i, 9, 0);
		put_count(&own.limits, i, 1, 1);
		put_count(&user.limits, i, 1, 1);
		assert_int_equal(judged().verdict, CR_LIMIT_OK);
		own.flags = CR_QOS_OVER_PART_QOS;
		assert_string_equal(judged().owner_name, "own");
		/* What it says of one count silences no other. */
		own.flags = 0;
		put_count(&own.limits, (i + 1) % 3, 1, 1);
		assert_string_equal(judged().limit, counts[(i + 1) % 3].limit);
	}
}

/* Of the accounts only the group's count binds, each on its own. */
static void accounts_count_their_group(void **state)
{
	struct cr_binding got;

	(void)state;
	put_count(&user.limits, 0, 9, 0);
	for (size_t i = 1; i < COUNT(counts); i++)
		put_count(&parents[0].limits, i, 0, 0);
	parents[0].limits.max_wall = 1;
	assert_int_equal(judged().verdict, CR_LIMIT_OK);
	put_count(&parents[1].limits, 0, 4, 4);
	got = judged();
	assert_int_equal(got.verdict, CR_LIMIT_WAIT);
	assert_int_equal(got.owner, CR_LIMIT_ACCOUNT);
	assert_string_equal(got.owner_name, "root");
	assert_int_equal(got.code, CR_402_ACCOUNT_LIMIT);
	put_count(&parents[0].limits, 0, 4, 4); /* of equals the first is told */
	assert_string_equal(judged().owner_name, "nlp");
	put_count(&parents[1].limits, 0, 0, 0); /* and the worst of all */
	assert_string_equal(judged().owner_name, "root");
}

/* ---- times ----------------------------------------------------------------------- */

static void wall_time_to_the_minute(void **state)
{
	struct cr_limits *const all[] = {&own.limits, &of_partition.limits, &user.limits};
	struct cr_binding got;

	for (size_t i = 0; i < COUNT(all); i++) {
		setup(state);
		all[i]->max_wall = 60;
		assert_int_equal(judged().verdict, CR_LIMIT_OK);
		all[i]->max_wall = 59;
		got = judged();
		assert_int_equal(got.verdict, CR_LIMIT_NEVER);
		assert_int_equal(got.code, CR_407_WALL_LIMIT);
		assert_string_equal(got.limit, "MaxWall");
		assert_int_equal(got.asked, 60);
		assert_int_equal(got.max, 59);
		job.minutes_given = CR_UNSET; /* Slurm will fill in what is allowed */
		assert_int_equal(judged().verdict, CR_LIMIT_OK);
	}
}

static void a_wall_time_is_said_once(void **state)
{
	(void)state;
	of_partition.limits.max_wall = 60;
	own.limits.max_wall = 10;
	user.limits.max_wall = 10;
	assert_int_equal(judged().verdict, CR_LIMIT_OK);
	own.flags = CR_QOS_OVER_PART_QOS;
	assert_string_equal(judged().owner_name, "own");
	own.limits.max_wall = 60;
	assert_int_equal(judged().verdict, CR_LIMIT_OK); /* the partition's 60, then */
	own.limits.max_wall = CR_UNSET;
	of_partition.limits.max_wall = CR_UNSET;
	assert_string_equal(judged().owner_name, "ada");
}

/* Where nothing says a time, Slurm takes the least of the limits on it, and the partition's. */
static void the_time_that_slurm_fills_in(void **state)
{
	static const struct {
		uint32_t of_partition, own, own_group, user, most, given;
		uint64_t minutes; /* CR_UNSET: nothing is judged by time */
	} cases[] = {
		{CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, 100, CR_UNSET, 100},
		{90, CR_UNSET, CR_UNSET, CR_UNSET, 100, CR_UNSET, 90},
		{CR_UNSET, 90, CR_UNSET, CR_UNSET, 100, CR_UNSET, 90},
		{CR_UNSET, CR_UNSET, 90, CR_UNSET, 100, CR_UNSET, 90},
		{CR_UNSET, CR_UNSET, CR_UNSET, 90, 100, CR_UNSET, 90},
		{80, 90, CR_UNSET, 85, 100, CR_UNSET, 80},
		{90, 80, 70, 85, 100, CR_UNSET, 70},
		{110, 110, 110, 110, 100, CR_UNSET, 100},
		{110, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, 110},
		{CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET, CR_UNSET},
		{90, 90, 90, 90, 60, 60, 60}, /* what was given stays */
	};
	static struct cr_tres_limit tres = CR_TRES_LIMIT_INIT;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cr_binding got;

		setup(state);
		tres.tres = "node";
		tres.grp_mins = 1;
		parents[1].limits.tres = &tres;
		parents[1].limits.tres_count = 1;
		of_partition.limits.max_wall = cases[i].of_partition;
		own.limits.max_wall = cases[i].own;
		own.limits.grp_wall = cases[i].own_group;
		user.limits.max_wall = cases[i].user;
		job.minutes = cases[i].most;
		job.minutes_given = cases[i].given;
		got = judged();
		print_message("case %zu\n", i);
		assert_int_equal(got.verdict,
				 cases[i].minutes == CR_UNSET ? CR_LIMIT_OK : CR_LIMIT_NEVER);
		if (cases[i].minutes != CR_UNSET)
			assert_int_equal(got.asked, 8 * cases[i].minutes);
	}
}

/* ---- who is asked ------------------------------------------------------------------ */

/* One QOS for both is judged once; and none, or no association, is no trouble. */
static void what_is_not_there(void **state)
{
	(void)state;
	own.limits.grp_jobs = 0;
	job.partition_qos = &own;
	assert_int_equal(judged().owner, CR_LIMIT_PART_QOS);
	job.qos = job.partition_qos = NULL;
	assert_int_equal(judged().verdict, CR_LIMIT_OK);
	job.qos = &own; /* nothing to be over */
	own.flags = CR_QOS_OVER_PART_QOS;
	assert_int_equal(judged().owner, CR_LIMIT_QOS);
	job.qos = NULL;
	user.limits.grp_jobs = 0;
	assert_int_equal(judged().owner, CR_LIMIT_USER);
	parents[0].limits.grp_jobs = 0;
	job.assoc = NULL; /* then its accounts are not asked, either */
	assert_int_equal(judged().verdict, CR_LIMIT_OK);
}

static void the_association_of_the_partition(void **state)
{
	const struct cr_assoc all[] = {
		{.user = "a"}, {.user = "b", .partition = "x"}, {.user = "c", .partition = "y"}};

	(void)state;
	view.user_assocs = all;
	view.user_assoc_count = 3;
	assert_ptr_equal(cr_limits_assoc(&view, "x"), &all[1]);
	assert_ptr_equal(cr_limits_assoc(&view, "y"), &all[2]);
	assert_ptr_equal(cr_limits_assoc(&view, "z"), &all[0]);
	assert_ptr_equal(cr_limits_assoc(&view, NULL), &all[0]);
	view.user_assocs = &all[1];
	view.user_assoc_count = 2;
	assert_null(cr_limits_assoc(&view, "z"));
	view.user_assoc_count = 0;
	assert_null(cr_limits_assoc(&view, "x"));
}

#define CASE(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(one_more_job),
		CASE(a_count_is_said_once),
		CASE(accounts_count_their_group),
		CASE(wall_time_to_the_minute),
		CASE(a_wall_time_is_said_once),
		CASE(the_time_that_slurm_fills_in),
		CASE(what_is_not_there),
		CASE(the_association_of_the_partition),
	};

	return cmocka_run_group_tests_name("limits chain", tests, NULL, NULL);
}
