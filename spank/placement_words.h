/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a user is told of a placement that is not what was asked for.
 * Pure; any thread.
 */
#ifndef CR_SPANK_PLACEMENT_WORDS_H
#define CR_SPANK_PLACEMENT_WORDS_H

#include "spank/placement_check.h"
#include "topology/quality.h"

#include <stddef.h>

/**
 * One line about PLAN's nodes, of quality Q in SPACE (the partition's part of the topology),
 * against WISH, into BUF of SIZE bytes: a wish that could never be met is said as that; else
 * how far the placement is from it, which nodes are off, and what to do.  "": it is as asked.
 * Out of memory the nodes are not named.
 */
void cr_placement_words(const struct cr_plan *plan, const struct cr_space *space,
			const struct cr_wish *wish, const struct cr_quality *q, char *buf,
			size_t size);

#endif
