/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A node's unit, rank and neighbours in its job, from the plan. */
#include "spank/place.h"

#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

void cr_place_clear(struct cr_place *place)
{
	free(place->nodes);
	place->nodes = NULL;
}

int cr_place_copy(char *field, size_t size, const char *text, struct cr_error *err)
{
	size_t len = strlen(text);

	if (len >= size)
		return cr_error_set(err, "a name of more than %zu bytes", size - 1);
	memcpy(field, text, len + 1);
	return 0;
}

static const char *unit_of(const struct cr_topology *topology, const char *node)
{
	uint32_t at = node ? cr_topology_node(topology, node) : CR_NONE;
	uint32_t unit = at == CR_NONE ? CR_NONE : cr_topology_unit_of(topology, at);
	const struct cr_group *group = unit == CR_NONE ? NULL : cr_topology_group(topology, unit);

	return group && group->name ? group->name : "";
}

static size_t rank_of(const struct cr_plan *plan, const char *node)
{
	for (size_t i = 0; node && i < cr_plan_count(plan); i++)
		if (strcmp(cr_plan_names(plan)[i], node) == 0)
			return i;
	return CR_PLACE_NO_RANK;
}

int cr_place_of(const struct cr_plan *plan, const char *node, struct cr_place *place,
		struct cr_error *err)
{
	const struct cr_topology *topology = cr_plan_topology(plan);
	struct cr_place found = {.type = cr_topology_type(topology),
				 .count = cr_plan_count(plan),
				 .rank = rank_of(plan, node)};

	if (cr_place_copy(found.topology, sizeof(found.topology), cr_topology_name(topology),
			  err) != 0 ||
	    cr_place_copy(found.unit, sizeof(found.unit), unit_of(topology, node), err) != 0 ||
	    cr_place_copy(found.head, sizeof(found.head), cr_plan_names(plan)[0], err) != 0)
		return -1;
	found.nodes = cr_hostlist_compact(cr_plan_names(plan), found.count, err);
	if (!found.nodes)
		return -1;
	*place = found;
	return 0;
}
