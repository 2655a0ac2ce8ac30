/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the topology fuzzers do with every set that is accepted: all that a caller can. */
#ifndef CR_TESTS_FUZZ_TOPOLOGY_USE_H
#define CR_TESTS_FUZZ_TOPOLOGY_USE_H

#include "topology/fit.h"
#include "topology/order.h"
#include "topology/quality.h"
#include "topology/topology.h"

#include <stdlib.h>

#define FUZZ_NODES 200 /* of a topology, that are ordered and judged */

static void fuzz_groups(const struct cr_topology *t)
{
	for (uint32_t i = 0; i < cr_topology_group_count(t); i++) {
		const struct cr_group *g = cr_topology_group(t, i);

		if (g->begin > g->end || g->end > cr_topology_node_count(t))
			abort();
		if (g->parent != CR_NONE && cr_topology_group(t, g->parent)->level <= g->level)
			abort();
	}
}

static void fuzz_nodes(const struct cr_topology *t, const char **names, size_t count)
{
	struct cr_space *space = cr_space_whole(t);
	size_t *place = calloc(count + 1, sizeof(*place));
	struct cr_quality q;
	char text[256];

	if (cr_order(t, names, count, count ? count / 2 : CR_ORDER_NO_ANCHOR, place, NULL) != 0)
		abort();
	if (count && place[0] != count / 2)
		abort();
	if (cr_quality_of(space, names, count, 3, &q, NULL) != 0)
		abort();
	cr_quality_words(t, &q, text, sizeof(text));
	cr_quality_parts(t, names, count, text, sizeof(text));
	(void)cr_fit_ever(space, count);
	(void)cr_fit_fewest_units(space, count);
	(void)cr_fit_best_segment(space, count, NULL, 0);
	cr_space_destroy(space);
	free(place);
}

static void fuzz_use(struct cr_topologies *set)
{
	for (size_t i = 0; set && i < cr_topologies_count(set); i++) {
		const struct cr_topology *t = cr_topologies_get(set, i);
		size_t count = cr_topology_node_count(t);
		const char *names[FUZZ_NODES];
		char path[64];

		if (count > FUZZ_NODES)
			count = FUZZ_NODES;
		for (uint32_t n = 0; n < count; n++) {
			names[n] = cr_topology_node_name(t, n);
			if (cr_topology_node(t, names[n]) != n ||
			    !cr_topology_path(t, n, path, sizeof(path)))
				abort();
		}
		fuzz_groups(t);
		fuzz_nodes(t, names, count);
	}
	cr_topologies_destroy(set);
}

#endif
