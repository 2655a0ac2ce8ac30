/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sections of the policy file: mappings by their table, maps and lists of them. */
#include "policies/file/read.h"

#include "base/text.h"

#include <string.h>

static void read_field(struct cr_policy_reading *r, const struct cr_section *section, size_t i,
		       const struct cr_yaml_node *node, struct cr_entry *out);

static void *field_of(const struct cr_field *field, void *out)
{
	return (char *)out + field->offset;
}

/* "Not given": CR_UNSET for numbers and choices, empty for the rest. */
int cr_read_init(struct cr_arena *arena, const struct cr_section *section, void *out)
{
	static const uint64_t unset_big = CR_UNSET64;
	static const uint32_t unset = CR_UNSET;
	struct cr_entry *head = out;

	head->at = cr_arena_array(arena, section->count, sizeof(*head->at));
	if (!head->at)
		return -1;
	for (size_t i = 0; i < section->count; i++) {
		const struct cr_field *f = &section->fields[i];

		switch (f->kind) {
		case CR_KIND_CHOICE:
		case CR_KIND_NUMBER:
		case CR_KIND_SECONDS:
			memcpy(field_of(f, out), &unset, sizeof(unset));
			break;
		case CR_KIND_BIG:
			memcpy(field_of(f, out), &unset_big, sizeof(unset_big));
			break;
		case CR_KIND_SECTION:
			if (cr_read_init(arena, f->section, field_of(f, out)) != 0)
				return -1;
			break;
		default:
			break;
		}
	}
	return 0;
}

static int unknown_key(struct cr_policy_reading *r, const struct cr_section *section,
		       const struct cr_yaml_node *node)
{
	struct cr_pos pos = {r->file, node->key_line, node->key_column};
	const char *keys[40], *near;
	char all[300];
	size_t n = 0;

	for (; n < section->count && n + 1 < sizeof(keys) / sizeof(keys[0]); n++)
		keys[n] = section->fields[n].key;
	keys[n] = NULL;
	near = cr_text_nearest(node->key, keys, n);
	if (near)
		return cr_diags_add(r->diags, CR_ERROR, pos,
				    "unknown key '%.60s' in %s: did you mean '%s'?", node->key,
				    section->what, near);
	return cr_diags_add(r->diags, CR_ERROR, pos, "unknown key '%.60s' in %s: known are %s",
			    node->key, section->what, cr_read_words(keys, all, sizeof(all)));
}

static size_t find_field(const struct cr_section *section, const char *key)
{
	size_t i = 0;

	while (i < section->count && strcmp(section->fields[i].key, key) != 0)
		i++;
	return i;
}

/* A new entry at the end of LIST, or NULL when out of memory. */
static struct cr_entry *append_entry(struct cr_policy_reading *r, const struct cr_section *section,
				     struct cr_entries *list)
{
	struct cr_entry *entry = cr_arena_alloc(r->arena, section->size);

	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 8;
		struct cr_entry **item = cr_arena_array(r->arena, room, sizeof(struct cr_entry *));

		if (!item)
			return NULL;
		if (list->count)
			memcpy(item, list->item, list->count * sizeof(struct cr_entry *));
		list->item = item;
		list->room = room;
	}
	if (!entry || cr_read_init(r->arena, section, entry) != 0)
		return NULL;
	list->item[list->count++] = entry;
	return entry;
}

/* Of the first COUNT entries, those of earlier layers, the one called NAME. */
static struct cr_entry *find_entry(const struct cr_entries *list, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list->item[i]->name, name) == 0)
			return list->item[i];
	return NULL;
}

static bool too_many(struct cr_policy_reading *r, const struct cr_field *field,
		     const struct cr_entries *list, const struct cr_yaml_node *node)
{
	if (list->count + node->count <= CR_READ_ENTRIES_MAX)
		return false;
	cr_read_fault(r, node, "'%s' has more than %d entries", field->key, CR_READ_ENTRIES_MAX);
	return true;
}

/* Names become parts of messages, records and QOS names, so they are kept plain. */
static bool good_entry_name(struct cr_policy_reading *r, const struct cr_section *section,
			    const struct cr_yaml_node *node)
{
	struct cr_pos pos = {r->file, node->key_line, node->key_column};

	if (cr_text_is_name(node->key, 63))
		return true;
	cr_diags_add(r->diags, CR_ERROR, pos,
		     "'%.80s' cannot name %s: 1 to 63 letters, digits, '_', '-' or '.', beginning "
		     "with a letter or a digit",
		     node->key, section->what);
	return false;
}

