/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a node stands, told from files alone: no RPC is made on a node.
 * slurm.conf says which topology a partition has, the topology file beside it
 * which unit a node is in.  Configless nodes have both in Slurm's cache.
 */
#ifndef CR_SPANK_PLACE_H
#define CR_SPANK_PLACE_H

#include "base/error.h"

/** A node's place in the topology of one partition. */
struct cr_place {
	char topology[64]; /* name */
	char type[16];     /* "block", "tree" ... */
	char unit[256];    /* its block or leaf switch; "" when it is in none */
};

/**
 * Find NODE's place for PARTITION by the slurm.conf at CONF.  Returns 0 and
 * sets *PLACE, or -1 with ERR saying which file or name is missing.
 */
int cr_place_find(const char *conf, const char *partition, const char *node,
		  struct cr_place *place, struct cr_error *err);

#endif
