/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cli/lua_shim: what a job_submit.lua finds under the names that Slurm gives it. */
#include "unit.h"

#include "cli/lua_shim.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <string.h>

static const struct cr_view plain = {.cluster = "here", .max_switch_wait = CR_UNSET};

/* The script TEXT on REQUEST.  What came of it, its texts owned by ARENA. */
static struct cr_shim_outcome outcome_of(const char *text, const struct cr_request *request,
					 struct cr_arena *arena)
{
	struct cr_shim_outcome outcome;
	struct cr_error err;
	struct cr_shim *shim = cr_shim_new("s.lua", text, strlen(text), &plain, &err);

	if (!shim)
		fail_msg("%s", err.text);
	cr_shim_submit(shim, request, &plain, arena, &outcome);
	cr_shim_destroy(shim);
	return outcome;
}

/* slurm_job_submit() with BODY; what it told the user, owned by ARENA. */
static const char *told_by(const char *body, const struct cr_request *request,
			   struct cr_arena *arena)
{
	char text[900];
	struct cr_shim_outcome outcome;

	(void)snprintf(text, sizeof(text),
		       "function slurm_job_submit(job, parts, uid)\n%s\n"
		       "  return slurm.SUCCESS\nend\n"
		       "function slurm_job_modify() return slurm.SUCCESS end\n",
		       body);
	outcome = outcome_of(text, request, arena);
	if (outcome.failed)
		fail_msg("%s: %s", body, outcome.text);
	return outcome.text;
}

static void constants_are_slurms(void **state)
{
#define NAMED(constant)                                                                            \
	{                                                                                          \
		#constant, (double)(constant)                                                      \
	}
	static const struct {
		const char *name;
		double value;
	} constants[] = {
		NAMED(NO_VAL),
		NAMED(NO_VAL8),
		NAMED(NO_VAL16),
		NAMED(NO_VAL64),
		NAMED(INFINITE64),
		NAMED(MEM_PER_CPU),
		NAMED(NICE_OFFSET),
		NAMED(MAIL_JOB_TIME100),
		NAMED(JOB_SHARED_MCS),
		NAMED(GRES_ONE_TASK_PER_SHARING),
		NAMED(STEPMGR_ENABLED),
		NAMED(EINPROGRESS),
		NAMED(SLURM_PROTOCOL_VERSION_ERROR),
		NAMED(ESLURM_INVALID_GRES),
		NAMED(ESLURM_LICENSES_UNAVAILABLE),
		NAMED(ESLURM_QOS_PREEMPTION_LOOP),
		NAMED(INFINITE),
		NAMED(ALLOC_SID_ADMIN_HOLD),
		NAMED(ESLURM_ACCESS_DENIED),
		NAMED(ESLURM_INVALID_PARTITION_NAME),
		NAMED(ESLURM_INVALID_ACCOUNT),
		NAMED(ESLURM_INVALID_LICENSES),
		NAMED(ESLURM_INVALID_NODE_COUNT),
		NAMED(ESLURM_INVALID_TIME_LIMIT),
		NAMED(ESLURM_INVALID_QOS),
		NAMED(ESLURM_NOT_SUPPORTED),
		NAMED(ESLURM_DISABLED),
		NAMED(ESLURM_MISSING_TIME_LIMIT),
		NAMED(ESLURM_REQUESTED_PART_CONFIG_UNAVAILABLE),
		NAMED(ESLURM_JOB_MISSING_SIZE_SPECIFICATION),
	};
	struct cr_request request;
	struct cr_arena arena;

	(void)state;
	cr_request_init(&request);
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(constants); i++) {
		char body[200], value[40];

		(void)snprintf(body, sizeof(body), "slurm.log_user('%%.0f', slurm.%s)",
			       constants[i].name);
		(void)snprintf(value, sizeof(value), "%.0f", constants[i].value);
		assert_string_equal(told_by(body, &request, &arena), value);
	}
	cr_arena_release(&arena);
}

