/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a row of the catalogue means for one step on one node. */
#ifndef CR_ENVIRONMENT_ADVICE_H
#define CR_ENVIRONMENT_ADVICE_H

#include "base/variables.h"
#include "environment/catalogue.h"
#include "environment/node_facts.h"
#include "topology/topology.h"

struct cr_situation {
	enum cr_topology_type topology_type; /* NONE: not known */
	const char *pattern;                 /* of the profile, "" = not known */
	const struct cr_facts *facts;        /* of the node */
	/*
	 * The user's, as they were before any row acted: so rows cannot wait for
	 * each other, and their order does not matter.
	 */
	struct cr_variables variables;
};

enum cr_advice {
	CR_ADVICE_NONE,    /* the row does not apply */
	CR_ADVICE_SET,     /* set it */
	CR_ADVICE_PRESENT, /* it would be set, but the user or the site's nccl.conf has */
	CR_ADVICE_MISSING, /* it would be set to a file that is not there */
	CR_ADVICE_WARN,    /* the user has set what hurts, or the node is in a bad state */
};

/**
 * Judge ROW in SITUATION.  *WHY (may be NULL) is set to a static word or two on what
 * decided.  What is not known neither holds nor, under `not:`, fails to hold: the
 * row does not act.  Looks at files that the row names, at nothing else.
 */
enum cr_advice cr_advise(const struct cr_row *row, const struct cr_situation *situation,
			 const char **why);

/**
 * Does ROW wait for LIBRARY's version?  Then it is worth looking for
 * (cr_libraries_read()).
 */
bool cr_advice_wants(const struct cr_row *row, const struct cr_situation *situation,
		     enum cr_library library);

/**
 * Does ROW say that a channel of IMEX is missing?  Slurm's switch plugin makes it after
 * a node's hooks have run, so what is there can only be told later, in a task.
 */
bool cr_advice_is_about_imex(const struct cr_row *row);

#endif
