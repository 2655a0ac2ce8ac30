/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All topologies of a file as one set, and which of them is the cluster's default. */
#include "topology/build.h"

#include <stdlib.h>
#include <string.h>

/* Slurm sorts those with cluster_default to the front and then takes the first. */
static size_t default_of(const struct cr_topologies *set)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->topologies[i].cluster_default)
			return i;
	return 0;
}

/* Slurm does not look at this; a partition can only ever get the first of a name. */
static void warn_about_names(const struct cr_decl *decls, size_t count, struct cr_diags *diags)
{
	size_t defaults = 0;

	for (size_t i = 0; i < count; i++) {
		if (decls[i].cluster_default && defaults++)
			cr_diags_add(diags, CR_WARNING, decls[i].pos,
				     "a second cluster_default; the first one counts");
		for (size_t k = 0; decls[i].name && k < i; k++)
			if (decls[k].name && strcmp(decls[k].name, decls[i].name) == 0)
				cr_diags_add(diags, CR_WARNING, decls[i].pos,
					     "a second topology called '%.80s'; no partition can "
					     "get it",
					     decls[i].name);
	}
	if (count > 1 && !defaults)
		cr_diags_add(diags, CR_WARNING, decls[0].pos,
			     "no topology says cluster_default: true; the first one counts");
}

/* Nothing at all is known of them: what is in topology.conf a controller does not tell. */
static bool are_all_untold(const struct cr_topologies *set)
{
	for (size_t i = 0; i < set->count; i++)
		if (!set->topologies[i].unknown || set->topologies[i].type != CR_TOPOLOGY_NONE)
			return false;
	return true;
}

struct cr_topologies *cr_build_set(const struct cr_decl *decls, size_t count,
				   const struct cr_topology_rules *rules, struct cr_diags *diags)
{
	struct cr_topology_rules full = cr_rules_complete(rules);
	struct cr_arena arena;
	struct cr_topologies *set;
	struct cr_build b = {&arena, &full, full.max_nodes, diags};
	int rc = 0;

	cr_arena_init(&arena, NULL, 0, 0);
	set = cr_arena_alloc(&arena, sizeof(*set));
	if (set)
		set->topologies = cr_arena_array(&arena, count, sizeof(*set->topologies));
	if (!set || !set->topologies) {
		cr_build_no_memory(&b, decls[0].pos);
		rc = -1;
		goto out;
	}
	set->count = count;
	for (size_t i = 0; i < count; i++)
		if (cr_build_topology(&b, &decls[i], &set->topologies[i]) != 0)
			rc = -1;
	if (are_all_untold(set))
		rc = -1;
	set->fallback = default_of(set);
	warn_about_names(decls, count, diags);
out:
	if (rc != 0) {
		cr_arena_release(&arena);
		return NULL;
	}
	set->arena = arena;
	return set;
}
