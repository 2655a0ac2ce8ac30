/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Conditions are true, false or not known (Kleene's logic): conditions together are
 * false as soon as one is, and true only when all are known and true.
 */
#include "environment/advice.h"

#include "base/text.h"

#include <string.h>

enum truth { NO, UNKNOWN, YES };

/* One condition: how it stands, and what to say when it is not met. */
struct verdict {
	enum truth truth;
	const char *no, *unknown;
};

static bool has_glob(const struct cr_words_list *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (cr_text_glob(list->word[i], text))
			return true;
	return false;
}

/* An empty list does not matter. */
static enum truth match_text(const struct cr_words_list *list, const char *text)
{
	if (!list->count)
		return YES;
	if (!text || !*text)
		return UNKNOWN;
	return has_glob(list, text) ? YES : NO;
}

static bool has_device(const struct cr_facts *facts, const char *word)
{
	const struct {
		const char *word;
		bool there;
	} devices[] = {
		{"efa", facts->efa},   {"infiniband", facts->infiniband}, {"roce", facts->roce},
		{"imex", facts->imex}, {"mnnvl", facts->mnnvl},
	};

	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		if (strcmp(devices[i].word, word) == 0)
			return devices[i].there;
	return false;
}

static enum truth match_devices(const struct cr_words_list *list, const struct cr_facts *facts)
{
	for (size_t i = 0; i < list->count; i++)
		if (has_device(facts, list->word[i]))
			return YES;
	return list->count ? NO : YES;
}

static enum truth match_files(const struct cr_words_list *list, const struct cr_facts *facts)
{
	if (!list->count)
		return YES;
	if (!facts->root)
		return UNKNOWN;
	for (size_t i = 0; i < list->count; i++)
		if (cr_facts_has_file(facts, list->word[i]))
			return YES;
	return NO;
}

/* "NAME" or "NAME=GLOB". */
static bool has_variable(const struct cr_variables *variables, const char *text)
{
	const char *equals = strchr(text, '='), *value;
	char name[64];

	if (equals && (size_t)(equals - text) >= sizeof(name))
		return false;
	if (equals) {
		memcpy(name, text, (size_t)(equals - text));
		name[equals - text] = '\0';
	}
	value = cr_variable(variables, equals ? name : text);
	return value && (!equals || cr_text_glob(equals + 1, value));
}

static enum truth match_variables(const struct cr_words_list *list,
				  const struct cr_variables *variables)
{
	for (size_t i = 0; i < list->count; i++)
		if (has_variable(variables, list->word[i]))
			return YES;
	return list->count ? NO : YES;
}

static enum truth match_bounds(const struct cr_bounds *bounds, uint32_t version)
{
	if (!bounds->min && !bounds->below)
		return YES;
	if (!version)
		return UNKNOWN;
	return version >= bounds->min && (!bounds->below || version < bounds->below) ? YES : NO;
}

/* IGNORED: a library whose version counts as right, CR_LIBRARIES for none. */
static struct verdict judge_conditions(const struct cr_conditions *c, const struct cr_situation *s,
				       enum cr_library ignored)
{
	const struct cr_facts *f = s->facts;
	const struct verdict all[] = {
		{match_text(&c->topology_types, s->topology_type), "another topology type",
		 "topology type not known"},
		{match_text(&c->products, f->product), "another product", "product not known"},
		{match_text(&c->patterns, s->pattern), "another pattern", "pattern not known"},
		{match_devices(&c->devices, f), "no such device", NULL},
		{match_variables(&c->variables, &s->variables), "variable not so", NULL},
		{match_bounds(&c->kernel, f->kernel), "another kernel", "kernel not known"},
		{match_files(&c->files, f), "no such file", "files not known"},
		{ignored == CR_LIBRARY_PLUGIN
			 ? YES
			 : match_bounds(&c->plugin, f->version[CR_LIBRARY_PLUGIN]),
		 "another plugin version", "plugin version not known"},
		{ignored == CR_LIBRARY_NCCL ? YES
					    : match_bounds(&c->nccl, f->version[CR_LIBRARY_NCCL]),
		 "another NCCL version", "NCCL version not known"},
		{ignored == CR_LIBRARY_LIBFABRIC
			 ? YES
			 : match_bounds(&c->libfabric, f->version[CR_LIBRARY_LIBFABRIC]),
		 "another libfabric version", "libfabric version not known"},
	};
	struct verdict worst = {YES, NULL, NULL};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i].truth < worst.truth)
			worst = all[i];
	return worst;
}

