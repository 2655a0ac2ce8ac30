/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Groups counted level by level: each lies whole in one of the level's groups, or across. */
#include "topology/group_quality.h"

#include "topology/build.h"

#include <stdlib.h>
#include <string.h>

bool cr_order_takes_group(size_t count, uint32_t group)
{
	return group >= 2 && group <= count && count % group == 0;
}

/* The group at LEVEL that all of the SIZE nodes are in, or CR_NONE. */
static uint32_t common_group(const struct cr_topology *t, const uint32_t *node, uint32_t size,
			     unsigned level)
{
	uint32_t g = cr_topology_group_at(t, node[0], level);

	for (uint32_t i = 1; i < size && g != CR_NONE; i++)
		if (cr_topology_group_at(t, node[i], level) != g)
			g = CR_NONE;
	return g;
}

/* Of each of LEVEL's groups the whole ones that fit; PER is clean before and after. */
static size_t count_whole(const struct cr_topology *t, const uint32_t *node, size_t count,
			  uint32_t group, unsigned level, uint32_t *per)
{
	size_t whole = 0;

	for (size_t i = 0; i < count; i++) {
		uint32_t g = cr_topology_group_at(t, node[i], level);

		if (g != CR_NONE && ++per[g] % group == 0)
			whole++;
	}
	memset(per, 0, t->group_count * sizeof(*per));
	return whole;
}

int cr_group_judge(const struct cr_topology *t, const uint32_t *node, size_t count, uint32_t group,
		   struct cr_group_quality *q)
{
	uint32_t *per = calloc((size_t)t->group_count + 1, sizeof(*per));

	*q = (struct cr_group_quality){.groups = count / group};
	q->levels = t->levels < CR_GROUP_LEVELS ? t->levels : CR_GROUP_LEVELS;
	for (unsigned l = 0; per && l < q->levels; l++) {
		for (size_t i = 0; i < count; i += group)
			q->level[l].split += common_group(t, node + i, group, l) == CR_NONE;
		q->level[l].fewest = q->groups - count_whole(t, node, count, group, l, per);
	}
	free(per);
	return per ? 0 : -1;
}

int cr_group_quality_of(const struct cr_topology *t, const char *const *names, size_t count,
			uint32_t group, struct cr_group_quality *q)
{
	uint32_t *node = calloc(count + 1, sizeof(*node));
	struct cr_group_quality result;
	int rc = -1;

	for (size_t i = 0; node && i < count; i++)
		node[i] = cr_topology_node(t, names[i]);
	if (node && cr_order_takes_group(count, group))
		rc = cr_group_judge(t, node, count, group, &result);
	if (rc == 0)
		*q = result;
	free(node);
	return rc;
}
