/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Helpers of the topology tests: texts read, random topologies made. */
#ifndef CR_TESTS_TOPOLOGY_WORLD_H
#define CR_TESTS_TOPOLOGY_WORLD_H

#include "topology/conf.h"
#include "topology/topology.h"

/** A repeatable random number, 0 to SIDES - 1. */
unsigned tw_dice(unsigned *seed, unsigned sides);

/** The set in TEXT, which must be good; fails the test otherwise. */
struct cr_topologies *tw_yaml(const char *text);

/** All that DIAGS say, one a line, in a static buffer. */
const char *tw_messages(const struct cr_diags *diags);

/** What reading TEXT says, whether it is good or not; *GOOD (may be NULL) tells. */
const char *tw_yaml_messages(const char *text, const struct cr_topology_rules *rules, bool *good);
const char *tw_conf_messages(const char *text, enum cr_topology_type type,
			     const struct cr_conf_loader *loader, bool *good);

/**
 * A random topology of at most 40 nodes called "t": a tree of up to 4 levels in
 * a random order of lines, ragged at times, or blocks with random block_sizes.
 * Node names are scattered over the units.
 */
struct cr_topologies *tw_random(unsigned *seed, enum cr_topology_type type);

/** The names of COUNT different random nodes of T in random order, into NAMES. */
void tw_pick(unsigned *seed, const struct cr_topology *t, const char **names, size_t count);

/** Levels of groups: 1 for rings and single-level blocks, 0 for flat. */
unsigned tw_levels(const struct cr_topology *t);

/**
 * How far apart A and B are, in levels: 0 the same node, 1 the same unit, k + 1
 * a common group at level k, levels + 1 nothing in common.  Two nodes of which
 * one is not in T are levels + 2 apart; in a flat topology any two are 1 apart.
 */
unsigned tw_distance(const struct cr_topology *t, uint32_t a, uint32_t b);

#endif
