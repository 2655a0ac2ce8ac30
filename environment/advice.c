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

static enum truth match_type(unsigned types, enum cr_topology_type type)
{
	if (!types)
		return YES;
	if (type == CR_TOPOLOGY_NONE)
		return UNKNOWN;
	return types & 1U << type ? YES : NO;
}

/* An empty list does not matter. */
static enum truth match_text(const struct cr_texts *list, const char *text)
{
	if (!list->names.count)
		return YES;
	if (!text || !*text)
		return UNKNOWN;
	return cr_names_match(&list->names, text) ? YES : NO;
}

static enum truth match_devices(unsigned devices, const struct cr_facts *f)
{
	unsigned there = f->efa * (1U << CR_DEVICE_EFA) | f->roce * (1U << CR_DEVICE_ROCE) |
			 f->infiniband * (1U << CR_DEVICE_INFINIBAND) |
			 f->imex * (1U << CR_DEVICE_IMEX) | f->mnnvl * (1U << CR_DEVICE_MNNVL);

	return !devices || devices & there ? YES : NO;
}

static enum truth match_files(const struct cr_texts *list, const struct cr_facts *facts)
{
	if (!list->names.count)
		return YES;
	if (!facts->root)
		return UNKNOWN;
	for (size_t i = 0; i < list->names.count; i++)
		if (cr_facts_has_file(facts, list->names.name[i]))
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

static enum truth match_variables(const struct cr_texts *list, const struct cr_variables *variables)
{
	for (size_t i = 0; i < list->names.count; i++)
		if (has_variable(variables, list->names.name[i]))
			return YES;
	return list->names.count ? NO : YES;
}

static enum truth match_bounds(const struct cr_bounds *bounds, uint32_t version)
{
	if (bounds->min == CR_UNSET && bounds->below == CR_UNSET)
		return YES;
	if (!version)
		return UNKNOWN;
	if (bounds->min != CR_UNSET && version < bounds->min)
		return NO;
	return version < bounds->below ? YES : NO; /* which CR_UNSET is beyond */
}

/* IGNORED: a library whose version counts as right, CR_LIBRARIES for none. */
static struct verdict judge_conditions(const struct cr_conditions *c, const struct cr_situation *s,
				       enum cr_library ignored)
{
	const struct cr_facts *f = s->facts;
	const struct verdict all[] = {
		{match_type(c->topology_types, s->topology_type), "another topology type",
		 "topology type not known"},
		{match_text(&c->products, f->product), "another product", "product not known"},
		{match_text(&c->patterns, s->pattern), "another pattern", "pattern not known"},
		{match_devices(c->devices, f), "no such device", NULL},
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
	for (size_t i = 0; i < row->except.count; i++) {
		v = judge_conditions(cr_exception_at(&row->except, i), s, CR_LIBRARIES);
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

	return b->min != CR_UNSET || b->below != CR_UNSET;
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

	for (size_t i = 0; i < row->except.count; i++)
		asks = asks || bounds_version(cr_exception_at(&row->except, i), library);
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
	return (!row->values.names.count || cr_names_match(&row->values.names, value)) &&
	       !cr_names_match(&row->values_not.names, value);
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
	if (!is_output(row->name) && names_missing_file(s->facts, row->values.names.name[0]))
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
	for (size_t i = 0; row->kind == CR_ROW_STATE && i < row->except.count; i++)
		if (cr_exception_at(&row->except, i)->devices & 1U << CR_DEVICE_IMEX)
			return true;
	return false;
}
