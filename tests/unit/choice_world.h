/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Partitions a, b, c: alike, each with 16 nodes of 8 H200 of its own; what differs a case says. */
#ifndef CR_TESTS_CHOICE_WORLD_H
#define CR_TESTS_CHOICE_WORLD_H

#include "tests/unit/policy_world.h"

struct choice {
	struct world w;
	struct cr_shape shapes[3];
	struct cr_partition parts[3];
};

/**
 * Make X: a job of 8 nodes with profile `any`, whose routes are ROUTES (YAML); `low` goes to a.
 * The view has a and b; c is behind them and admits neither profile.  QOS `normal` is full.
 */
void choice_make(struct choice *x, const char *routes);

#endif