static void read_map_entry(struct cr_policy_reading *r, const struct cr_field *field,
			   const struct cr_yaml_node *node, struct cr_entries *list, size_t before)
{
	struct cr_pos pos = {r->file, node->key_line, node->key_column};
	struct cr_entry *entry = find_entry(list, before, node->key);

	if (!good_entry_name(r, field->section, node))
		return;
	if (entry && !r->overlay) {
		cr_diags_add(
			r->diags, CR_ERROR, pos,
			"'%s' is defined already, in %s line %u; only 'clusters' may change it",
			node->key, entry->pos.file, entry->pos.line);
		return;
	}
	if (!entry) {
		entry = append_entry(r, field->section, list);
		if (entry)
			entry->name = cr_arena_strdup(r->arena, node->key);
		if (!entry || !entry->name) {
			cr_read_fault(r, node, "out of memory");
			return;
		}
		entry->pos = pos;
	}
	cr_read_section(r, field->section, node, entry);
}

static void read_map(struct cr_policy_reading *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, struct cr_entries *list)
{
	size_t before = list->count;

	if (node->kind != CR_YAML_MAPPING) {
		cr_read_fault(r, node, "'%s' needs a mapping of names, not %s", field->key,
			      cr_yaml_kind_name(node));
		return;
	}
	if (too_many(r, field, list, node))
		return;
	for (const struct cr_yaml_node *c = node->first; c; c = c->next)
		read_map_entry(r, field, c, list, before);
}

/* A list replaces what an earlier layer said. */
static void read_list(struct cr_policy_reading *r, const struct cr_field *field,
		      const struct cr_yaml_node *node, struct cr_entries *list)
{
	struct cr_entries fresh = {0};

	if (node->kind != CR_YAML_SEQUENCE) {
		cr_read_fault(r, node, "'%s' needs a list ([...] or lines with '- '), not %s",
			      field->key, cr_yaml_kind_name(node));
		return;
	}
	if (too_many(r, field, &fresh, node))
		return;
	for (const struct cr_yaml_node *c = node->first; c; c = c->next) {
		struct cr_entry *entry = append_entry(r, field->section, &fresh);

		if (!entry) {
			cr_read_fault(r, c, "out of memory");
			return;
		}
		entry->pos = (struct cr_pos){r->file, c->line, c->column};
		cr_read_section(r, field->section, c, entry);
	}
	*list = fresh;
}

static void read_rules(struct cr_policy_reading *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_choice_or_list *out)
{
	struct cr_field word = *field;

	if (node->kind == CR_YAML_SCALAR) {
		word.kind = CR_KIND_CHOICE;
		(void)cr_read_value(r, &word, node, &out->choice);
		return;
	}
	read_list(r, field, node, &out->list);
	out->choice = CR_UNDECLARED_RULES;
}

static void read_field(struct cr_policy_reading *r, const struct cr_section *section, size_t i,
		       const struct cr_yaml_node *node, struct cr_entry *out)
{
	const struct cr_field *field = &section->fields[i];
	void *at = field_of(field, out);

	out->at[i] = (struct cr_given){true, {r->file, node->line, node->column}};
	switch (field->kind) {
	case CR_KIND_SECTION:
		cr_read_section(r, field->section, node, at);
		break;
	case CR_KIND_MAP:
		read_map(r, field, node, at);
		break;
	case CR_KIND_LIST:
		read_list(r, field, node, at);
		break;
	case CR_KIND_RULES:
		read_rules(r, field, node, at);
		break;
	case CR_KIND_OVERLAY:
		break;
	default:
		(void)cr_read_value(r, field, node, at);
	}
}

void cr_read_section(struct cr_policy_reading *r, const struct cr_section *section,
		     const struct cr_yaml_node *node, void *out)
{
	struct cr_entry *head = out;
	bool shorthand = node->kind == CR_YAML_SCALAR && section->shorthand &&
			 !cr_yaml_is_null(node);

	/* A section that is no mapping counts as absent: one fault is enough for it. */
	if (!head->given && (shorthand || node->kind == CR_YAML_MAPPING)) {
		head->given = true;
		if (!head->pos.line) /* of a map's entry it is its key's */
			head->pos = (struct cr_pos){r->file, node->line, node->column};
	}
	if (shorthand) {
		read_field(r, section, find_field(section, section->shorthand), node, head);
		return;
	}
	if (node->kind != CR_YAML_MAPPING) {
		cr_read_fault(r, node, "%s needs a mapping (key: value), not %s", section->what,
			      cr_yaml_kind_name(node));
		return;
	}
	for (const struct cr_yaml_node *c = node->first; c; c = c->next) {
		size_t i = find_field(section, c->key);

		if (i < section->count)
			read_field(r, section, i, c, head);
		else
			unknown_key(r, section, c);
	}
}
