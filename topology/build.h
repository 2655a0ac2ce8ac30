/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Internal to topology/: what a reader declares, and what is built from it.
 *
 *	text -> (read_yaml.c, read_conf.c) -> struct cr_decl -> (build*.c) -> struct cr_topology
 */
#ifndef CR_TOPOLOGY_BUILD_H
#define CR_TOPOLOGY_BUILD_H

#include "base/arena.h"
#include "base/name_index.h"
#include "topology/topology.h"

#define CR_BLOCK_LEVELS_MAX 16 /* Slurm's MAX_BLOCK_LEVELS */
#define CR_RING_SIZE_MAX    16 /* Slurm's MAX_RING_SIZE */
#define CR_LEVELS_MAX       64 /* Slurm has no limit, networks have 3 to 5 */

/** A switch, block, ring or torus as it stands in the file.  NULL = not given. */
struct cr_decl_group {
	const char *name, *nodes, *children;
	const uint32_t *path; /* of a torus: the place of each of its nodes on a path that goes
				 from neighbour to neighbour; NULL: as listed */
	struct cr_pos pos, nodes_pos, children_pos;
};

struct cr_decl_size {
	int64_t value;
	struct cr_pos pos;
};

/** A topology as it stands in the file. */
struct cr_decl {
	const char *name;
	struct cr_pos pos;
	enum cr_topology_type type;
	bool cluster_default;
	bool unknown;   /* a reader failed at it */
	bool from_conf; /* of topology.conf, whose block sizes every version checks */
	struct cr_decl_group *groups;
	size_t group_count;
	struct cr_decl_size *sizes; /* block_sizes */
	size_t size_count;
};

struct cr_topology {
	const char *name;
	enum cr_topology_type type;
	bool cluster_default;
	bool unknown;            /* it could not be read: nothing below is set */
	struct cr_group *groups; /* units first */
	uint32_t group_count, unit_count;
	uint32_t first_root;
	unsigned levels;
	const char **node_names;
	uint32_t *unit_of;
	uint32_t node_count;
	struct cr_name_index nodes, units; /* node name -> node, unit name -> unit */
	uint32_t largest_unit;
	uint32_t base_block;
	uint32_t block_levels[CR_BLOCK_LEVELS_MAX];
	size_t block_level_count;
};

struct cr_topologies {
	struct cr_arena arena; /* holds everything below */
	struct cr_topology *topologies;
	size_t count;
	size_t fallback; /* index of the cluster's default */
};

/** While one set is built. */
struct cr_build {
	struct cr_arena *arena;
	const struct cr_topology_rules *rules; /* complete: no zero fields */
	size_t nodes_left;                     /* of rules->max_nodes */
	struct cr_diags *diags;
};

/**
 * Build a set of COUNT topologies from DECLS.  Returns NULL with errors in DIAGS.
 * What DECLS point to is not needed afterwards.
 */
struct cr_topologies *cr_build_set(const struct cr_decl *decls, size_t count,
				   const struct cr_topology_rules *rules, struct cr_diags *diags);

/** Fill T from DECL; what Slurm has accepted and cannot be read is made unknown.  Returns -1 after
 * an error. */
int cr_build_topology(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t);

/** Set parents, children and levels of a tree's groups (their names are set).  -1 after an error.
 */
int cr_build_tree(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		  const uint32_t *group_of);

/** All links downward: of line I of the file, child[first[I]] ... child[first[I + 1] - 1]. */
struct cr_links {
	uint32_t *child;
	size_t *first;
	size_t count, room;
	bool shared; /* a child has several parents */
};

/** Tell the switches of T what they have of shared children.  -1 after an error. */
int cr_build_unions(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		    const uint32_t *group_of, const struct cr_links *links);

/** Read block_sizes into T.  -1 after an error. */
int cr_build_block_sizes(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t);

/** Expand the units' nodes into T, numbered as they come.  -1 after an error. */
int cr_build_nodes(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t,
		   const uint32_t *group_of);

/** Once the nodes are there: the base block's size, and the aggregated blocks.  -1 after an error.
 */
int cr_build_base_block(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t);
int cr_build_aggregates(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t);

/** At last: number the nodes along the trees.  -1 after an error. */
int cr_build_number(struct cr_build *b, const struct cr_decl *decl, struct cr_topology *t);

/** RULES with the defaults filled in; RULES may be NULL. */
struct cr_topology_rules cr_rules_complete(const struct cr_topology_rules *rules);

/** Add an error at POS, "out of memory".  Returns -1. */
static inline int cr_build_no_memory(struct cr_build *b, struct cr_pos pos)
{
	return cr_diags_add(b->diags, CR_ERROR, pos, "out of memory");
}

#endif
