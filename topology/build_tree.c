/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Switches linked by name.  Slurm finds the levels in passes over the file's
 * lines and gives up after 21 (switch_record.c), so that a deep tree written
 * root first can be refused: the same passes are made here.
 */
#include "topology/build.h"

#include "base/text.h"
#include "topology/hostlist.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PASSES_MAX 21

#define UNRESOLVED UINT32_MAX

static int add_link(struct cr_links *links, uint32_t child)
{
	if (links->count == links->room) {
		size_t room = links->room ? links->room * 2 : 256;
		uint32_t *grown = realloc(links->child, room * sizeof(*grown));

		if (!grown)
			return -1;
		links->child = grown;
		links->room = room;
	}
	links->child[links->count++] = child;
	return 0;
}

static int no_such_child(struct cr_build *b, const struct cr_decl *decl,
			 const struct cr_decl_group *g, const char *name)
{
	size_t count = decl->group_count < 512 ? decl->group_count : 512;
	const char *names[512] = {NULL}, *near;

	for (size_t i = 0; i < count; i++)
		names[i] = decl->groups[i].name;
	near = cr_text_nearest(name, names, count);
	return cr_diags_add(b->diags, CR_ERROR, g->children_pos,
			    "switch '%.80s' has a child '%.80s' that is not defined%s%.80s%s",
			    g->name, name, near ? "; did you mean '" : "", near ? near : "",
			    near ? "'?" : "");
}

/* Slurm puts the children into a host list, whose numbers have 64 bits: beyond it ends. */
static bool has_huge_number(const char *name)
{
	const char *digits = name + strlen(name);

	while (digits > name && isdigit((unsigned char)digits[-1]))
		digits--;
	errno = 0;
	(void)strtoull(digits, NULL, 10);
	return errno == ERANGE;
}

static int link_child(struct cr_build *b, const struct cr_decl *decl,
		      const struct cr_name_index *index, size_t i, const char *name,
		      struct cr_links *links)
{
	const struct cr_decl_group *g = &decl->groups[i];
	uint32_t child = cr_name_index_get(index, name);

	if (has_huge_number(name))
		return cr_diags_add(b->diags, CR_ERROR, g->children_pos,
				    "child '%.80s' of switch '%.80s': a number beyond 64 bits",
				    name, g->name);

	if (child == CR_NAME_INDEX_NONE)
		return no_such_child(b, decl, g, name);
	if (child == i)
		return cr_diags_add(b->diags, CR_ERROR, g->children_pos,
				    "switch '%.80s' is its own child", g->name);
	return add_link(links, child) == 0 ? 0 : cr_build_no_memory(b, g->children_pos);
}

static int link_children(struct cr_build *b, const struct cr_decl *decl,
			 const struct cr_name_index *index, size_t i, struct cr_links *links)
{
	const struct cr_decl_group *g = &decl->groups[i];
	struct cr_error err;
	struct cr_hostlist *list = cr_hostlist_expand(g->children, CR_HOSTS_MAX, &err);
	size_t count = list ? cr_hostlist_count(list) : 0;
	int rc = 0;

	if (!list)
		rc = cr_diags_add(b->diags, CR_ERROR, g->children_pos, "children of '%.80s': %s",
				  g->name, err.text);
	else if (!count)
		rc = cr_diags_add(b->diags, CR_ERROR, g->children_pos,
				  "switch '%.80s' has an empty list of children", g->name);
	for (size_t k = 0; k < count && links->count < CR_HOSTS_MAX; k++)
		if (link_child(b, decl, index, i, cr_hostlist_names(list)[k], links) != 0)
			rc = -1;
	cr_hostlist_destroy(list);
	return rc;
}

static int link_all(struct cr_build *b, const struct cr_decl *decl, const struct cr_topology *t,
		    const uint32_t *group_of, struct cr_links *links)
{
	struct cr_name_index index = {0};
	int rc = 0;

	if (cr_name_index_init(&index, b->arena, decl->group_count) != 0)
		return cr_build_no_memory(b, decl->pos);
	for (size_t i = 0; i < decl->group_count; i++)
		cr_name_index_add(&index, decl->groups[i].name, (uint32_t)i);
	for (size_t i = 0; i < decl->group_count; i++) {
		const struct cr_decl_group *g = &decl->groups[i];

		links->first[i] = links->count;
		if (g->children && g->nodes)
			cr_diags_add(b->diags, CR_WARNING, g->children_pos,
				     "switch '%.80s' has nodes; its children are ignored", g->name);
		else if (group_of[i] >= t->unit_count &&
			 link_children(b, decl, &index, i, links) != 0)
			rc = -1;
	}
	links->first[decl->group_count] = links->count;
	return rc;
}

/* The level of group I now that some are known, or UNRESOLVED. */
static uint32_t level_of(const struct cr_links *links, size_t i, const uint32_t *level)
{
	uint32_t highest = 0;

	for (size_t k = links->first[i]; k < links->first[i + 1]; k++) {
		uint32_t below = level[links->child[k]];

		if (below == UNRESOLVED)
			return UNRESOLVED;
		if (below > highest)
			highest = below;
	}
	return highest + 1;
}

/* One pass in the file's order; later lines see what earlier ones found.  Returns how many remain.
 */
