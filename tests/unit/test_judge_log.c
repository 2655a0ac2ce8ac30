/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_submit/judge: no text of a user's begins a line of slurmctld's log. */
#include "tests/unit/unit.h"

#include "job_submit/judge.h"

#include <slurm/spank.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char lines[4000];

__attribute__((format(printf, 1, 0))) static void take(const char *format, va_list ap)
{
	size_t used = strlen(lines);

	(void)vsnprintf(lines + used, sizeof(lines) - used, format, ap);
	(void)strncat(lines, "|", sizeof(lines) - strlen(lines) - 1);
}

#define LOGS(name)                                                                                 \
	void name(const char *format, ...)                                                         \
	{                                                                                          \
		va_list ap;                                                                        \
                                                                                                   \
		va_start(ap, format);                                                              \
		take(format, ap);                                                                  \
		va_end(ap);                                                                        \
	}

LOGS(slurm_error)
LOGS(slurm_info)
LOGS(slurm_debug)

static void tell(const char *account, const char *subject, enum cr_event event)
{
	const struct cr_reason reason = {.step = CR_STEP_TENANT, .subject = subject, .text = "x"};
	struct cr_request request = {.uid = 1000, .account = account};
	struct cr_decision d = {.record = true, .reasons = &reason, .reason_count = 1};
	struct cr_judge judge = {0};

	char json[CR_RECORD_MAX];

	*lines = '\0';
	assert_ptr_equal(cr_judge_tell(&judge, event, &request, &d, json), json);
}

static void strangers_text_is_escaped(void **state)
{
	static const char text[] = "maint\nslurmctld: fatal: \033[1m";

	(void)state;
	tell(text, "p", CR_EVENT_SUBMIT);
	assert_non_null(strstr(lines, "account=maint\\nslurmctld: fatal: \\x1b[1m "));
	tell("a", text, CR_EVENT_SUBMIT);
	assert_non_null(strstr(lines, " maint\\nslurmctld: fatal: \\x1b[1m: x"));
	tell(text, text, CR_EVENT_MODIFY);
	assert_null(strpbrk(lines, "\n\033"));
	tell(NULL, NULL, CR_EVENT_MODIFY);
	assert_non_null(strstr(lines, "account=- "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(strangers_text_is_escaped)};

	return cmocka_run_group_tests_name("job_submit/judge, the log", tests, NULL, NULL);
}
