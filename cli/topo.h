/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute topo`: what is shown, and the two ways to show it. */
#ifndef CR_CLI_TOPO_H
#define CR_CLI_TOPO_H

#include "topology/fit.h"
#include "topology/hostlist.h"
#include "topology/quality.h"
#include "topology/topology.h"

#include <stdbool.h>

struct cr_topo_view {
	const struct cr_topologies *set;
	const struct cr_topology *only; /* NULL = all of SET */
	const char *node;               /* to be located, or NULL */
	bool all;                       /* fold nothing */
	/* The allocation that is highlighted, on ONLY; MARK is NULL when there is none. */
	const struct cr_hostlist *mark;
	const struct cr_space *marked; /* its part of ONLY */
	struct cr_quality quality;
};

/** Print VIEW as text, or as JSON.  Returns an exit status. */
int cr_topo_text(const struct cr_topo_view *view);
int cr_topo_json(const struct cr_topo_view *view);

/** The folded names of nodes BEGIN to END - 1 of T, to be freed; NULL when out of memory. */
char *cr_topo_fold_nodes(const struct cr_topology *t, uint32_t begin, uint32_t end);

#endif
