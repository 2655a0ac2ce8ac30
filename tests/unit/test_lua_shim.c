/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cli/lua_shim: what a job_submit.lua finds under the names that Slurm gives it. */
#include "unit.h"

#include "cli/lua_shim.h"

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <stdio.h>
#include <string.h>

/* slurm_job_submit() with BODY; what it told the user, owned by ARENA. */
static const char *told_by(const char *body, const struct cr_request *request,
			   struct cr_arena *arena)
{
	static const struct cr_view view = {.max_switch_wait = CR_UNSET};
	char text[600];
	struct cr_shim_outcome outcome;
	struct cr_error err;
	struct cr_shim *shim;

	(void)snprintf(text, sizeof(text),
		       "function slurm_job_submit(job, parts, uid)\n%s\n"
		       "  return slurm.SUCCESS\nend\n"
		       "function slurm_job_modify() return slurm.SUCCESS end\n",
		       body);
	shim = cr_shim_new("s.lua", text, strlen(text), &err);
	if (!shim)
		fail_msg("%s", err.text);
	cr_shim_submit(shim, request, &view, arena, &outcome);
	cr_shim_destroy(shim);
	assert_false(outcome.failed);
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
		NAMED(NO_VAL16),
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
		cmocka_unit_test(sentinels_are_slurms),
	};

	return cmocka_run_group_tests_name("lua_shim", tests, NULL, NULL);
}