/* What a job does not say is NO_VAL there, and "no limit" is INFINITE. */
static void a_job_says_unset_and_infinite_as_slurm_does(void **state)
{
	struct cr_request request;
	struct cr_arena arena;
	const char *body = "slurm.log_user('%s %s %s', job.time_limit == slurm.NO_VAL, "
			   "job.time_limit == slurm.INFINITE, job.cpus_per_task == slurm.NO_VAL16)";

	(void)state;
	cr_request_init(&request);
	cr_arena_init(&arena, NULL, 0, 0);
	assert_string_equal(told_by(body, &request, &arena), "true false true");
	request.time_limit = CR_INFINITE;
	request.cpus_per_task = 4;
	assert_string_equal(told_by(body, &request, &arena), "false true false");
	cr_arena_release(&arena);
}

/* Each line is an expression, and what it gives as text. */
static void scripts_have_what_slurms_lua_has(void **state)
{
	static const struct {
		const char *says, *told;
	} table[] = {
		{"select('#', unpack({1, 2, 3}))", "3"},
		{"table.getn({1, 2})", "2"},
		{"table.maxn({[7] = true})", "7"},
		{"table.foreachi({4, 5}, function(i, v) return v end)", "4"},
		{"loadstring('return 1 + 1')()", "2"},
		{"type(select(2, loadstring('(')))", "string"},
		{"load('return slurm.SUCCESS')()", "0"},
		{"math.pow(2, 3) == 8 and math.mod(7, 4)", "3"},
		{"string.gfind('a-b', '%a')()", "a"},
		{"string.format('%d', 2.5) .. string.format('%d', -2.5)", "2-2"},
		{"rawset({}, 'a', 1).a", "1"},
		{"type(os.time()) .. type(os.date('%H'))", "numberstring"},
		{"_G.slurm == slurm", "true"},
		{"math.nothing", "nil"},
		{"nothing_at_all", "nil"},
		{"slurm.ESLURM_NOTHING", "nil"},
		{"slurm.time_str2mins('1-12:30:00')", "2190"},
		{"slurm.time_str2mins('UNLIMITED') .. slurm.time_str2mins('x')", "-1-2"},
		{"slurm.CLUSTER_NAME", "here"},
		{"slurm.log_info('%d of %s', 3, 'x')", "nil"},
		{"pcall(slurm.log_info, 'no %s', nil)", "false"},
		{"_G.unknown == nil and string.split == nil", "true"},
	};
	struct cr_request request;
	struct cr_arena arena;

	(void)state;
	cr_request_init(&request);
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char body[300];

		(void)snprintf(body, sizeof(body), "slurm.user_msg(tostring((%s)))", table[i].says);
		assert_string_equal(told_by(body, &request, &arena), table[i].told);
	}
	assert_string_equal(told_by("function string:split(n) return self:sub(n) end\n"
				    "slurm.log_user(('abc'):split(2)) slurm.log_user('and on')",
				    &request, &arena),
			    "bc\nand on");
	cr_arena_release(&arena);
}

static void the_first_line_may_be_for_a_shell(void **state)
{
	static const char text[] = "#!/usr/bin/lua\n"
				   "function slurm_job_submit() return oops.x end\n"
				   "return slurm.SUCCESS\n";
	struct cr_request request;
	struct cr_arena arena;
	struct cr_shim_outcome outcome;

	(void)state;
	cr_request_init(&request);
	cr_arena_init(&arena, NULL, 0, 0);
	outcome = outcome_of(text, &request, &arena);
	assert_true(outcome.failed);
	assert_non_null(strstr(outcome.text, "s.lua:2:"));
	outcome = outcome_of("# a note\nfunction slurm_job_submit() return 0 end", &request,
			     &arena);
	assert_false(outcome.failed || outcome.refused);
	cr_arena_release(&arena);
}

