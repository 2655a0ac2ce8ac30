/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a row of the catalogue means for one step on one node. */
#ifndef CR_ENVIRONMENT_ADVICE_H
#define CR_ENVIRONMENT_ADVICE_H

#include "environment/catalogue.h"
#include "environment/node_facts.h"

struct cr_situation {
	const char *topology_type;    /* "" = not known */
	const char *pattern;          /* of the profile, "" = not known */
	const struct cr_facts *facts; /* of the node */
};

enum cr_advice {
	CR_ADVICE_NONE,    /* the row does not apply */
	CR_ADVICE_SET,     /* set it */
	CR_ADVICE_PRESENT, /* it would be set, but the user or the site's nccl.conf has */
	CR_ADVICE_WARN,    /* the user has set what hurts */
};

/**
 * Judge ROW in SITUATION, VALUE being what the user's environment has under the
 * row's name (NULL: nothing).  *WHY (may be NULL) is set to a static word or two
 * on what decided.  A condition whose fact is not known does not hold.  Pure.
 */
enum cr_advice cr_advise(const struct cr_row *row, const struct cr_situation *situation,
			 const char *value, const char **why);

/**
 * Does ROW wait for the plugin's version alone?  Then it is worth looking for
 * (cr_facts_read_plugin()).
 */
bool cr_advice_wants_plugin(const struct cr_row *row, const struct cr_situation *situation);

#endif
