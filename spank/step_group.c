/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first of three that says anything: the option, the profile, the segment. */
#include "spank/step_group.h"

#include "policies/job/codes.h"
#include "spank/placement_check.h"
#include "topology/group_quality.h"

#include <stdio.h>
#include <string.h>

static bool is_of_job(const struct cr_option *option, const char *job_option)
{
	char mine[CR_OPTION_MAX + 1], theirs[CR_OPTION_MAX + 1];
	struct cr_option job;

	if (option->kind == CR_OPTION_ABSENT)
		return true;
	return job_option && cr_option_parse(job_option, &job, NULL) == 0 &&
	       strcmp(cr_option_format(option, mine, sizeof(mine)),
		      cr_option_format(&job, theirs, sizeof(theirs))) == 0;
}

struct cr_step_group cr_step_group_of(const struct cr_option *option, const char *job_option,
				      const char *decision, uint32_t profile_group)
{
	const struct cr_wish wish = cr_wish_read(decision);
	bool by_decision = decision && is_of_job(option, job_option);
	struct cr_step_group group = {0};

	group.told = by_decision && strstr(decision, cr_code_text(CR_337_GROUP)) != NULL;
	if (option->has_group)
		group.nodes = option->group;
	else
		group.nodes = by_decision ? wish.group : profile_group;
	group.asked = option->has_group || group.nodes;
	if (!group.asked && !group.told)
		group.nodes = wish.segment;
	group.order = group.nodes > 1 ? group.nodes : CR_PLAN_RING;
	return group;
}

const char *cr_step_group_words(const struct cr_step_group *group, size_t count, char *buf,
				size_t size)
{
	*buf = '\0';
	if (group->asked && !group->told && group->nodes != 1 &&
	    !cr_order_takes_group(count, group->nodes))
		(void)snprintf(buf, size,
			       "commroute: %s: groups of %u nodes do not make up the job's %zu: "
			       "its ranks are ordered as a ring",
			       cr_code_text(CR_337_GROUP), group->nodes, count);
	return buf;
}
