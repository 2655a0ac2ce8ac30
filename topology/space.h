/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Internal to topology/: the inside of a space (fit.h). */
#ifndef CR_TOPOLOGY_SPACE_H
#define CR_TOPOLOGY_SPACE_H

#include "topology/build.h"
#include "topology/fit.h"

struct cr_space {
	const struct cr_topology *t;
	uint32_t *counts; /* nodes of each group that are in the space */
	uint32_t *sizes;  /* of the units with any, largest first */
	size_t units;     /* how many those are */
	size_t nodes;
	bool boundless; /* the whole of a flat topology, which lists no nodes */
};

#endif
