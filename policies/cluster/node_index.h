/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nodes by name, and the partitions that each of them is in.  Made when a view is,
 * from its memberships, for a running cluster and for a snapshot alike; immutable,
 * any thread may ask.
 */
#ifndef CR_POLICIES_CLUSTER_NODE_INDEX_H
#define CR_POLICIES_CLUSTER_NODE_INDEX_H

#include "base/arena.h"
#include "base/error.h"
#include "policies/cluster/view.h"

/** No node of the cluster. */
#define CR_NO_NODE UINT32_MAX

/**
 * The index of VIEW's memberships, in ARENA, which outlives it as the view's texts do.  A
 * partition that the view has not counts for none; of a node in two memberships the first
 * counts.  NULL with ERR when a host list is none, or out of memory.
 */
const struct cr_node_index *cr_node_index_make(const struct cr_view *view, struct cr_arena *arena,
					       struct cr_error *err);

/** How many nodes INDEX has: they are numbered from 0 on. */
size_t cr_node_index_count(const struct cr_node_index *index);

/** The node called NAME, or CR_NO_NODE.  Constant time. */
uint32_t cr_node_index_find(const struct cr_node_index *index, const char *name);

/** The name of NODE, a number below the count; owned by INDEX. */
const char *cr_node_index_name(const struct cr_node_index *index, uint32_t node);

/** Words of 64 bits in a set of partitions: a bit for each of the view's, in its order. */
size_t cr_node_index_words(const struct cr_node_index *index);

/** The set of partitions that NODE, a number below the count, is in. */
const uint64_t *cr_node_index_partitions(const struct cr_node_index *index, uint32_t node);

#endif
