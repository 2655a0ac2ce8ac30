/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_SPANK_SUBSET_H
#define CR_SPANK_SUBSET_H

#include "base/error.h"
#include "spank/place.h"

/**
 * Reduce PLACE, which speaks of a job's nodes, to those of them that NODES (a
 * folded list) has; NODE's rank is counted anew.  Nothing changes when they are
 * all of them.  Returns 0, or -1 with ERR and *PLACE untouched when a list
 * cannot be read or none is left.
 */
int cr_subset(struct cr_place *place, const char *nodes, const char *node, struct cr_error *err);

#endif