/* As Slurm's plugin takes what slurm_job_submit() returns. */
static void what_is_no_number_is_no_refusal(void **state)
{
	static const struct {
		const char *returns;
		bool refused;
	} table[] = {
		{"", false},      {"nil", false},          {"true", false},
		{"{}", false},    {"'no'", false},         {"slurm.SUCCESS", false},
		{"'0'", false},   {"0.5", false},          {"slurm.ERROR", true},
		{"'2009'", true}, {"slurm.FAILURE", true}, {"slurm.ESLURM_INVALID_QOS", true},
	};
	struct cr_request request;
	struct cr_arena arena;

	(void)state;
	cr_request_init(&request);
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char text[200];

		(void)snprintf(text, sizeof(text), "function slurm_job_submit() return %s end",
			       table[i].returns);
		if (outcome_of(text, &request, &arena).refused != table[i].refused)
			fail_msg("%s", table[i].returns);
	}
	cr_arena_release(&arena);
}

/* What it reads and nobody here knows is nil, and said. */
static void what_is_not_known_is_said(void **state)
{
	static const struct {
		const char *body, *unknown;
	} table[] = {
		{"local x = os.getenv('HOME')", "slurmctld's variable HOME"},
		{"local f = io.open('/etc/motd') f = io.open('/etc/motd')", "the file '/etc/motd'"},
		{"os.execute('true') io.popen('id')", "what 'true' prints, what 'id' prints"},
		{"for id, job in pairs(slurm.jobs) do end", "slurm.jobs"},
		{"local r = slurm.reservations.maint", "slurm.reservations"},
		{"slurm.get_qos_priority('normal')", "slurm.get_qos_priority"},
		{"pcall(require, 'posix')", "the module 'posix'"},
		{"local n = job.name", NULL},
	};
	struct cr_request request;
	struct cr_arena arena;

	(void)state;
	cr_request_init(&request);
	cr_arena_init(&arena, NULL, 0, 0);
	for (size_t i = 0; i < COUNT(table); i++) {
		char text[300];
		struct cr_shim_outcome outcome;

		(void)snprintf(text, sizeof(text), "function slurm_job_submit(job) %s end",
			       table[i].body);
		outcome = outcome_of(text, &request, &arena);
		assert_false(outcome.failed);
		if (table[i].unknown)
			assert_string_equal(outcome.unknown, table[i].unknown);
		else
			assert_null(outcome.unknown);
	}
	/* While it is loaded, too. */
	assert_string_equal(outcome_of("home = os.getenv('HOME')\nfunction slurm_job_submit() end",
				       &request, &arena)
				    .unknown,
			    "slurmctld's variable HOME");
	cr_arena_release(&arena);
}

static void a_script_that_slurm_does_not_load(void **state)
{
	struct cr_error err;
	const char *text = "function slurm_job_submit() end return slurm.ERROR";

	(void)state;
	assert_null(cr_shim_new("s.lua", text, strlen(text), &plain, &err));
	assert_non_null(strstr(err.text, "returns -1.0 when it is loaded"));
}

/* The names are Slurm's own, so that what one room writes the other can read. */
static void sentinels_are_slurms(void **state)
{
	(void)state;
	assert_true(CR_UNSET == NO_VAL && CR_INFINITE == INFINITE && CR_UNSET64 == NO_VAL64);
	assert_true(cr_is_number(CR_NUMBER_MAX) && !cr_is_number(NO_VAL) &&
		    !cr_is_number(INFINITE));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(constants_are_slurms),
		cmocka_unit_test(a_job_says_unset_and_infinite_as_slurm_does),
		cmocka_unit_test(scripts_have_what_slurms_lua_has),
		cmocka_unit_test(the_first_line_may_be_for_a_shell),
		cmocka_unit_test(what_is_no_number_is_no_refusal),
		cmocka_unit_test(what_is_not_known_is_said),
		cmocka_unit_test(a_script_that_slurm_does_not_load),
		cmocka_unit_test(sentinels_are_slurms),
	};

	return cmocka_run_group_tests_name("lua_shim", tests, NULL, NULL);
}