static size_t level_in_pass(const struct cr_decl *decl, const struct cr_links *links,
			    uint32_t *level, bool *progress)
{
	size_t remain = 0;

	*progress = false;
	for (size_t i = 0; i < decl->group_count; i++) {
		if (level[i] != UNRESOLVED)
			continue;
		level[i] = level_of(links, i, level);
		if (level[i] == UNRESOLVED)
			remain++;
		else
			*progress = true;
	}
	return remain;
}

/* From an unresolved group down through unresolved ones: after as many steps as groups, a loop. */
static size_t in_a_loop(const struct cr_decl *decl, const struct cr_links *links,
			const uint32_t *level)
{
	size_t at = 0;

	while (level[at] != UNRESOLVED)
		at++;
	for (size_t step = 0; step < decl->group_count; step++)
		for (size_t k = links->first[at]; k < links->first[at + 1]; k++)
			if (level[links->child[k]] == UNRESOLVED) {
				at = links->child[k];
				break;
			}
	return at;
}

static int find_levels(struct cr_build *b, const struct cr_decl *decl, const struct cr_links *links,
		       uint32_t *level)
{
	size_t remain = 1, at;
	bool progress = true;

	for (int n = 0; n < PASSES_MAX && remain && progress; n++)
		remain = level_in_pass(decl, links, level, &progress);
	if (!remain)
		return 0;
	if (progress)
		return cr_diags_add(b->diags, CR_ERROR, decl->pos,
				    "the switches are nested too deeply in this order for Slurm, "
				    "which calls it no tree: define children before parents");
	at = in_a_loop(decl, links, level);
	return cr_diags_add(b->diags, CR_ERROR, decl->groups[at].pos,
			    "switch '%.80s' is below itself: the children form a loop",
			    decl->groups[at].name);
}

/* A switch under two others hangs below the last one in the file, where Slurm looks upward from it.
 */
static void set_parents(const struct cr_decl *decl, struct cr_topology *t, const uint32_t *group_of,
			struct cr_links *links)
{
	for (size_t i = 0; i < decl->group_count; i++)
		for (size_t k = links->first[i]; links->child && k < links->first[i + 1]; k++) {
			uint32_t child = links->child[k];
			struct cr_group *g = &t->groups[group_of[child]];

			links->shared |= g->parent != CR_NONE && g->parent != group_of[i];
			g->parent = group_of[i];
		}
}

/* Append group G to a list that begins at *FIRST and ends at *LAST. */
static void append_group(struct cr_topology *t, uint32_t *first, uint32_t *last, uint32_t g)
{
	if (*last == CR_NONE)
		*first = g;
	else
		t->groups[*last].next_sibling = g;
	*last = g;
}

/* Children in the order of their parent's list, roots in the file's. */
static void set_children(const struct cr_decl *decl, struct cr_topology *t,
			 const uint32_t *group_of, const struct cr_links *links, uint32_t *level)
{
	uint32_t last_root = CR_NONE;

	for (size_t i = 0; i < decl->group_count; i++) {
		uint32_t at = group_of[i], last = CR_NONE;

		t->groups[at].level = level[i];
		if (t->groups[at].parent == CR_NONE)
			append_group(t, &t->first_root, &last_root, at);
		for (size_t k = links->first[i]; k < links->first[i + 1]; k++) {
			uint32_t child = group_of[links->child[k]];

			/* Named twice in one list: chained already. */
			if (t->groups[child].parent != at || child == last ||
			    t->groups[child].next_sibling != CR_NONE)
				continue;
			append_group(t, &t->groups[at].first_child, &last, child);
		}
	}
}

/* Is there a unit below both? */
static bool have_common_unit(const struct cr_group *a, const struct cr_group *b)
{
	for (uint32_t i = 0; i < a->unit_count; i++)
		for (uint32_t k = 0; k < b->unit_count; k++)
			if (a->units[i] == b->units[k])
				return true;
	return false;
}

static void warn_about_roots(struct cr_build *b, const struct cr_decl *decl,
			     const struct cr_topology *t)
{
	uint32_t second = t->groups[t->first_root].next_sibling;

	if (second != CR_NONE && !have_common_unit(&t->groups[t->first_root], &t->groups[second]))
		cr_diags_add(b->diags, CR_WARNING, decl->pos,
			     "no switch is above all: '%.80s' and '%.80s' have nothing in common",
			     t->groups[t->first_root].name, t->groups[second].name);
}

int cr_build_tree(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		  const uint32_t *group_of)
{
	struct cr_links links = {.first = calloc(decl->group_count + 1, sizeof(*links.first))};
	uint32_t *level = calloc(decl->group_count, sizeof(*level));
	int rc = -1;

	if (!links.first || !level) {
		cr_build_no_memory(b, decl->pos);
		goto out;
	}
	for (size_t i = 0; i < decl->group_count; i++)
		level[i] = group_of[i] < t->unit_count ? 0 : UNRESOLVED;
	if (link_all(b, decl, t, group_of, &links) != 0 || find_levels(b, decl, &links, level) != 0)
		goto out;
	set_parents(decl, t, group_of, &links);
	set_children(decl, t, group_of, &links, level);
	rc = links.shared ? cr_build_unions(b, decl, t, group_of, &links) : 0;
	warn_about_roots(b, decl, t);
out:
	free(links.child);
	free(links.first);
	free(level);
	return rc;
}
