/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CR_LIVE_NAME_LIST_H
#define CR_LIVE_NAME_LIST_H

#include "base/arena.h"
#include "policies/cluster/view.h"

/**
 * TEXT, a list "a,b,c" (NULL and "" are empty lists), as names in ARENA.
 * Returns 0 and sets *NAMES, or -1 when out of memory.
 */
int cr_live_names(struct cr_arena *arena, const char *text, struct cr_names *names);

#endif
