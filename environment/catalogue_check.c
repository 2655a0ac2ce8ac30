/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a site must not do to itself: set by one row what another says is harmful. */
#include "environment/catalogue_read.h"

#include <string.h>

/* Wherever either acts: a site that knows better disables the harmful row. */
static bool row_contradicts(const struct cr_row *set, const struct cr_row *harmful)
{
	const char *value = set->values.names.name[0];

	if (harmful->kind != CR_ROW_HARMFUL || !harmful->enabled || harmful->missing_file ||
	    harmful->harm > CR_HARM_SLOW || strcmp(set->name, harmful->name) != 0)
		return false;
	return (!harmful->values.names.count || cr_names_match(&harmful->values.names, value)) &&
	       !cr_names_match(&harmful->values_not.names, value);
}

static void tell_contradiction(struct cr_catalogue_reading *r, const struct cr_row *set,
			       const struct cr_row *harmful)
{
	bool fatal = harmful->harm == CR_HARM_FATAL;

	r->keys.failed = r->keys.failed || fatal;
	(void)cr_diags_add(r->keys.diags, fatal ? CR_ERROR : CR_WARNING, set->head.pos,
			   "%s=%.60s is %s by row '%s': %s; disable that row if it is wrong here",
			   set->name, set->values.names.name[0], cr_harm_words[harmful->harm],
			   harmful->id, harmful->reason);
}

void cr_catalogue_check_site(struct cr_catalogue_reading *r)
{
	const struct cr_catalogue *c = r->to;

	for (size_t i = 0; i < c->count; i++)
		for (size_t k = 0; c->row[i]->site && c->row[i]->enabled &&
				   c->row[i]->kind == CR_ROW_SET && k < c->count;
		     k++)
			if (row_contradicts(c->row[i], c->row[k]))
				tell_contradiction(r, c->row[i], c->row[k]);
}
