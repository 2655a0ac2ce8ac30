/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The topologies of a cluster, as Slurm reads them from topology.yaml (25.05 and
 * later), from topology.conf, or as slurm_load_topo_config() tells them.
 *
 * A topology holds nodes, and groups of nodes that form trees: a *unit* (Slurm's
 * word) is a group at level 0: a block, a leaf switch, a ring, a torus.  Groups
 * above are switches, or the aggregated blocks that block_sizes makes.
 *
 * Nodes are numbered so that every group is one range of numbers: units in the
 * tree's order (children as the file lists them), nodes inside a unit in natural
 * order (a ring's and a torus's in the file's).  Counting, ordering and measuring rest on that.
 *
 * A set of topologies is immutable once parsed: any number of threads may read
 * it, and all pointers got from it live as long as the set.
 */
#ifndef CR_TOPOLOGY_TOPOLOGY_H
#define CR_TOPOLOGY_TOPOLOGY_H

#include "base/diag.h"
#include "topology/slurm_versions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cr_topology_type {
	CR_TOPOLOGY_NONE, /* of what has no topology; no topology is of this type */
	CR_TOPOLOGY_BLOCK,
	CR_TOPOLOGY_TREE,
	CR_TOPOLOGY_FLAT,
	CR_TOPOLOGY_RING,
	CR_TOPOLOGY_TORUS3D,
};

#define CR_TOPOLOGY_TYPES 6

/** What is accepted, and how much of it.  Zero in a field means its default. */
struct cr_topology_rules {
	uint32_t slurm_version; /* whose reading counts; default 26.05 */
	size_t max_nodes;       /* in all topologies together; default CR_HOSTS_MAX */
	bool accepted;          /* Slurm runs with it: what cannot be read is a gap of ours, and
				   costs that topology alone (cr_topology_is_known()) */
	bool live; /* accepted, and the text is slurm_load_topo_config()'s, which Slurm's own reader
		      would refuse: every type's key is there, most empty.  Of a
		      topology.conf it tells only "default", without a type: refused,
		      read the file then (files.h) */
};

/** Not a node, not a group. */
#define CR_NONE UINT32_MAX

/** A group of nodes.  Owned by its topology; read it, change nothing. */
struct cr_group {
	const char *name;      /* of an aggregated block: its blocks, folded */
	uint32_t level;        /* 0 = unit; a parent's is its highest child's + 1 */
	uint32_t parent;       /* group above, or CR_NONE */
	uint32_t first_child;  /* group below, or CR_NONE */
	uint32_t next_sibling; /* under the same parent (or the next root), or CR_NONE */
	uint32_t begin, end;   /* its nodes: begin <= node < end */
	/*
	 * Where switches share children (several tops over the same leaves), a shared child hangs
	 * below the last one that names it, and begin and end know of no other.  Then:
	 */
	const uint32_t *units, *shared; /* all units below it; children that hang elsewhere */
	uint32_t unit_count, shared_count;
	uint32_t line;  /* in the file, 0 = not known */
	bool aggregate; /* made by block_sizes: no name of its own in Slurm */
};

struct cr_topologies;
struct cr_topology;

/**
 * Read topology.yaml from the LEN bytes at BUF.  NAME is the file's name in
 * positions.  RULES may be NULL.  Every error and warning goes to DIAGS (may be NULL).
 * Returns a set to be freed with cr_topologies_destroy(), or NULL if Slurm of
 * RULES' version would not start with this text (then DIAGS has an error).  Of a text that
 * is accepted by Slurm, NULL only when not even a type of one is told.
 * Node names are not checked against a node table, which Slurm only warns about.
 */
struct cr_topologies *cr_topologies_parse_yaml(const char *name, const char *buf, size_t len,
					       const struct cr_topology_rules *rules,
					       struct cr_diags *diags);

/** How an Include line gets its file: read NAME (as written) whole; see cr_conf_loader. */
struct cr_conf_loader;

/**
 * Read topology.conf likewise: one topology named "default", as Slurm calls it.
 * TYPE is slurm.conf's TopologyPlugin (cr_topology_type_of_plugin()); with
 * CR_TOPOLOGY_FLAT the text is not looked at.  LOADER may be NULL: Include is
 * then an error.
 */
struct cr_topologies *cr_topologies_parse_conf(const char *name, const char *buf, size_t len,
					       enum cr_topology_type type,
					       const struct cr_conf_loader *loader,
					       const struct cr_topology_rules *rules,
					       struct cr_diags *diags);

/** Free SET.  NULL is allowed. */
void cr_topologies_destroy(struct cr_topologies *set);

