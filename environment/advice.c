/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One row of the catalogue against one node's facts: set, skipped or warned about, and why. */
#include "environment/advice.h"

#include "base/text.h"

#include <string.h>

/* An empty list does not matter; else one of its globs must match TEXT, which must be known. */
static bool matches(const struct cr_words_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (text && *text && cr_text_glob(list->word[i], text))
			return true;
	return list->count == 0;
}

static bool has_device(const struct cr_words_list *list, const struct cr_facts *facts)
{
	for (size_t i = 0; i < list->count; i++)
		if ((strcmp(list->word[i], "efa") == 0 && facts->efa) ||
		    (strcmp(list->word[i], "infiniband") == 0 && facts->infiniband) ||
		    (strcmp(list->word[i], "imex") == 0 && facts->imex))
			return true;
	return list->count == 0;
}

/* The first condition that does not hold, or NULL; the plugin's version is looked at last. */
static const char *unmet(const struct cr_row *row, const struct cr_situation *s)
{
	if (!row->enabled)
		return "off";
	if (!matches(&row->topology_types, s->topology_type))
		return "another topology type";
	if (!matches(&row->products, s->facts->product))
		return "another product";
	if (!matches(&row->patterns, s->pattern))
		return "another pattern";
	if (!has_device(&row->devices, s->facts))
		return "no such device";
	return NULL;
}

static const char *version_unmet(const struct cr_row *row, const struct cr_facts *facts)
{
	if ((row->plugin_min || row->plugin_below) && !facts->plugin)
		return "plugin version not known";
	if (row->plugin_min && facts->plugin < row->plugin_min)
		return "plugin too old";
	if (row->plugin_below && facts->plugin >= row->plugin_below)
		return "plugin too new";
	return NULL;
}

bool cr_advice_wants_plugin(const struct cr_row *row, const struct cr_situation *situation)
{
	return (row->plugin_min || row->plugin_below) && !unmet(row, situation);
}

static bool is_harmful_value(const struct cr_row *row, const char *value)
{
	for (size_t i = 0; i < row->values.count; i++)
		if (cr_text_glob(row->values.word[i], value))
			return true;
	return row->values.count == 0;
}

static enum cr_advice advise(const struct cr_row *row, const struct cr_situation *s,
			     const char *value, const char **why)
{
	*why = unmet(row, s);
	if (!*why)
		*why = version_unmet(row, s->facts);
	if (*why)
		return CR_ADVICE_NONE;
	if (row->kind == CR_ROW_HARMFUL) {
		*why = value ? "another value" : "not set";
		if (!value || !is_harmful_value(row, value))
			return CR_ADVICE_NONE;
		*why = "set by the user";
		return CR_ADVICE_WARN;
	}
	*why = "set by the user";
	if (value)
		return CR_ADVICE_PRESENT;
	*why = "set in nccl.conf";
	if (cr_facts_conf_sets(s->facts, row->name))
		return CR_ADVICE_PRESENT;
	*why = "absent";
	return CR_ADVICE_SET;
}

enum cr_advice cr_advise(const struct cr_row *row, const struct cr_situation *situation,
			 const char *value, const char **why)
{
	const char *unused;

	return advise(row, situation, value, why ? why : &unused);
}
