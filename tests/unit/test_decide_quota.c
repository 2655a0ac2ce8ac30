/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Own and borrowed share, and every kind of limit along Slurm's chain. */
#include "tests/unit/unit.h"

#include "policies/decide/limits.h"
#include "tests/unit/policy_world.h"

#include <stdio.h>
#include <string.h>

static int setup(void **state)
{
	static struct world w;

	world_make(&w, NULL);
	w.request.comm_profile = "moe";
	w.request.min_nodes = 8;
	w.request.gpus_per_node = (struct cr_gpus){.count = 4};
	*state = &w;
	return 0;
}

static int teardown(void **state)
{
	world_free(*state);
	return 0;
}

/* ---- own and borrow ---------------------------------------------------- */

static void own_first_without_consent(void **state)
{
	struct world *w = *state;

	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	assert_false(w->d.preemptible);
	w->tres[0].grp_used = 128; /* full: it waits, it does not borrow */
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	assert_false(w->d.preemptible);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
}

static void consent_is_said_or_requeue(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,borrow";
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp,spare");
	assert_true(w->d.preemptible);
	w->request.comm_profile = "moe";
	w->request.requeue = CR_YES;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp,spare");
	w->request.comm_profile = "moe,noborrow";
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
}

static void who_cannot_be_requeued_does_not_borrow(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,borrow";
	w->request.requeue = CR_NO;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	assert_non_null(world_reason(w, CR_409_CANNOT_BORROW, NULL));
	w->request.requeue = CR_UNSAID;
	w->view.requeue_default = false;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	w->view.requeue_default = true;
	w->qos[2].preempt_mode = CR_PREEMPT_CANCEL;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	w->qos[2].preempt_mode = CR_PREEMPT_CLUSTER;
	w->view.preempt_mode = CR_PREEMPT_CANCEL;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	w->qos[2].preempt_mode = CR_PREEMPT_REQUEUE;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp,spare");
	w->request.batch = false;
	w->request.min_nodes = 1;
	w->request.comm_profile = "allreduce,borrow";
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
}

static bool says(const struct world *w, const char *words)
{
	for (size_t i = 0; i < w->d.reason_count; i++)
		if (strstr(w->d.reasons[i].text, words))
			return true;
	return false;
}

/* Where a list does not work the choice is made at submit, and it is said. */
static void lists_only_where_slurm_takes_them(void **state)
{
	static const struct {
		uint32_t version;
		bool array, list;
	} cases[] = {
		{CR_SLURM_VERSION(24, 5, 9), false, false},
		{CR_SLURM_VERSION(24, 11, 0), false, true},
		{CR_SLURM_VERSION(24, 11, 6), true, false},
		{CR_SLURM_VERSION(24, 11, 7), true, true},
		{CR_SLURM_VERSION(25, 5, 0), true, false},
		{CR_SLURM_VERSION(25, 5, 1), true, true},
		{CR_SLURM_VERSION(26, 5, 5), true, true},
		{0, false, false},
	};
	struct world *w = *state;

	w->request.comm_profile = "moe,borrow";
	for (size_t i = 0; i < COUNT(cases); i++) {
		w->view.slurm_version = cases[i].version;
		w->request.array = cases[i].array;
		w->tres[0].grp_used = 0;
		world_decide(w);
		assert_string_equal(w->d.qos, cases[i].list ? "nlp,spare" : "nlp");
		w->tres[0].grp_used = 128;
		world_decide(w);
		assert_string_equal(w->d.qos, cases[i].list ? "nlp,spare" : "spare");
		assert_true(w->d.preemptible);
		assert_true(cases[i].list != says(w, "this Slurm takes no list of QOS"));
		assert_true(says(w, "no list of QOS from an array") ==
			    (!cases[i].list && cases[i].array));
	}
}

static void order_and_deny_flag_forbid_lists(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,borrow";
	w->tres[0].grp_used = 128;
	w->qos[0].flags = CR_QOS_DENY_LIMIT;
	world_decide(w);
	assert_string_equal(w->d.qos, "spare");
	w->qos[0].flags = 0;
	w->qos[2].priority = 100; /* as high as own: Slurm may try it first */
	world_decide(w);
	assert_string_equal(w->d.qos, "spare");
	w->tres[0].grp_used = 0;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
}

