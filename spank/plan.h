/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The nodes of a job (or a step) in rank order, and the topology they are in,
 * told from files alone: slurm.conf says which topology a partition has, the
 * topology file beside it where the nodes are.  Configless nodes have both in
 * Slurm's cache; no RPC is made.
 *
 * The order begins at the list's first node, goes outward from there, and keeps
 * every unit and every group above it together (topology/order.h); where the ranks
 * work in groups, those are kept within units first (topology/order_group.h).
 *
 * A plan is immutable once made.
 */
#ifndef CR_SPANK_PLAN_H
#define CR_SPANK_PLAN_H

#include "base/error.h"
#include "topology/fit.h"
#include "topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cr_plan;

/** Orders without groups, as cr_plan_make()'s GROUP. */
#define CR_PLAN_AS_LISTED 0
#define CR_PLAN_RING      1

/** More nodes than this are not planned for: the job runs without. */
#define CR_PLAN_NODES_MAX 65536

/**
 * Plan for NODELIST (a folded host list) in PARTITION by the slurm.conf at CONF.  The
 * order is by groups of GROUP nodes where they make up the list (topology/order_group.h),
 * else (with CR_PLAN_RING in any case) the ring's; CR_PLAN_AS_LISTED keeps the list's own.
 * Returns a plan to be freed with cr_plan_destroy(), or NULL with ERR saying which
 * file or name is missing.
 */
struct cr_plan *cr_plan_make(const char *conf, const char *partition, const char *nodelist,
			     uint32_t group, struct cr_error *err);

/** The nodes of a group in PLAN's order, CR_PLAN_RING or CR_PLAN_AS_LISTED. */
uint32_t cr_plan_group(const struct cr_plan *plan);

/** Free PLAN.  NULL is allowed. */
void cr_plan_destroy(struct cr_plan *plan);

/** The topology of the partition; owned by PLAN. */
const struct cr_topology *cr_plan_topology(const struct cr_plan *plan);

/** How many nodes. */
size_t cr_plan_count(const struct cr_plan *plan);

/** The nodes' names in rank order, owned by PLAN. */
const char *const *cr_plan_names(const struct cr_plan *plan);

/** Place of rank RANK's node in the list that the plan was made from. */
size_t cr_plan_index(const struct cr_plan *plan, size_t rank);

/**
 * Was PLAN made from the same nodes as NODELIST has (a folded list of Slurm's, in the
 * order of its node table)?  false also when that cannot be told.
 */
bool cr_plan_has_just(const struct cr_plan *plan, const char *nodelist);

/** How many units the nodes are in. */
size_t cr_plan_units(const struct cr_plan *plan);

/** The name of the unit that the node of RANK is in, or "" when it is in none. */
const char *cr_plan_unit(const struct cr_plan *plan, size_t rank);

/**
 * The part of the topology that the partition has (the whole where its nodes are not
 * told as a list), to be freed with cr_space_destroy() before PLAN; NULL when
 * out of memory.
 */
struct cr_space *cr_plan_space(const struct cr_plan *plan);

/**
 * The order in which Slurm's block distribution (26.05) goes through the nodes:
 * units as the file lists them, nodes as the list has them.  Writes their places in
 * the list to PLACES, cr_plan_count() of them.  Returns 0, or -1 when out of memory.
 */
int cr_plan_slurm_order(const struct cr_plan *plan, size_t *places);

#endif
