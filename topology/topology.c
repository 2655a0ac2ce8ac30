/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading a set of topologies that has been built; see build.c for the making. */
#include "topology/topology.h"

#include "topology/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const cr_topology_type_words[CR_TOPOLOGY_TYPES + 1] = {
	"none", "block", "tree", "flat", "ring", "torus3d", NULL};

void cr_topologies_destroy(struct cr_topologies *set)
{
	struct cr_arena arena;

	if (!set)
		return;
	arena = set->arena; /* the set itself lives in it */
	cr_arena_release(&arena);
}

size_t cr_topologies_count(const struct cr_topologies *set)
{
	return set->count;
}

const struct cr_topology *cr_topologies_get(const struct cr_topologies *set, size_t i)
{
	return i < set->count ? &set->topologies[i] : NULL;
}

const struct cr_topology *cr_topologies_default(const struct cr_topologies *set)
{
	return &set->topologies[set->fallback];
}

const struct cr_topology *cr_topologies_find(const struct cr_topologies *set, const char *name)
{
	if (!name || !*name)
		return cr_topologies_default(set);
	for (size_t i = 0; i < set->count; i++)
		if (strcmp(set->topologies[i].name, name) == 0)
			return &set->topologies[i];
	return NULL;
}

const char *cr_topology_type_name(enum cr_topology_type type)
{
	return (unsigned)type < CR_TOPOLOGY_TYPES ? cr_topology_type_words[type] : "unknown";
}

int cr_topology_type_of(const char *name, enum cr_topology_type *type)
{
	for (unsigned i = CR_TOPOLOGY_NONE + 1; i < CR_TOPOLOGY_TYPES; i++) {
		if (strcmp(cr_topology_type_words[i], name) != 0)
			continue;
		*type = (enum cr_topology_type)i;
		return 0;
	}
	return -1;
}

int cr_topology_type_of_plugin(const char *plugin, enum cr_topology_type *type)
{
	static const char prefix[] = "topology/";

	if (plugin && strncmp(plugin, prefix, sizeof(prefix) - 1) == 0)
		plugin += sizeof(prefix) - 1;
	/* "default" and "none" are older names of flat. */
	if (!plugin || !*plugin || strcmp(plugin, "default") == 0 || strcmp(plugin, "none") == 0) {
		*type = CR_TOPOLOGY_FLAT;
		return 0;
	}
	return cr_topology_type_of(plugin, type);
}

bool cr_topology_is_known(const struct cr_topology *t)
{
	return !t->unknown;
}

const char *cr_topology_name(const struct cr_topology *t)
{
	return t->name;
}

enum cr_topology_type cr_topology_type(const struct cr_topology *t)
{
	return t->type;
}

bool cr_topology_cluster_default(const struct cr_topology *t)
{
	return t->cluster_default;
}

size_t cr_topology_node_count(const struct cr_topology *t)
{
	return t->node_count;
}

uint32_t cr_topology_node(const struct cr_topology *t, const char *name)
{
	return cr_name_index_get(&t->nodes, name);
}

const char *cr_topology_node_name(const struct cr_topology *t, uint32_t node)
{
	return node < t->node_count ? t->node_names[node] : NULL;
}

size_t cr_topology_unit_count(const struct cr_topology *t)
{
	return t->unit_count;
}

size_t cr_topology_group_count(const struct cr_topology *t)
{
	return t->group_count;
}

const struct cr_group *cr_topology_group(const struct cr_topology *t, uint32_t i)
{
	return i < t->group_count ? &t->groups[i] : NULL;
}

size_t cr_topology_group_size(const struct cr_topology *t, uint32_t i)
{
	size_t nodes = 0;

	if (i >= t->group_count)
		return 0;
	if (!t->groups[i].units)
		return t->groups[i].end - t->groups[i].begin;
	for (uint32_t k = 0; k < t->groups[i].unit_count; k++)
		nodes += cr_topology_unit_size(t, t->groups[i].units[k]);
	return nodes;
}

uint32_t cr_topology_first_root(const struct cr_topology *t)
{
	return t->first_root;
}

uint32_t cr_topology_unit(const struct cr_topology *t, const char *name)
{
	return cr_name_index_get(&t->units, name);
}

uint32_t cr_topology_unit_of(const struct cr_topology *t, uint32_t node)
{
	return node < t->node_count ? t->unit_of[node] : CR_NONE;
}

size_t cr_topology_unit_size(const struct cr_topology *t, uint32_t unit)
{
	return unit < t->unit_count ? t->groups[unit].end - t->groups[unit].begin : 0;
}

size_t cr_topology_largest_unit(const struct cr_topology *t)
{
	return t->largest_unit;
}

size_t cr_topology_base_block(const struct cr_topology *t)
{
	return t->base_block;
}

const uint32_t *cr_topology_block_levels(const struct cr_topology *t, size_t *count)
{
	*count = t->block_level_count;
	return t->block_level_count ? t->block_levels : NULL;
}

uint32_t cr_topology_group_at(const struct cr_topology *t, uint32_t node, unsigned level)
{
	uint32_t group = cr_topology_unit_of(t, node);

	while (group != CR_NONE && t->groups[group].parent != CR_NONE &&
	       t->groups[t->groups[group].parent].level <= level)
		group = t->groups[group].parent;
	return group;
}

/* Append NAME and a dot, as far as it fits; *LEN counts what there would be. */
static void append_name(char *buf, size_t size, size_t *len, const char *name, const char *dot)
{
	if (*len < size)
		(void)snprintf(buf + *len, size - *len, "%s%s", name, dot);
	*len += strlen(name) + strlen(dot);
}

size_t cr_topology_path(const struct cr_topology *t, uint32_t node, char *buf, size_t size)
{
	uint32_t group = cr_topology_unit_of(t, node), above;
	size_t len = 0;

	if (size)
		*buf = '\0';
	if (group == CR_NONE)
		return 0;
	/* From the top: of the groups above, the one with a given number of levels below. */
	for (unsigned level = t->levels; level-- > 0;) {
		above = cr_topology_group_at(t, node, level);
		if (t->groups[above].level == level && !t->groups[above].aggregate)
			append_name(buf, size, &len, t->groups[above].name, ".");
	}
	append_name(buf, size, &len, t->node_names[node], "");
	return len;
}
