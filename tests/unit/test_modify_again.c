/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/modify: the second try.  A routed job that no longer fits where we
 * sent it may go elsewhere, unless the choice is not ours or an update cannot
 * make it.
 */
#include "tests/unit/modify_world.h"

static void it_moves(void **state)
{
	(void)state;
	assert_int_equal(modify(), CR_ANSWER_ACCEPT);
	assert_string_equal(change.partition, "ultra");
	assert_null(message);
	assert_int_equal(notes, 2); /* one of each try */
	assert_int_equal(noted, CR_VERDICT_ROUTE);
}

/* ---- where it does not: one thing changed at a time ---------------------------- */

static void user_names_the_partition(void)
{
	change.partition = (char *)"p5en";
}

static void never_routed(void)
{
	put_record("\"verdict\":\"leave\",\"mode\":\"enforce\",\"partition\":\"p5en\"");
}

static void only_observed(void)
{
	put_record("\"verdict\":\"route\",\"mode\":\"observe\",\"partition\":\"p5en\"");
}

static void record_without_partition(void)
{
	put_record("\"verdict\":\"route\",\"mode\":\"enforce\",\"qos\":\"nlp\"");
}

static void record_without_mode(void)
{
	put_record("\"verdict\":\"route\",\"partition\":\"p5en\"");
}

static void moved_since(void)
{
	put_record("\"verdict\":\"route\",\"mode\":\"enforce\",\"partition\":\"train\"");
}

static void needs_a_segment(void)
{
	job.segment_size = 0;
}

static void fits_nowhere(void)
{
	change.min_nodes = change.max_nodes = 37;
	job.segment_size = 0;
}

static void not_portable(void)
{
	snprintf(option, sizeof(option), "_SLURM_SPANK_OPTION_commroute_comm_profile=allreduce");
}

static void (*const stays[])(void) = {
	user_names_the_partition, never_routed,        only_observed,
	record_without_partition, record_without_mode, moved_since,
	needs_a_segment,          fits_nowhere,        not_portable,
};

static void it_stays_and_is_refused(void **state)
{
	for (size_t i = 0; i < COUNT(stays); i++) {
		if (i) {
			teardown(state);
			setup(state);
		}
		print_message("case %zu\n", i);
		stays[i]();
		assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
		assert_non_null(strstr(message, "p5en")); /* the first try's words */
		assert_int_equal(change.req_switch, NO_VAL);
		assert_null(change.qos);
		if (i)
			assert_null(change.partition);
	}
}

/* A site that keeps whole blocks for one job: an update cannot ask for that. */
static void an_exclusive_topology_is_not_moved_to(void **state)
{
	static const char route[] = "{topology_type: block, segment: largest";
	const char *at = strstr(world_policy, route);
	char text[4096];

	assert_non_null(at);
	at += strlen(route);
	snprintf(text, sizeof(text), "%.*s, exclusive_topology: true%s", (int)(at - world_policy),
		 world_policy, at);
	teardown(state);
	setup(state);
	cr_policy_destroy(world.policy);
	world.policy = world_load(text);
	assert_non_null(world.policy);
	job.shared = NO_VAL16; /* not that the user said another */
	assert_int_not_equal(modify(), CR_ANSWER_ACCEPT);
	assert_null(change.partition);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(it_moves),
		CASE(it_stays_and_is_refused),
		CASE(an_exclusive_topology_is_not_moved_to),
	};

	return cmocka_run_group_tests_name("modify again", tests, NULL, NULL);
}