static void beyond_own_share_consent_is_asked_for(void **state)
{
	struct world *w = *state;

	w->tres[0].grp = 16;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_string_equal(w->d.message,
			    "CR-405: partition 'ultra': 32 of gres/gpu asked, GrpTRES of QOS 'nlp' "
			    "is 16; as a preemptible job it fits: --comm-profile=moe,borrow");
	w->request.comm_profile = "moe,borrow";
	world_decide(w);
	assert_string_equal(w->d.qos, "spare");
	w->request.comm_profile = "moe,noborrow";
	world_decide(w);
	assert_int_equal(w->d.code, CR_401_QOS_LIMIT);
	w->request.comm_profile = "moe,borrow";
	w->request.min_nodes = 34; /* 136 GPUs; the tenant borrows at most 128 */
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w->d.code, CR_401_QOS_LIMIT);
}

static void a_qos_of_the_users_is_judged_and_kept(void **state)
{
	struct world *w = *state;

	w->request.qos = "spare";
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	assert_null(w->d.qos);
	w->request.qos = "nlp";
	w->tres[0].grp = 16;
	world_decide(w);
	assert_int_equal(w->d.code, CR_401_QOS_LIMIT);
	w->request.qos = "nlp,spare"; /* one of them can */
	world_decide(w);
	assert_string_equal(w->d.partition, "ultra");
	w->request.qos = "vacation";
	world_decide(w);
	assert_int_equal(w->d.code, CR_404_QOS_CLOSED);
}

static void partitions_lists_of_qos_are_believed(void **state)
{
	static const char *const spare[] = {"spare"}, *const nlp[] = {"nlp"};
	struct world *w = *state;

	w->partitions[0].allow_qos = (struct cr_names){spare, 1};
	world_decide(w);
	assert_int_equal(w->d.code, CR_405_CONSENT); /* own is shut out; borrowing would do */
	w->request.comm_profile = "moe,borrow";
	world_decide(w);
	assert_string_equal(w->d.qos, "spare");
	w->partitions[0].allow_qos = (struct cr_names){NULL, 0};
	w->partitions[0].deny_qos = (struct cr_names){nlp, 1};
	world_decide(w);
	assert_string_equal(w->d.qos, "spare");
}

/* ---- the chain --------------------------------------------------------- */

static void only_the_own_tenants_use_is_told(void **state)
{
	struct world *w = *state;

	w->tres[1].tres = "gres/gpu";
	w->tres[1].max_per_job = 4;
	w->tres[1].grp_used = 4711;
	w->qos[2].limits.tres = &w->tres[1];
	w->qos[2].limits.tres_count = 1;
	w->request.qos = "spare";
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_null(strstr(w->d.message, "4711"));
}

/* One limit at a time: where it stands, how large, and what comes of 32 GPUs on 8 nodes. */
enum place { QOS, PARTITION_QOS, USER, ACCOUNT, ROOT };

static const struct {
	enum place place;
	size_t offset;
	uint64_t limit;
	const char *tres;
	enum cr_code code; /* CR_NO_CODE: goes through */
} limits[] = {
#define AT(field) offsetof(struct cr_tres_limit, field)
	{QOS, AT(grp), 31, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(grp), 32, "gres/gpu", CR_NO_CODE},
	{QOS, AT(max_per_job), 31, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(max_per_job), 7, "node", CR_401_QOS_LIMIT},
	{QOS, AT(max_per_job), 8, "node", CR_NO_CODE},
	{QOS, AT(max_per_node), 3, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(max_per_node), 4, "gres/gpu", CR_NO_CODE},
	{QOS, AT(max_per_user), 31, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(max_per_account), 31, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(max_mins_per_job), 32 * 60 - 1, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(max_mins_per_job), 32 * 60, "gres/gpu", CR_NO_CODE},
	{QOS, AT(grp_mins), 32 * 60 - 1, "gres/gpu", CR_403_BUDGET},
	{QOS, AT(grp_mins), 32 * 60, "gres/gpu", CR_NO_CODE},
	{QOS, AT(grp_run_mins), 32 * 60 - 1, "gres/gpu", CR_401_QOS_LIMIT},
	{QOS, AT(min_per_job), 33, "gres/gpu", CR_408_QOS_MINIMUM},
	{QOS, AT(min_per_job), 32, "gres/gpu", CR_NO_CODE},
	{QOS, AT(grp), 31, "gres/gpu:gb200", CR_401_QOS_LIMIT}, /* the type is filled in */
	{QOS, AT(grp), 1, "gres/gpu:h200", CR_NO_CODE},
	{QOS, AT(grp), 1, "license/x", CR_NO_CODE},
	{PARTITION_QOS, AT(grp), 31, "gres/gpu", CR_401_QOS_LIMIT},
	{PARTITION_QOS, AT(max_per_job), 31, "gres/gpu", CR_401_QOS_LIMIT},
	{USER, AT(grp), 31, "gres/gpu", CR_402_ACCOUNT_LIMIT},
	{USER, AT(max_per_job), 31, "gres/gpu", CR_402_ACCOUNT_LIMIT},
	{ACCOUNT, AT(grp), 31, "gres/gpu", CR_402_ACCOUNT_LIMIT},
	{ACCOUNT, AT(max_per_job), 31, "gres/gpu", CR_NO_CODE}, /* handed down to the users */
	{ROOT, AT(grp), 31, "gres/gpu", CR_402_ACCOUNT_LIMIT},
	{ROOT, AT(grp_mins), 32 * 60 - 1, "gres/gpu", CR_403_BUDGET},
};

