/* SPDX-License-Identifier: GPL-2.0-or-later */
/* After the last layer: defaults are filled in from the table, what is missing is reported. */
#include "policies/file/read.h"

#include <stdio.h>

static void apply_standard(struct cr_policy_reading *r, const struct cr_field *field, void *at)
{
	struct cr_yaml_node node = {.kind = CR_YAML_SCALAR, .text = field->standard};
	struct cr_field word = *field;

	if (field->kind == CR_KIND_RULES)
		word.kind = CR_KIND_CHOICE;
	for (const char *c = field->standard; *c; c++)
		node.len++;
	(void)cr_read_value(r, &word, &node, at);
}

static void report_missing(struct cr_policy_reading *r, const struct cr_section *section,
			   const struct cr_entry *head, const struct cr_field *field)
{
	char example[160] = "", name[80] = "";

	if (field->example)
		(void)snprintf(example, sizeof(example), ", for example %s: %s", field->key,
			       field->example);
	if (head->name)
		(void)snprintf(name, sizeof(name), " '%s'", head->name);
	cr_diags_add(r->diags, CR_ERROR, head->pos, "%s%s needs '%s'%s", section->what, name,
		     field->key, example);
}

static void finish_entries(struct cr_policy_reading *r, const struct cr_section *section,
			   const struct cr_entries *list)
{
	for (size_t i = 0; i < list->count; i++)
		cr_read_finish(r, section, list->item[i]);
}

static bool is_empty(const struct cr_entries *list)
{
	return list->count == 0;
}

static void finish_field(struct cr_policy_reading *r, const struct cr_section *section, size_t i,
			 struct cr_entry *head)
{
	const struct cr_field *f = &section->fields[i];
	void *at = (char *)head + f->offset;

	if (f->kind == CR_KIND_SECTION)
		cr_read_finish(r, f->section, at);
	else if (f->kind == CR_KIND_MAP || f->kind == CR_KIND_LIST)
		finish_entries(r, f->section, at);
	else if (f->kind == CR_KIND_RULES)
		finish_entries(r, f->section, &((struct cr_choice_or_list *)at)->list);
	if (head->at[i].given && !(f->kind == CR_KIND_LIST && is_empty(at)))
		return;
	if (f->required && head->given)
		report_missing(r, section, head, f);
	else if (f->standard)
		apply_standard(r, f, at);
}

/* Depth is the schema's, which is finite; no recursion on input. */
void cr_read_finish(struct cr_policy_reading *r, const struct cr_section *section, void *out)
{
	struct cr_entry *head = out;

	for (size_t i = 0; i < section->count; i++)
		finish_field(r, section, i, head);
}
