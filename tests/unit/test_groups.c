/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit/groups: AllowGroups by the name service, with the groups that every system has.
 * What is remembered is no ground for a refusal.
 */
#include "unit.h"

#include "job_submit/group_ids.h"
#include "job_submit/groups.h"
#include "job_submit/judge.h"
#include "job_submit/user_groups.h"
#include "policy_world.h"

#include <string.h>

#define DAEMON 1 /* the user, whose own group is of the same name */

static char memory[65536];
static struct cr_arena arena;
static struct cr_request request;
static struct cr_view view;

static const char *const daemons[] = {"daemon"}, *const roots[] = {"root", "no-such-group"},
			 *const both[] = {"no-such-group", "daemon"};
static struct cr_partition partitions[4] = {
	{.name = "open"},
	{.name = "daemons", .allow_groups = {(const char **)daemons, 1}},
	{.name = "roots", .allow_groups = {(const char **)roots, 2}},
	{.name = "both", .allow_groups = {(const char **)both, 2}},
};

static int start(void **state)
{
	(void)state;
	cr_arena_init(&arena, memory, sizeof(memory), sizeof(memory));
	cr_request_init(&request);
	view = (struct cr_view){.partitions = partitions, .partition_count = COUNT(partitions)};
	cr_group_ids_learn(&view, 600);
	return 0;
}

static void whoever_is_in_no_group_is_shut_out(void **state)
{
	static const bool expected[] = {false, false, true, false};

	(void)state;
	request.uid = DAEMON;
	cr_groups_add(&request, &view, &arena, true);
	assert_false(view.groups_remembered);
	assert_memory_equal(view.group_denied, expected, sizeof(expected));
	cr_groups_add(&request, &view, &arena, false);
	assert_true(view.groups_remembered);
	assert_memory_equal(view.group_denied, expected, sizeof(expected));
	cr_groups_add(&request, &view, &arena, true);
	assert_false(view.groups_remembered);
}

/* Slurm lets root in everywhere, and nobody of whom it knows no name. */
static void root_is_let_in_and_a_stranger_is_not(void **state)
{
	static const bool expected[] = {false, true, true, true};

	(void)state;
	request.uid = 0;
	cr_groups_add(&request, &view, &arena, true);
	assert_null(view.group_denied);
	request.uid = 3999999999U;
	cr_groups_add(&request, &view, &arena, true);
	assert_memory_equal(view.group_denied, expected, sizeof(expected));
}

static void what_was_not_looked_up_shuts_nobody_out(void **state)
{
	static const char *const late[] = {"adm"};
	struct cr_partition p = {.name = "late", .allow_groups = {(const char **)late, 1}};

	(void)state;
	request.uid = DAEMON;
	view.partitions = &p;
	view.partition_count = 1;
	cr_groups_add(&request, &view, &arena, true);
	assert_null(view.group_denied);
	cr_group_ids_learn(&view, 600);
	cr_groups_add(&request, &view, &arena, true);
	assert_non_null(view.group_denied);
}

/* One slot for users whose numbers are 64 apart: the last one is remembered, never another. */
static void a_table_of_fixed_size_mixes_nobody_up(void **state)
{
	struct cr_user_groups groups;

	(void)state;
	cr_user_groups_read(DAEMON, &groups);
	assert_true(cr_user_groups_has(&groups, 1));
	assert_false(cr_user_groups_has(&groups, 0));
	assert_true(cr_user_groups_remembered(DAEMON, 60, &groups));
	assert_false(cr_user_groups_remembered(DAEMON, 0, &groups));
	cr_user_groups_read(DAEMON + 64, &groups);
	assert_false(cr_user_groups_remembered(DAEMON, 60, &groups));
}

/* ---- a refusal by it ----------------------------------------------------- */

static struct world world;
static bool denied[3], still_denied;

static void remember_denied(const struct cr_policy *policy, struct cr_request *r, struct cr_view *v,
			    struct cr_arena *a)
{
	(void)policy;
	(void)a;
	r->user = "ada";
	r->account = "nlp";
	denied[0] = true;
	v->group_denied = denied;
	v->groups_remembered = true;
}

static void ask_again(const struct cr_request *r, struct cr_view *v, struct cr_arena *a, bool anew)
{
	(void)r;
	(void)a;
	assert_true(anew);
	denied[0] = still_denied;
	v->groups_remembered = false;
}

static enum cr_code decide(void)
{
	const struct cr_judge judge = {.policy = world.policy,
				       .view = &world.view,
				       .add_accounts = remember_denied,
				       .add_groups = ask_again};
	static struct cr_judge_memory judge_memory;
	struct cr_decision d;

	world.request.comm_profile = "moe";
	cr_judge_decide(&judge, CR_EVENT_SUBMIT, &world.request, NULL, &judge_memory, &d);
	return d.verdict == CR_VERDICT_REFUSE ? d.code : CR_NO_CODE;
}

static void nobody_is_refused_by_what_is_remembered(void **state)
{
	(void)state;
	world_make(&world, NULL);
	still_denied = false;
	assert_int_equal(decide(), CR_NO_CODE);
	still_denied = true;
	assert_int_equal(decide(), CR_205_PARTITION_CLOSED);
	world_free(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(whoever_is_in_no_group_is_shut_out, start),
		cmocka_unit_test_setup(root_is_let_in_and_a_stranger_is_not, start),
		cmocka_unit_test_setup(what_was_not_looked_up_shuts_nobody_out, start),
		cmocka_unit_test_setup(a_table_of_fixed_size_mixes_nobody_up, start),
		cmocka_unit_test(nobody_is_refused_by_what_is_remembered),
	};

	return cmocka_run_group_tests_name("groups", tests, NULL, NULL);
}
