/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From what a reader declares to the model: names checked, groups linked into
 * trees, nodes numbered.  What Slurm refuses is an error, what it only warns
 * about is a warning; all are reported, as far as they do not follow from another.
 */
#include "topology/build.h"

#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

struct cr_topology_rules cr_rules_complete(const struct cr_topology_rules *rules)
{
	struct cr_topology_rules full = rules ? *rules : (struct cr_topology_rules){0};

	if (!full.slurm_version)
		full.slurm_version = cr_slurm_newest();
	full.accepted = full.accepted || full.live;
	if (!full.max_nodes)
		full.max_nodes = CR_HOSTS_MAX;
	return full;
}

/* What one group is called in messages. */
static const char *group_kind(const struct cr_decl *decl)
{
	static const char *const kinds[CR_TOPOLOGY_TYPES] = {
		[CR_TOPOLOGY_BLOCK] = "block",   [CR_TOPOLOGY_TREE] = "switch",
		[CR_TOPOLOGY_FLAT] = "node",     [CR_TOPOLOGY_RING] = "ring",
		[CR_TOPOLOGY_TORUS3D] = "torus",
	};

	return kinds[decl->type];
}

static int check_names(struct cr_build *b, const struct cr_decl *decl, struct cr_name_index *index)
{
	size_t errors = cr_diags_errors(b->diags);
	int rc = 0;

	for (size_t i = 0; i < decl->group_count; i++) {
		const struct cr_decl_group *g = &decl->groups[i];
		uint32_t first;

		if (!g->name) {
			rc = cr_diags_add(b->diags, CR_ERROR, g->pos, "a %s without a name",
					  group_kind(decl));
			continue;
		}
		first = cr_name_index_add(index, g->name, (uint32_t)i);
		if (first != CR_NAME_INDEX_NONE)
			rc = cr_diags_add(b->diags, CR_ERROR, g->pos,
					  "%s '%.80s' is defined twice, first in line %u",
					  group_kind(decl), g->name, decl->groups[first].pos.line);
	}
	return cr_diags_errors(b->diags) > errors ? -1 : rc;
}

static bool is_unit(const struct cr_decl *decl, const struct cr_decl_group *g)
{
	return decl->type != CR_TOPOLOGY_TREE || g->nodes || !g->children;
}

/* Units get the first numbers.  GROUP_OF[i] = the group that decl->groups[i] becomes. */
static int place_groups(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
			uint32_t *group_of)
{
	uint32_t next = 0;

	for (int units = 1; units >= 0; units--) {
		for (size_t i = 0; i < decl->group_count; i++) {
			const struct cr_decl_group *g = &decl->groups[i];
			struct cr_group *group = &t->groups[next];

			if (is_unit(decl, g) != (units == 1))
				continue;
			*group = (struct cr_group){.parent = CR_NONE,
						   .first_child = CR_NONE,
						   .next_sibling = CR_NONE,
						   .line = g->pos.line};
			group->name = cr_arena_strdup(b->arena, g->name);
			if (!group->name)
				return cr_build_no_memory(b, g->pos);
			group_of[i] = next++;
		}
		if (units)
			t->unit_count = next;
	}
	t->group_count = next;
	return 0;
}

/* Blocks, rings and toruses: all are roots, in the file's order. */
static void link_roots(struct cr_topology *t)
{
	t->first_root = t->group_count ? 0 : CR_NONE;
	for (uint32_t i = 0; i + 1 < t->group_count; i++)
		t->groups[i].next_sibling = i + 1;
}

static int index_units(struct cr_build *b, struct cr_topology *t, struct cr_pos pos)
{
	if (cr_name_index_init(&t->units, b->arena, t->unit_count) != 0)
		return cr_build_no_memory(b, pos);
	for (uint32_t i = 0; i < t->unit_count; i++)
		cr_name_index_add(&t->units, t->groups[i].name, i);
	return 0;
}

static int link_groups(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		       const uint32_t *group_of)
{
	if (decl->type == CR_TOPOLOGY_TREE)
		return cr_build_tree(b, decl, t, group_of);
	link_roots(t);
	return decl->type == CR_TOPOLOGY_BLOCK ? cr_build_block_sizes(b, decl, t) : 0;
}

static void count_levels(struct cr_topology *t)
{
	for (uint32_t i = 0; i < t->group_count; i++)
		if (t->groups[i].level >= t->levels)
			t->levels = t->groups[i].level + 1;
}

/* Everything that needs GROUP_OF, which the caller frees. */
static int build_groups(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
			uint32_t *group_of)
{
	int linked, filled;

	if (place_groups(b, decl, t, group_of) != 0 || index_units(b, t, decl->pos) != 0)
		return -1;
	/* Both are tried, so that both report. */
	linked = link_groups(b, decl, t, group_of);
	filled = cr_build_nodes(b, decl, t, group_of);
	if (linked != 0 || filled != 0)
		return -1;
	if (decl->type == CR_TOPOLOGY_BLOCK &&
	    (cr_build_base_block(b, decl, t) != 0 || cr_build_aggregates(b, decl, t) != 0))
		return -1;
	count_levels(t);
	if (t->levels > CR_LEVELS_MAX)
		return cr_diags_add(b->diags, CR_ERROR, decl->pos,
				    "more than %d levels of switches", CR_LEVELS_MAX);
	return cr_build_number(b, decl, t);
}

static int build_topology(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t)
{
	/* Aggregated blocks are at most as many as blocks. */
	size_t room = decl->group_count * 2 + 1;
	struct cr_name_index index = {0};
	uint32_t *group_of;
	int rc;

	t->name = cr_arena_strdup(b->arena, decl->name ? decl->name : "");
	t->type = decl->type;
	t->cluster_default = decl->cluster_default;
	t->first_root = CR_NONE;
	if (!t->name)
		return cr_build_no_memory(b, decl->pos);
	if (decl->type == CR_TOPOLOGY_FLAT)
		return 0;
	if (!decl->group_count)
		return cr_diags_add(b->diags, CR_ERROR, decl->pos, "topology '%.80s' has no %s",
				    t->name, group_kind(decl));
	t->groups = cr_arena_array(b->arena, room, sizeof(*t->groups));
	if (!t->groups || cr_name_index_init(&index, b->arena, decl->group_count) != 0)
		return cr_build_no_memory(b, decl->pos);
	if (check_names(b, decl, &index) != 0)
		return -1;
	group_of = calloc(decl->group_count, sizeof(*group_of));
	if (!group_of)
		return cr_build_no_memory(b, decl->pos);
	rc = build_groups(b, decl, t, group_of);
	free(group_of);
	return rc;
}

int cr_build_topology(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t)
{
	int rc = decl->unknown ? -1 : build_topology(b, decl, t);

	if (rc == 0 || !b->rules->accepted)
		return rc;
	*t = (struct cr_topology){.name = cr_arena_strdup(b->arena, decl->name ? decl->name : ""),
				  .type = decl->type,
				  .cluster_default = decl->cluster_default,
				  .first_root = CR_NONE,
				  .unknown = true};
	return t->name ? 0 : cr_build_no_memory(b, decl->pos);
}
