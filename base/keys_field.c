/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A row of a table of keys by itself: its size, its words, what it is before anything is read. */
#include "base/keys_value.h"

#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const struct cr_entries *cr_field_entries(const struct cr_field *field, const struct cr_entry *of)
{
	if (field->kind == CR_KIND_MAP || field->kind == CR_KIND_LIST)
		return cr_at_entries(of, field->offset);
	return field->kind == CR_KIND_RULES ? &cr_at_rules(of, field->offset)->list : NULL;
}

const struct cr_given *cr_entry_given(const struct cr_entry *of, const char *key)
{
	for (size_t i = 0; i < of->section->count; i++)
		if (strcmp(of->section->fields[i].key, key) == 0)
			return &of->at[i];
	return NULL;
}

size_t cr_field_size(const struct cr_field *field)
{
	static const size_t sizes[] = {
		[CR_KIND_NAME] = sizeof(char *),
		[CR_KIND_TEXT] = sizeof(char *),
		[CR_KIND_BOOL] = sizeof(bool),
		[CR_KIND_CHOICE] = sizeof(unsigned),
		[CR_KIND_SET] = sizeof(unsigned),
		[CR_KIND_NUMBER] = sizeof(uint32_t),
		[CR_KIND_BIG] = sizeof(uint64_t),
		[CR_KIND_DECIMAL] = sizeof(double),
		[CR_KIND_SECONDS] = sizeof(uint32_t),
		[CR_KIND_COUNT] = sizeof(struct cr_count),
		[CR_KIND_TEXTS] = sizeof(struct cr_texts),
		[CR_KIND_AMOUNTS] = sizeof(struct cr_amounts),
		[CR_KIND_PAIRS] = sizeof(struct cr_pairs),
		[CR_KIND_MAP] = sizeof(struct cr_entries),
		[CR_KIND_LIST] = sizeof(struct cr_entries),
		[CR_KIND_RULES] = sizeof(struct cr_choice_or_list),
	};

	if (field->kind == CR_KIND_SECTION)
		return field->section->size;
	return field->kind == CR_KIND_OVERLAY ? 0 : sizes[field->kind];
}

const char *cr_field_kind_name(const struct cr_field *field)
{
	static const char *const names[] = {
		[CR_KIND_NAME] = "a name",
		[CR_KIND_TEXT] = "text",
		[CR_KIND_BOOL] = "true or false",
		[CR_KIND_CHOICE] = "one of the words",
		[CR_KIND_SET] = "a list",
		[CR_KIND_NUMBER] = "a number",
		[CR_KIND_BIG] = "a number",
		[CR_KIND_DECIMAL] = "a number",
		[CR_KIND_SECONDS] = "a time span with its unit (30s, 10m, 4h)",
		[CR_KIND_COUNT] = "a number or a word",
		[CR_KIND_TEXTS] = "a list",
		[CR_KIND_AMOUNTS] = "a mapping of names to numbers",
		[CR_KIND_PAIRS] = "a mapping of names to texts",
		[CR_KIND_SECTION] = "a mapping",
		[CR_KIND_MAP] = "a mapping of names",
		[CR_KIND_LIST] = "a list of mappings",
		[CR_KIND_RULES] = "a word or a list of rules",
		[CR_KIND_OVERLAY] = "a mapping of names",
	};

	return names[field->kind];
}

int(cr_keys_fault)(struct cr_keys *r, struct cr_pos pos, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	r->failed = true;
	return cr_diags_add(r->diags, CR_ERROR, pos, "%s", text);
}

struct cr_pos cr_keys_pos(const struct cr_keys *r, const struct cr_yaml_node *node)
{
	return (struct cr_pos){r->file, node->line, node->column};
}

struct cr_pos cr_keys_key_pos(const struct cr_keys *r, const struct cr_yaml_node *node)
{
	return (struct cr_pos){r->file, node->key_line, node->key_column};
}

/* "Not given": CR_UNSET for numbers and choices, empty for the rest. */
static int init_field(struct cr_arena *arena, const struct cr_field *f, struct cr_entry *out)
{
	switch (f->kind) {
	case CR_KIND_CHOICE:
		*cr_at_word(out, f->offset) = f->first ? 0 : CR_UNSET;
		return 0;
	case CR_KIND_NUMBER:
	case CR_KIND_SECONDS:
		*cr_at_u32(out, f->offset) = CR_UNSET;
		return 0;
	case CR_KIND_BIG:
		*cr_at_u64(out, f->offset) = CR_UNSET64;
		return 0;
	case CR_KIND_SECTION:
		return cr_keys_init(arena, f->section, cr_at_section(out, f->offset));
	default:
		return 0;
	}
}

int cr_keys_init(struct cr_arena *arena, const struct cr_section *section, struct cr_entry *out)
{
	out->section = section;
	out->at = cr_arena_array(arena, section->count, sizeof(*out->at));
	if (!out->at)
		return -1;
	for (size_t i = 0; i < section->count; i++)
		if (init_field(arena, &section->fields[i], out) != 0)
			return -1;
	return 0;
}

const char *cr_keys_words(const char *const *words, char *buf, size_t size)
{
	struct cr_buffer b = cr_buffer(buf, size);

	for (size_t i = 0; words[i]; i++)
		cr_buffer_print(&b, "%s%s", !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
	return buf;
}

/* What YAML 1.1 reads as a boolean: other tools do, so it must not mean anything here. */
static bool looks_boolean(const struct cr_yaml_node *node)
{
	static const char *const words[] = {"on", "off", "yes", "no"};

	for (size_t i = 0; !node->quoted && i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(node->text, words[i]) == 0)
			return true;
	return false;
}

int cr_keys_need_scalar(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node)
{
	const char *wanted = cr_field_kind_name(field);

	if (field->kind == CR_KIND_TEXTS || field->kind == CR_KIND_SET ||
	    field->kind == CR_KIND_PAIRS)
		wanted = "texts";
	if (node->kind != CR_YAML_SCALAR || cr_yaml_is_null(node))
		return cr_keys_fault_at(r, node, "'%s' needs %s, not %s", field->key, wanted,
					cr_yaml_kind_name(node));
	if (looks_boolean(node))
		return cr_keys_fault_at(
			r, node,
			"'%s' here is a boolean to YAML 1.1: write %s, or quote it if "
			"it is a name",
			node->text,
			field->kind == CR_KIND_BOOL ? "true or false" : "the word meant");
	return 0;
}
