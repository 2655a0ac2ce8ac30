/* SPDX-License-Identifier: GPL-2.0-or-later */
/* After the last layer: defaults are filled in from the table, what is missing is reported. */
#include "base/keys_value.h"

#include <stdio.h>
#include <string.h>

static void apply_standard(struct cr_keys *r, const struct cr_field *field, struct cr_entry *out)
{
	struct cr_yaml_node node = {
		.kind = CR_YAML_SCALAR, .text = field->standard, .len = strlen(field->standard)};

	(void)cr_keys_read_value(r, field, &node, out);
}

static void report_missing(struct cr_keys *r, const struct cr_section *section,
			   const struct cr_entry *out, const struct cr_field *field)
{
	char example[160] = "", name[80] = "";

	if (field->example)
		(void)snprintf(example, sizeof(example), ", for example %s: %s", field->key,
			       field->example);
	if (out->name)
		(void)snprintf(name, sizeof(name), " '%s'", out->name);
	cr_keys_fault(r, out->pos, "%s%s needs '%s'%s", section->what, name, field->key, example);
}

static void finish_field(struct cr_keys *r, const struct cr_section *section, size_t i,
			 struct cr_entry *out)
{
	const struct cr_field *f = &section->fields[i];
	const struct cr_entries *list = cr_field_entries(f, out);

	if (f->kind == CR_KIND_SECTION)
		cr_keys_finish(r, f->section, cr_at_section(out, f->offset));
	for (size_t k = 0; list && k < list->count; k++)
		cr_keys_finish(r, f->section, list->item[k]);
	if (out->at[i].faulty ||
	    (out->at[i].given && !(f->kind == CR_KIND_LIST && list && !list->count)))
		return;
	if (f->required && out->given)
		report_missing(r, section, out, f);
	else if (f->standard)
		apply_standard(r, f, out);
}

/* Depth is the schema's, which is finite; no recursion on input. */
void cr_keys_finish(struct cr_keys *r, const struct cr_section *section, struct cr_entry *out)
{
	for (size_t i = 0; i < section->count; i++)
		finish_field(r, section, i, out);
}
