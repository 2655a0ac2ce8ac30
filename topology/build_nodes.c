/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The nodes of the units: expanded, each kept once, sorted inside its unit, and
 * at last numbered along the tree so that every group is a range of numbers.
 */
#include "topology/build.h"

#include "base/text.h"
#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

/* Slurm stops at a bad list of a switch or block; with a bad ring it starts, without that topology.
 */
static enum cr_severity bad_list(const struct cr_decl *decl)
{
	return decl->type == CR_TOPOLOGY_RING ? CR_WARNING : CR_ERROR;
}

/* Counts first, so that everything is allotted once and too much never begins. */
static int count_nodes(struct cr_build *b, const struct cr_decl *decl, size_t *sum)
{
	size_t errors = cr_diags_errors(b->diags);

	*sum = 0;
	for (size_t i = 0; i < decl->group_count; i++) {
		const struct cr_decl_group *g = &decl->groups[i];
		struct cr_error err;
		size_t count = 0;

		if (cr_hostlist_count_text(g->nodes, b->rules->max_nodes, &count, &err) != 0) {
			cr_diags_add(b->diags, bad_list(decl), g->nodes_pos, "nodes of '%.80s': %s",
				     g->name, err.text);
			continue;
		}
		if (decl->type == CR_TOPOLOGY_RING && count > CR_RING_SIZE_MAX)
			cr_diags_add(b->diags, CR_ERROR, g->nodes_pos,
				     "ring '%.80s' has %zu nodes, %d is the limit", g->name, count,
				     CR_RING_SIZE_MAX);
		if (count > b->nodes_left) {
			cr_diags_add(b->diags, CR_ERROR, g->nodes_pos,
				     "with '%.80s' there are more than %zu nodes in all", g->name,
				     b->rules->max_nodes);
			break;
		}
		b->nodes_left -= count;
		*sum += count;
	}
	return cr_diags_errors(b->diags) > errors ? -1 : 0;
}

static int compare_natural(const void *a, const void *b)
{
	return cr_text_natural(*(const char *const *)a, *(const char *const *)b);
}

/* Ranges come sorted; then n - 1 looks are all it takes. */
static void sort_names(const char **names, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (compare_natural(&names[i - 1], &names[i]) > 0) {
			qsort(names, count, sizeof(*names), compare_natural);
			return;
		}
}

/* Along PATH, which says where each of the COUNT names goes. */
static int sort_along(const uint32_t *path, const char **names, size_t count)
{
	const char **sorted = calloc(count + 1, sizeof(*sorted));

	for (size_t i = 0; sorted && i < count; i++)
		sorted[path[i]] = names[i];
	if (sorted)
		memcpy(names, sorted, count * sizeof(*names));
	free(sorted);
	return sorted ? 0 : -1;
}

/* Copies of NAMES in one piece of the arena, in OUT. */
static int copy_names(struct cr_build *b, const struct cr_hostlist *list, const char **out)
{
	const char *const *names = cr_hostlist_names(list);
	size_t count = cr_hostlist_count(list), bytes = 0;
	char *at;

	for (size_t i = 0; i < count; i++)
		bytes += strlen(names[i]) + 1;
	at = cr_arena_alloc(b->arena, bytes);
	if (!at)
		return -1;
	for (size_t i = 0; i < count; i++) {
		size_t len = strlen(names[i]) + 1;

		out[i] = memcpy(at, names[i], len);
		at += len;
	}
	return 0;
}

/*
 * Add COUNT nodes at the table's end as UNIT's, leaving out those that are there.
 * A node in two units: Slurm warns and its first unit counts, but toruses must not share.
 */
static void add_nodes(struct cr_build *b, const struct cr_decl_group *g, struct cr_topology *t,
		      uint32_t unit, size_t count)
{
	const char **table = t->node_names + t->node_count;
	enum cr_severity severity = t->type == CR_TOPOLOGY_TORUS3D ? CR_ERROR : CR_WARNING;
	uint32_t begin = t->node_count, twice = 0, other = 0;
	const char *first = NULL;

	for (size_t i = 0; i < count; i++) {
		uint32_t had = cr_name_index_add(&t->nodes, table[i], t->node_count);

		if (had == CR_NAME_INDEX_NONE) {
			t->unit_of[t->node_count] = unit;
			t->node_names[t->node_count++] = table[i];
			continue;
		}
		if (had >= begin || twice++)
			continue;
		first = table[i];
		other = t->unit_of[had];
	}
	t->groups[unit].begin = begin;
	t->groups[unit].end = t->node_count;
	if (twice)
		cr_diags_add(
			b->diags, severity, g->nodes_pos,
			"%u of the nodes of '%.80s' are in another unit already, such as '%.80s' "
			"in '%.80s'",
			twice, g->name, first, t->groups[other].name);
}

