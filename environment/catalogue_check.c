/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a site must not do to itself: set by one row what another says is harmful. */
#include "base/text.h"
#include "environment/catalogue_read.h"

#include <string.h>

static bool list_matches(const struct cr_words_list *list, const char *value)
{
	for (size_t i = 0; i < list->count; i++)
		if (cr_text_glob(list->word[i], value))
			return true;
	return false;
}

/* Wherever either acts: a site that knows better disables the harmful row. */
static bool row_contradicts(const struct cr_row *set, const struct cr_row *harmful)
{
	const char *value = set->values.word[0];

	if (harmful->kind != CR_ROW_HARMFUL || !harmful->enabled || harmful->missing_file ||
	    harmful->harm > CR_HARM_SLOW || strcmp(set->name, harmful->name) != 0)
		return false;
	return (!harmful->values.count || list_matches(&harmful->values, value)) &&
	       !list_matches(&harmful->values_not, value);
}

static const struct cr_yaml_node *find_node(const struct cr_catalogue_reading *r, const char *id)
{
	const struct cr_yaml_node *rows = cr_yaml_get(cr_yaml_root(r->doc), "rows");

	for (const struct cr_yaml_node *n = rows ? rows->first : NULL; n; n = n->next) {
		const struct cr_yaml_node *own = cr_yaml_get(n, "id");

		if (own && own->text && strcmp(own->text, id) == 0)
			return n;
	}
	return cr_yaml_root(r->doc);
}

static void tell_contradiction(struct cr_catalogue_reading *r, const struct cr_row *set,
			       const struct cr_row *harmful)
{
	bool fatal = harmful->harm == CR_HARM_FATAL;

	r->failed = r->failed || fatal;
	(void)cr_diags_add(
		r->diags, fatal ? CR_ERROR : CR_WARNING, cr_yaml_pos(r->doc, find_node(r, set->id)),
		"%s=%.60s is %s by row '%s': %s; disable that row if it is wrong here", set->name,
		set->values.word[0], cr_harm_words[harmful->harm], harmful->id, harmful->reason);
}

void cr_catalogue_check_site(struct cr_catalogue_reading *r)
{
	const struct cr_catalogue *c = r->to;

	for (size_t i = 0; i < c->count; i++)
		for (size_t k = 0; c->row[i].site && c->row[i].enabled &&
				   c->row[i].kind == CR_ROW_SET && k < c->count;
		     k++)
			if (row_contradicts(&c->row[i], &c->row[k]))
				tell_contradiction(r, &c->row[i], &c->row[k]);
}
