/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Are the nodes that were granted what was asked for?  Slurm can place wrongly in
 * silence (17+17+2 nodes for --segment=12: slurm#225); the job is told, once.
 * Pure; any thread.
 */
#ifndef CR_SPANK_PLACEMENT_CHECK_H
#define CR_SPANK_PLACEMENT_CHECK_H

#include "spank/plan.h"

#include <stddef.h>
#include <stdint.h>

/** What the job asked for; 0 = nothing. */
struct cr_wish {
	uint32_t segment, switches;
	uint32_t group; /* nodes that ranks are ordered by */
};

/** The wish in DECISION, the job's record as JSON; NULL gives none. */
struct cr_wish cr_wish_read(const char *decision);

/** Bytes of the line for the user, its end included. */
#define CR_CHECK_LINE_MAX 480

struct cr_check {
	char figures[240]; /* COMMROUTE_PLACEMENT: "nodes=36,units=3,fewest=2,parts=17+17+2,..." */
	/* for the user, when the placement is worse than asked; else "" */
	char line[CR_CHECK_LINE_MAX];
};

/**
 * Judge PLAN's nodes against WISH.  IN_ORDER: PLAN's is the order that the ranks get, so that
 * it is told as well how many of its groups (the segments, where it goes by none) lie across
 * units in it.  Returns 0 and fills *CHECK, or -1 when out of memory.
 */
int cr_check(const struct cr_plan *plan, const struct cr_wish *wish, bool in_order,
	     struct cr_check *check);

#endif