static int fill_unit(struct cr_build *b, const struct cr_decl_group *g, struct cr_topology *t,
		     uint32_t unit)
{
	struct cr_error err;
	struct cr_hostlist *list = cr_hostlist_expand(g->nodes, b->rules->max_nodes, &err);
	size_t count;

	if (!list && t->type == CR_TOPOLOGY_RING)
		return 0; /* told when counted */
	if (!list)
		return cr_diags_add(b->diags, CR_ERROR, g->nodes_pos, "nodes of '%.80s': %s",
				    g->name, err.text);
	count = cr_hostlist_count(list);
	if (copy_names(b, list, t->node_names + t->node_count) != 0) {
		cr_hostlist_destroy(list);
		return cr_build_no_memory(b, g->nodes_pos);
	}
	cr_hostlist_destroy(list);
	if (t->type == CR_TOPOLOGY_BLOCK || t->type == CR_TOPOLOGY_TREE)
		sort_names(t->node_names + t->node_count, count);
	else if (g->path && sort_along(g->path, t->node_names + t->node_count, count) != 0)
		return cr_build_no_memory(b, g->nodes_pos);
	add_nodes(b, g, t, unit, count);
	if (t->groups[unit].end - t->groups[unit].begin > t->largest_unit)
		t->largest_unit = t->groups[unit].end - t->groups[unit].begin;
	return 0;
}

int cr_build_nodes(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		   const uint32_t *group_of)
{
	size_t sum, errors = cr_diags_errors(b->diags);

	if (count_nodes(b, decl, &sum) != 0)
		return -1;
	t->node_names = cr_arena_array(b->arena, sum + 1, sizeof(*t->node_names));
	t->unit_of = cr_arena_array(b->arena, sum + 1, sizeof(*t->unit_of));
	if (!t->node_names || !t->unit_of || cr_name_index_init(&t->nodes, b->arena, sum) != 0)
		return cr_build_no_memory(b, decl->pos);
	/* The file's order is the units' order. */
	for (size_t i = 0; i < decl->group_count; i++)
		if (group_of[i] < t->unit_count &&
		    fill_unit(b, &decl->groups[i], t, group_of[i]) != 0)
			return -1;
	return cr_diags_errors(b->diags) > errors ? -1 : 0;
}

/* The group after G when all trees are walked top down, first child first. */
static uint32_t next_group(struct cr_topology *t, uint32_t g, uint32_t numbered)
{
	if (t->groups[g].first_child != CR_NONE)
		return t->groups[g].first_child;
	for (; g != CR_NONE; g = t->groups[g].parent) {
		t->groups[g].end = numbered;
		if (t->groups[g].next_sibling != CR_NONE)
			return t->groups[g].next_sibling;
	}
	return CR_NONE;
}

/* MAP[n] = the number that node n gets.  Sets begin and end of every group. */
static void number_nodes(struct cr_topology *t, uint32_t *map)
{
	uint32_t next = 0, g = t->first_root;

	while (g != CR_NONE) {
		uint32_t begin = t->groups[g].begin, end = t->groups[g].end;

		t->groups[g].begin = next;
		for (uint32_t n = begin; g < t->unit_count && n < end; n++)
			map[n] = next++;
		g = next_group(t, g, next);
	}
}

int cr_build_number(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t)
{
	uint32_t *map = calloc((size_t)t->node_count + 1, sizeof(*map));
	const char **names = cr_arena_array(b->arena, t->node_count + 1UL, sizeof(*names));
	uint32_t *units = cr_arena_array(b->arena, t->node_count + 1UL, sizeof(*units));
	int rc = 0;

	if (!map || !names || !units) {
		rc = cr_build_no_memory(b, decl->pos);
		goto out;
	}
	number_nodes(t, map);
	for (uint32_t n = 0; n < t->node_count; n++) {
		names[map[n]] = t->node_names[n];
		units[map[n]] = t->unit_of[n];
	}
	t->node_names = names;
	t->unit_of = units;
	cr_name_index_renumber(&t->nodes, map);
out:
	free(map);
	return rc;
}
