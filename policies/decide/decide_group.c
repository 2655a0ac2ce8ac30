/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * By which groups of nodes the job's ranks are ordered: as the job says (order=group:N), else
 * as its profile does (`group:`).  The nodes' plugins do it; here it is told in time when the
 * job's nodes cannot be cut so.  A segment counts as a group there without a word.
 */
#include "policies/decide/deciding.h"
#include "topology/group_quality.h"

static bool is_asked(const struct cr_deciding *g, uint32_t *group)
{
	const struct cr_option *option = &g->d->option;

	*group = option->has_group ? option->group : g->profile ? g->profile->group : CR_UNSET;
	return *group != CR_UNSET && !option->order_none && option->kind != CR_OPTION_NONE;
}

void cr_decide_group(struct cr_deciding *g)
{
	uint32_t nodes = g->size.nodes, group;

	/* One node has no order, and groups of one are a ring. */
	if (g->d->verdict == CR_VERDICT_REFUSE || nodes == 1 || !is_asked(g, &group) || group == 1)
		return;
	/* An open number of nodes is judged when they are known. */
	if (!group || (nodes != CR_UNSET && !cr_order_takes_group(nodes, group))) {
		cr_warn(g, CR_STEP_PLACEMENT, CR_337_GROUP, NULL,
			"groups of %u nodes do not make up the job's %s: its ranks are ordered as "
			"a ring",
			group, nodes == CR_UNSET ? "nodes" : cr_say(g, "%u", nodes));
		return;
	}
	g->d->group = group;
	cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, NULL,
		   "ranks are ordered by groups of %u nodes, as the %s says", group,
		   g->d->option.has_group ? "job" : "profile");
}
