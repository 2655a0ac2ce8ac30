/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A job is made for one CPU architecture and GPU type.  Which one: that of the
 * first partition of its routes that it may use and whose nodes have the shape
 * it asks for, whether or not there is room now.  No other takes its place,
 * unless the job, its profile or its tenant says that it is portable.
 */
#include "policies/decide/deciding.h"

static const struct cr_candidate *find_home(const struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];

		if (c->shape &&
		    (c->obstacle == CR_OBSTACLE_NONE || c->obstacle == CR_OBSTACLE_ROOM))
			return c;
	}
	return NULL;
}

static const char *or_unknown(const char *text)
{
	return text ? text : "unknown";
}

void cr_decide_shape(struct cr_deciding *g)
{
	const struct cr_candidate *home = g->portable ? NULL : find_home(g);

	if (!home || g->explicit_partition)
		return;
	for (size_t i = 0; i < g->candidate_count; i++) {
		struct cr_candidate *c = &g->candidates[i];

		if (c->obstacle || cr_shape_same(home->shape, c->shape))
			continue;
		c->obstacle = CR_OBSTACLE_SHAPE;
		c->code = CR_321_CROSSES;
		c->why = cr_say(
			g,
			"%s nodes with GPU %s, where '%s' has %s with %s; if the job runs on "
			"both: --comm-profile=%s,portable",
			or_unknown(c->shape->arch),
			c->shape->gpu_type ? c->shape->gpu_type : "none", home->part->name,
			or_unknown(home->shape->arch),
			home->shape->gpu_type ? home->shape->gpu_type : "none",
			g->profile ? g->profile->head.name : "NAME");
	}
}