/* What is not met, or NULL. */
static const char *unmet_condition(const struct cr_row *row, const struct cr_situation *s)
{
	struct verdict v = {YES, NULL, NULL};

	if (!row->enabled)
		return "off";
	v = judge_conditions(&row->when, s, CR_LIBRARIES);
	if (v.truth != YES)
		return v.truth == NO ? v.no : v.unknown;
	for (size_t i = 0; i < row->exceptions; i++) {
		v = judge_conditions(&row->except[i], s, CR_LIBRARIES);
		if (v.truth != NO)
			return v.truth == YES ? "excluded" : v.unknown;
	}
	return NULL;
}

static bool bounds_version(const struct cr_conditions *c, enum cr_library library)
{
	const struct cr_bounds *b = library == CR_LIBRARY_PLUGIN ? &c->plugin
				    : library == CR_LIBRARY_NCCL ? &c->nccl
								 : &c->libfabric;

	return b->min || b->below;
}

/* Is the row set aside whatever the libraries are, by what it names? */
static bool is_moot(const struct cr_row *row, const struct cr_situation *s)
{
	const char *value = row->kind == CR_ROW_HARMFUL ? cr_variable(&s->variables, row->name)
							: "";

	return !row->enabled || !value;
}

bool cr_advice_wants(const struct cr_row *row, const struct cr_situation *s,
		     enum cr_library library)
{
	bool asks = bounds_version(&row->when, library);

	for (size_t i = 0; i < row->exceptions; i++)
		asks = asks || bounds_version(&row->except[i], library);
	return asks && !is_moot(row, s) && judge_conditions(&row->when, s, library).truth != NO;
}

static bool names_missing_file(const struct cr_facts *facts, const char *value)
{
	return facts->root && *value == '/' && !cr_facts_has_file(facts, value);
}

static bool row_hurts(const struct cr_row *row, const struct cr_facts *facts, const char *value)
{
	if (row->missing_file && !names_missing_file(facts, value))
		return false;
	return (!row->values.count || has_glob(&row->values, value)) &&
	       !has_glob(&row->values_not, value);
}

static enum cr_advice advise_harmful(const struct cr_row *row, const struct cr_situation *s,
				     const char *value, const char **why)
{
	*why = value ? "another value" : "not set";
	if (!value || !row_hurts(row, s->facts, value))
		return CR_ADVICE_NONE;
	*why = "set by the user";
	return CR_ADVICE_WARN;
}

/* Files that NCCL writes need not be there. */
static bool is_output(const char *name)
{
	return cr_text_glob("NCCL_DEBUG_FILE", name) || cr_text_glob("*_DUMP_FILE*", name);
}

static enum cr_advice advise_set(const struct cr_row *row, const struct cr_situation *s,
				 const char *value, const char **why)
{
	*why = "set by the user";
	if (value)
		return CR_ADVICE_PRESENT;
	*why = "set in nccl.conf";
	if (cr_facts_conf_sets(s->facts, row->name))
		return CR_ADVICE_PRESENT;
	*why = "no such file";
	if (!is_output(row->name) && names_missing_file(s->facts, row->values.word[0]))
		return CR_ADVICE_MISSING;
	*why = "absent";
	return CR_ADVICE_SET;
}

enum cr_advice cr_advise(const struct cr_row *row, const struct cr_situation *s, const char **why)
{
	const char *unused, *value;

	why = why ? why : &unused;
	*why = unmet_condition(row, s);
	if (*why)
		return CR_ADVICE_NONE;
	*why = "so it is";
	if (row->kind == CR_ROW_STATE)
		return CR_ADVICE_WARN;
	value = cr_variable(&s->variables, row->name);
	return row->kind == CR_ROW_HARMFUL ? advise_harmful(row, s, value, why)
					   : advise_set(row, s, value, why);
}

bool cr_advice_is_about_imex(const struct cr_row *row)
{
	for (size_t i = 0; row->kind == CR_ROW_STATE && i < row->exceptions; i++)
		for (size_t k = 0; k < row->except[i].devices.count; k++)
			if (strcmp(row->except[i].devices.word[k], "imex") == 0)
				return true;
	return false;
}