static void put_limit(struct world *w, size_t i)
{
	static const struct cr_tres_limit none = CR_TRES_LIMIT_INIT;
	struct cr_limits *all[] = {&w->qos[0].limits, &w->qos[3].limits, &w->user_assoc.limits,
				   &w->parents[0].limits, &w->parents[1].limits};

	for (size_t k = 0; k < COUNT(all); k++)
		all[k]->tres_count = 0;
	w->tres[0] = none;
	w->tres[0].tres = limits[i].tres;
	memcpy((char *)&w->tres[0] + limits[i].offset, &limits[i].limit, sizeof(uint64_t));
	all[limits[i].place]->tres = &w->tres[0];
	all[limits[i].place]->tres_count = 1;
	w->partitions[0].qos = limits[i].place == PARTITION_QOS ? "normal" : NULL;
}

static void every_limit_binds_where_it_should(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,noborrow";
	w->request.time_limit = 60;
	for (size_t i = 0; i < COUNT(limits); i++) {
		put_limit(w, i);
		w->view.enforce = CR_ENFORCE_LIMITS;
		world_decide(w);
		if (limits[i].code)
			assert_int_equal(w->d.code, limits[i].code);
		else
			assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
		w->view.enforce = 0; /* Slurm does not enforce limits: neither do we */
		world_decide(w);
		assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	}
}

/* A QOS's word on a TRES silences the associations; the partition's QOS silences the job's. */
static void the_chain_has_an_order(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,noborrow";
	w->tres[1].tres = "gres/gpu";
	w->tres[1].grp = 8;
	w->parents[0].limits.tres = &w->tres[1];
	w->parents[0].limits.tres_count = 1;
	world_decide(w); /* QOS nlp has GrpTRES 128: the account's 8 does not bind */
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	w->tres[2].tres = "gres/gpu";
	w->tres[2].grp = 64;
	w->qos[3].limits.tres = &w->tres[2];
	w->qos[3].limits.tres_count = 1;
	w->partitions[0].qos = "normal";
	w->tres[0].grp = 16;
	world_decide(w); /* the partition's 64 outranks the job's 16 */
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	w->qos[0].flags = CR_QOS_OVER_PART_QOS;
	world_decide(w);
	assert_int_equal(w->d.code, CR_401_QOS_LIMIT);
}

static void times_are_judged_in_minutes(void **state)
{
	struct world *w = *state;

	w->partitions[0].max_time = 60;
	w->request.time_limit = 61;
	world_decide(w);
	assert_int_equal(w->d.code, CR_303_TIME_LIMIT);
	w->qos[0].flags = CR_QOS_PART_TIME_LIMIT;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	w->qos[0].limits.max_wall = 60;
	world_decide(w);
	assert_string_equal(
		w->d.message, /* "spare" does not lift MaxTime: no way out */
		"CR-407: partition 'ultra': 61 minutes asked, MaxWall of QOS 'nlp' is 60");
}

/* Without --time and DefaultTime Slurm makes the limits the job's time limit: none refuses it. */
static void a_time_limit_that_slurm_fills_in(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,noborrow";
	w->request.time_limit = CR_UNSET;
	w->partitions[0].max_time = 600;
	w->partitions[0].default_time = CR_UNSET;
	w->qos[0].limits.max_wall = 60;
	w->tres[0].max_mins_per_job = 32 * 60;
	w->tres[0].grp_mins = 32 * 60;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	w->tres[0].grp_mins--; /* the job will have 60 minutes, not 59 */
	world_decide(w);
	assert_int_equal(w->d.code, CR_403_BUDGET);
	w->tres[0].grp_mins++;
	w->partitions[0].default_time = 61;
	w->tres[0].max_mins_per_job = w->tres[0].grp_mins = CR_UNSET64;
	world_decide(w);
	assert_int_equal(w->d.code, CR_407_WALL_LIMIT);
}

