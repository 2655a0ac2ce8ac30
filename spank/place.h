/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a node stands: in the topology of its job's partition, and among the
 * nodes of its job or step.
 */
#ifndef CR_SPANK_PLACE_H
#define CR_SPANK_PLACE_H

#include "base/error.h"
#include "spank/plan.h"
#include "topology/topology.h"

#include <stddef.h>

struct cr_place {
	char topology[64]; /* name */
	enum cr_topology_type type;
	char unit[256]; /* its block or leaf switch; "" when it is in none */
	char head[256]; /* the node of rank 0 */
	char *nodes;    /* all of them in rank order, folded; malloc'd, NULL = not known */
	size_t count;   /* how many those are */
	size_t rank;    /* of this node; (size_t)-1 = it is none of them */
};

#define CR_PLACE_NO_RANK ((size_t)-1)

/** Free what *PLACE holds. */
void cr_place_clear(struct cr_place *place);

/**
 * NODE's place in PLAN.  Returns 0 and sets *PLACE, or -1 with ERR when a name
 * is too long or memory is out.  A NODE (may be NULL) that is not in the plan's
 * list has no rank; its unit is told all the same.
 */
int cr_place_of(const struct cr_plan *plan, const char *node, struct cr_place *place,
		struct cr_error *err);

/** Copy TEXT to FIELD of SIZE bytes.  Returns 0, or -1 with ERR when it does not fit. */
int cr_place_copy(char *field, size_t size, const char *text, struct cr_error *err);

#endif
