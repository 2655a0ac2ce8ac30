/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Topologies, nodes and allocations as JSON. */
#include "cli/command.h"
#include "cli/output.h"
#include "cli/topo.h"
#include "cli/topo_quality.h"
#include "topology/hostlist.h"

#include <stdlib.h>

/* The names of all nodes below group I, folded, to be freed. */
static char *fold_group(const struct cr_topology *t, uint32_t i)
{
	const struct cr_group *g = cr_topology_group(t, i);
	const char **names;
	size_t count = 0;
	char *text = NULL;

	if (!g->units)
		return cr_topo_fold_nodes(t, g->begin, g->end);
	names = calloc(cr_topology_group_size(t, i) + 1, sizeof(*names));
	for (uint32_t k = 0; names && k < g->unit_count; k++) {
		const struct cr_group *unit = cr_topology_group(t, g->units[k]);

		for (uint32_t n = unit->begin; n < unit->end; n++)
			names[count++] = cr_topology_node_name(t, n);
	}
	if (names)
		text = cr_hostlist_compact_sorted(names, count, NULL);
	free(names);
	return text;
}

static struct json_object *shares_json(const struct cr_topology *t, const struct cr_group *g)
{
	struct json_object *list = json_object_new_array();

	for (uint32_t k = 0; k < g->shared_count; k++)
		json_object_array_add(
			list, json_object_new_string(cr_topology_group(t, g->shared[k])->name));
	return list;
}

static struct json_object *group_json(const struct cr_topology *t, uint32_t i)
{
	const struct cr_group *g = cr_topology_group(t, i);
	struct json_object *o = json_object_new_object();
	char *nodes = fold_group(t, i);

	json_object_object_add(o, "name", json_object_new_string(g->name));
	json_object_object_add(o, "level", json_object_new_int64(g->level));
	json_object_object_add(
		o, "parent",
		g->parent == CR_NONE
			? NULL
			: json_object_new_string(cr_topology_group(t, g->parent)->name));
	json_object_object_add(o, "aggregate", json_object_new_boolean(g->aggregate));
	json_object_object_add(o, "node_count",
			       json_object_new_int64((int64_t)cr_topology_group_size(t, i)));
	json_object_object_add(o, "nodes", json_object_new_string(nodes ? nodes : ""));
	if (g->shared_count)
		json_object_object_add(o, "shares", shares_json(t, g));
	free(nodes);
	return o;
}

static void add_sizes(struct json_object *o, const struct cr_topology *t)
{
	struct json_object *list = json_object_new_array();
	size_t count;
	const uint32_t *levels = cr_topology_block_levels(t, &count);

	for (size_t i = 0; i < count; i++)
		json_object_array_add(list,
				      json_object_new_int64((int64_t)levels[i] *
							    (int64_t)cr_topology_base_block(t)));
	json_object_object_add(o, "block_sizes", list);
}

static struct json_object *topology_json(const struct cr_topo_view *view,
					 const struct cr_topology *t)
{
	struct json_object *o = json_object_new_object(), *groups = json_object_new_array();

	json_object_object_add(o, "name", json_object_new_string(cr_topology_name(t)));
	json_object_object_add(o, "type",
			       json_object_new_string(cr_topology_type_name(cr_topology_type(t))));
	json_object_object_add(o, "cluster_default",
			       json_object_new_boolean(t == cr_topologies_default(view->set)));
	json_object_object_add(o, "node_count",
			       json_object_new_int64((int64_t)cr_topology_node_count(t)));
	json_object_object_add(o, "unit_count",
			       json_object_new_int64((int64_t)cr_topology_unit_count(t)));
	if (cr_topology_type(t) == CR_TOPOLOGY_BLOCK)
		add_sizes(o, t);
	for (uint32_t i = 0; i < cr_topology_group_count(t); i++)
		json_object_array_add(groups, group_json(t, i));
	json_object_object_add(o, "groups", groups);
	return o;
}

static struct json_object *node_json(const struct cr_topology *t, uint32_t n)
{
	struct json_object *o = json_object_new_object();
	char path[1024];

	cr_topology_path(t, n, path, sizeof(path));
	json_object_object_add(o, "topology", json_object_new_string(cr_topology_name(t)));
	json_object_object_add(o, "path", json_object_new_string(path));
	json_object_object_add(
		o, "unit",
		json_object_new_string(cr_topology_group(t, cr_topology_unit_of(t, n))->name));
	return o;
}

struct json_object *cr_topo_quality_json(const struct cr_quality *q, const struct cr_topology *t)
{
	struct json_object *o = json_object_new_object(), *levels = json_object_new_array();
	char words[400];

	json_object_object_add(o, "nodes", json_object_new_int64((int64_t)q->nodes));
	json_object_object_add(o, "unknown", json_object_new_int64((int64_t)q->unknown));
	json_object_object_add(o, "units", json_object_new_int64((int64_t)q->units));
	json_object_object_add(o, "fewest_units", json_object_new_int64((int64_t)q->fewest_units));
	json_object_object_add(o, "segment", json_object_new_int64(q->segment));
	json_object_object_add(o, "segments_split",
			       json_object_new_int64((int64_t)q->segments_split));
	for (unsigned i = 0; i < q->levels; i++) {
		struct json_object *level = json_object_new_object();

		json_object_object_add(level, "groups", json_object_new_int64(q->level[i].groups));
		json_object_object_add(level, "crossed",
				       json_object_new_int64(q->level[i].crossed));
		json_object_object_add(level, "fewest", json_object_new_int64(q->level[i].fewest));
		json_object_array_add(levels, level);
	}
	json_object_object_add(o, "levels", levels);
	json_object_object_add(o, "as_asked", json_object_new_boolean(q->as_asked));
	json_object_object_add(o, "contiguous", json_object_new_boolean(q->contiguous));
	json_object_object_add(
		o, "verdict", json_object_new_string(cr_quality_words(t, q, words, sizeof(words))));
	return o;
}

static int print_topologies(const struct cr_topo_view *view)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (size_t i = 0; i < cr_topologies_count(view->set); i++) {
		const struct cr_topology *t = cr_topologies_get(view->set, i);

		if (!view->only || view->only == t)
			json_object_array_add(list, topology_json(view, t));
	}
	json_object_object_add(o, "topologies", list);
	if (view->mark)
		json_object_object_add(o, "quality",
				       cr_topo_quality_json(&view->quality, view->only));
	return cr_cli_json(o);
}

static int print_node(const struct cr_topo_view *view)
{
	struct json_object *o = json_object_new_object(), *found = json_object_new_array();
	size_t count;
	int status;

	for (size_t i = 0; i < cr_topologies_count(view->set); i++) {
		const struct cr_topology *t = cr_topologies_get(view->set, i);
		uint32_t n = cr_topology_node(t, view->node);

		if ((!view->only || view->only == t) && n != CR_NONE)
			json_object_array_add(found, node_json(t, n));
	}
	count = json_object_array_length(found);
	json_object_object_add(o, "node", json_object_new_string(view->node));
	json_object_object_add(o, "found", found);
	status = cr_cli_json(o); /* which releases them */
	return status == CR_CLI_OK && !count ? CR_CLI_NO : status;
}

int cr_topo_json(const struct cr_topo_view *view)
{
	return view->node ? print_node(view) : print_topologies(view);
}