/* A bound on GPUs that nobody can count is passed by nobody. */
static void borrowing_gpus_that_cannot_be_read(void **state)
{
	struct world *w = *state;

	w->request.qos = "spare";
	world_decide(w);
	assert_int_not_equal(w->d.verdict, CR_VERDICT_REFUSE);
	w->request.gpus_per_node.count = CR_UNSET;
	w->request.gpus_unread = true;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_REFUSE);
	assert_int_equal(w->d.code, CR_409_CANNOT_BORROW);
	w->request.qos = NULL;
	w->request.comm_profile = "moe,borrow";
	world_decide(w);
	assert_non_null(world_reason(w, CR_409_CANNOT_BORROW, "ultra"));
	w->request.gpus_unread = false;
	world_decide(w);
	assert_null(world_reason(w, CR_409_CANNOT_BORROW, "ultra"));
}

/* An endless job uses up any budget; only with "safe" does Slurm look ahead. */
static void an_endless_job_and_a_budget(void **state)
{
	struct world *w = *state;

	w->request.comm_profile = "moe,noborrow";
	w->request.time_limit = CR_UNSET;
	w->partitions[0].max_time = CR_INFINITE;
	w->tres[0].grp_mins = UINT64_C(1) << 30;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	w->view.enforce |= CR_ENFORCE_SAFE;
	world_decide(w);
	assert_int_equal(w->d.code, CR_403_BUDGET);
	w->partitions[0].max_time = CR_UNSET; /* not known: no verdict of ours */
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
	w->partitions[0].max_time = 60;
	world_decide(w);
	assert_int_equal(w->d.verdict, CR_VERDICT_ROUTE);
}

static void partition_limits_are_lifted_by_flags(void **state)
{
	struct world *w = *state;

	w->partitions[0].max_nodes = 7;
	world_decide(w);
	assert_int_equal(w->d.code, CR_302_NODE_LIMIT);
	w->qos[0].flags = CR_QOS_PART_MAX_NODE;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	w->partitions[0].max_nodes = CR_UNSET;
	w->partitions[0].min_nodes = 9;
	world_decide(w);
	assert_int_equal(w->d.code, CR_302_NODE_LIMIT);
	w->qos[0].flags = CR_QOS_PART_MIN_NODE;
	world_decide(w);
	assert_string_equal(w->d.qos, "nlp");
	assert_int_equal(w->d.segment, CR_UNSET); /* Slurm might raise the count */
}

static void what_is_left_of_a_budget(void **state)
{
	static const char *const rules[] = {"refuse", "wait", "borrow"};

	(void)state;
	for (size_t i = 0; i < COUNT(rules); i++) {
		struct world w;
		char text[4096];

		snprintf(text, sizeof(text),
			 "%s  over: {accounts: [nlp], over_budget: %s, "
			 "topology_types: [block, tree]}\n",
			 world_policy, rules[i]);
		*strstr(text,
			"nlp], topology_types") = 'x'; /* its account goes to the other tenant */
		world_make(&w, text);
		w.request.comm_profile = i == 2 ? "moe,borrow" : "moe,noborrow";
		w.request.min_nodes = 8;
		w.request.gpus_per_node = (struct cr_gpus){.count = 4};
		w.request.time_limit = 60;
		w.qos[0].name = "over";
		w.user_assoc.qos.count = 0;
		w.tres[0].grp_mins = 100000;
		w.tres[0].grp_mins_used = 99000;
		world_decide(&w);
		if (i == 0)
			assert_string_equal(
				w.d.message,
				"CR-406: partition 'ultra': 1920 minutes of gres/gpu "
				"asked, GrpTRESMins of QOS 'over' is 100000 and 1000 are "
				"left");
		else
			assert_string_equal(w.d.qos, i == 1 ? "over" : "spare");
		world_free(&w);
	}
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		CASE(own_first_without_consent),
		CASE(a_time_limit_that_slurm_fills_in),
		CASE(an_endless_job_and_a_budget),
		CASE(borrowing_gpus_that_cannot_be_read),
		CASE(consent_is_said_or_requeue),
		CASE(who_cannot_be_requeued_does_not_borrow),
		CASE(lists_only_where_slurm_takes_them),
		CASE(order_and_deny_flag_forbid_lists),
		CASE(beyond_own_share_consent_is_asked_for),
		CASE(a_qos_of_the_users_is_judged_and_kept),
		CASE(partitions_lists_of_qos_are_believed),
		CASE(only_the_own_tenants_use_is_told),
		CASE(every_limit_binds_where_it_should),
		CASE(the_chain_has_an_order),
		CASE(times_are_judged_in_minutes),
		CASE(partition_limits_are_lifted_by_flags),
		CASE(what_is_left_of_a_budget),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
