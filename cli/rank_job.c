/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a job says of itself in its environment: the defaults of `commroute rank` inside one. */
#include "cli/rank.h"

#include "base/text.h"
#include "policies/decide/record.h"
#include "policies/job/option.h"
#include "policies/job/variables.h"

#include <stdlib.h>
#include <string.h>

#define RECORD_MEMORY (1 << 20)

const char *cr_rank_job_variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

uint32_t cr_rank_tasks_of(const char *text)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (*text < '0' || *text > '9' || n > 65535)
		return 0;
	if (*end && (strchr(end, ',') || !cr_text_glob("(x*)", end)))
		return 0;
	return (uint32_t)n;
}

uint32_t cr_rank_job_group(void)
{
	const char *said = cr_rank_job_variable(CR_NAME_CARRIED_OPTION);
	struct cr_record record = {.why = NULL};
	struct cr_option option;
	struct cr_arena arena;
	uint32_t group = CR_UNSET;

	if (said && cr_option_parse(said, &option, NULL) == 0 && option.has_group)
		return option.group;
	cr_arena_init(&arena, NULL, 0, RECORD_MEMORY);
	if (cr_record_parse(cr_rank_job_variable(CR_NAME_CARRIED_DECISION), &arena, &record,
			    NULL) == 0)
		group = record.decision.group != CR_UNSET ? record.decision.group
							  : record.decision.segment;
	cr_arena_release(&arena);
	return group == CR_UNSET ? 0 : group;
}