/** How many topologies SET has: at least 1. */
size_t cr_topologies_count(const struct cr_topologies *set);

/** Topology I of SET in the file's order, or NULL when out of range. */
const struct cr_topology *cr_topologies_get(const struct cr_topologies *set, size_t i);

/** The topology called NAME (as spelled), or NULL.  NULL or "" as NAME gives the default. */
const struct cr_topology *cr_topologies_find(const struct cr_topologies *set, const char *name);

/**
 * The cluster's default: what a partition without Topology= uses.  The one that
 * says cluster_default; of several, or of none, the one Slurm takes.
 */
const struct cr_topology *cr_topologies_default(const struct cr_topologies *set);

/** The types' names by their place in the enum, then NULL. */
extern const char *const cr_topology_type_words[CR_TOPOLOGY_TYPES + 1];

/** "none", "block", "tree", "flat", "ring", "torus3d".  Static. */
const char *cr_topology_type_name(enum cr_topology_type type);

/** The type called NAME ("block"; case counts; "none" is none).  Returns 0 and sets *TYPE, or -1.
 */
int cr_topology_type_of(const char *name, enum cr_topology_type *type);

/**
 * The type of slurm.conf's TopologyPlugin value ("topology/tree", or "tree";
 * NULL, "" and "topology/default" are flat).  Returns 0 and sets *TYPE, or -1.
 */
int cr_topology_type_of_plugin(const char *plugin, enum cr_topology_type *type);

/**
 * Could T be read?  Only of a set that Slurm has accepted it may not: then its name is known,
 * mostly its type, and nothing else.
 */
bool cr_topology_is_known(const struct cr_topology *t);

/** Name, type, and whether it says cluster_default. */
const char *cr_topology_name(const struct cr_topology *t);
enum cr_topology_type cr_topology_type(const struct cr_topology *t);
bool cr_topology_cluster_default(const struct cr_topology *t);

/** Nodes that are in T.  A flat topology holds any node and lists none: 0. */
size_t cr_topology_node_count(const struct cr_topology *t);

/** The node called NAME, or CR_NONE.  Constant time. */
uint32_t cr_topology_node(const struct cr_topology *t, const char *name);

/** Name of node NODE; NULL when out of range. */
const char *cr_topology_node_name(const struct cr_topology *t, uint32_t node);

/** Units of T: groups 0 to count - 1, in the file's order.  0 in a flat topology. */
size_t cr_topology_unit_count(const struct cr_topology *t);

/** All groups of T, units first. */
size_t cr_topology_group_count(const struct cr_topology *t);

/** Group I of T, or NULL when out of range. */
const struct cr_group *cr_topology_group(const struct cr_topology *t, uint32_t i);

/** Nodes below group I, those of shared children too; 0 when out of range. */
size_t cr_topology_group_size(const struct cr_topology *t, uint32_t i);

/** The first group without a parent, in the file's order (the next: next_sibling), or CR_NONE. */
uint32_t cr_topology_first_root(const struct cr_topology *t);

/** The unit called NAME, or CR_NONE. */
uint32_t cr_topology_unit(const struct cr_topology *t, const char *name);

/** The unit that NODE is in, or CR_NONE when NODE is out of range. */
uint32_t cr_topology_unit_of(const struct cr_topology *t, uint32_t node);

/** Nodes in unit UNIT; 0 when out of range. */
size_t cr_topology_unit_size(const struct cr_topology *t, uint32_t unit);

/** Nodes in the largest unit; 0 in a flat topology. */
size_t cr_topology_largest_unit(const struct cr_topology *t);

/**
 * Of a block topology: the planning base block size (block_sizes' first, else
 * the size of the first block that has nodes), which bounds segments.  Else 0.
 */
size_t cr_topology_base_block(const struct cr_topology *t);

/**
 * Of a block topology: the sizes, in base blocks, that Slurm places within
 * (1, 2, 4 ... as block_sizes allows); *COUNT of them, ascending.  Else NULL and 0.
 */
const uint32_t *cr_topology_block_levels(const struct cr_topology *t, size_t *count);

/** NODE's group at LEVEL: the highest one above it whose level is <= LEVEL, or CR_NONE. */
uint32_t cr_topology_group_at(const struct cr_topology *t, uint32_t node, unsigned level);

/**
 * NODE's path from the top, "core.spine.leaf.node" or "block.node" (aggregated
 * blocks left out), into BUF of SIZE bytes; cut when too long, always
 * terminated.  Returns the whole length, or 0 with "" when NODE is out of range.
 */
size_t cr_topology_path(const struct cr_topology *t, uint32_t node, char *buf, size_t size);

#endif
