/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sections: mappings by their table, maps and lists of them, each fault with its place. */
#include "base/keys_value.h"

#include <string.h>

static void read_field(struct cr_keys *r, const struct cr_section *section, size_t i,
		       const struct cr_yaml_node *node, struct cr_entry *out);

static int unknown_key(struct cr_keys *r, const struct cr_section *section,
		       const struct cr_yaml_node *node)
{
	const char *keys[40], *near;
	char all[300];
	size_t n = 0;

	for (; n < section->count && n + 1 < sizeof(keys) / sizeof(keys[0]); n++)
		keys[n] = section->fields[n].key;
	keys[n] = NULL;
	near = cr_text_nearest(node->key, keys, n);
	if (near)
		return cr_keys_fault(r, cr_keys_key_pos(r, node),
				     "unknown key '%.60s' in %s: did you mean '%s'?", node->key,
				     section->what, near);
	return cr_keys_fault(r, cr_keys_key_pos(r, node), "unknown key '%.60s' in %s: known are %s",
			     node->key, section->what, cr_keys_words(keys, all, sizeof(all)));
}

static size_t find_field(const struct cr_section *section, const char *key)
{
	size_t i = 0;

	while (i < section->count && strcmp(section->fields[i].key, key) != 0)
		i++;
	return i;
}

/* ---- maps and lists ---------------------------------------------------- */

/* A new entry at the end of LIST, or NULL when out of memory. */
static struct cr_entry *append_entry(struct cr_keys *r, const struct cr_section *section,
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
	if (!entry || cr_keys_init(r->arena, section, entry) != 0)
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

static bool too_many(struct cr_keys *r, const struct cr_field *field, size_t count,
		     const struct cr_yaml_node *node)
{
	size_t max = field->max ? field->max : CR_KEYS_ENTRIES_MAX;

	if (count + node->count <= max)
		return false;
	cr_keys_fault_at(r, node, "'%s' has more than %zu entries", field->key, max);
	return true;
}

/* Names become parts of messages, records and QOS names, so they are kept plain. */
static bool good_entry_name(struct cr_keys *r, const struct cr_section *section,
			    const struct cr_yaml_node *node)
{
	if (cr_text_is_name(node->key, 63))
		return true;
	cr_keys_fault(r, cr_keys_key_pos(r, node),
		      "'%.80s' cannot name %s: 1 to 63 letters, digits, '_', '-' or '.', beginning "
		      "with a letter or a digit",
		      node->key, section->what);
	return false;
}

static void read_map_entry(struct cr_keys *r, const struct cr_field *field,
			   const struct cr_yaml_node *node, struct cr_entries *list, size_t before)
{
	struct cr_entry *entry = find_entry(list, before, node->key);

	if (!good_entry_name(r, field->section, node))
		return;
	if (entry && !r->overlay) {
		cr_keys_fault(
			r, cr_keys_key_pos(r, node),
			"'%s' is defined already, in %s line %u; only 'clusters' may change it",
			node->key, entry->pos.file, entry->pos.line);
		return;
	}
	if (!entry) {
		entry = append_entry(r, field->section, list);
		if (entry)
			entry->name = cr_arena_strdup(r->arena, node->key);
		if (!entry || !entry->name) {
			cr_keys_fault_at(r, node, "out of memory");
			return;
		}
		entry->pos = cr_keys_key_pos(r, node);
	}
	cr_keys_read(r, field->section, node, entry);
}

static void read_map(struct cr_keys *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, struct cr_entries *list)
{
	size_t before = list->count;

	if (node->kind != CR_YAML_MAPPING) {
		cr_keys_fault_at(r, node, "'%s' needs a mapping of names, not %s", field->key,
				 cr_yaml_kind_name(node));
		return;
	}
	if (too_many(r, field, list->count, node))
		return;
	for (const struct cr_yaml_node *c = node->first; c; c = c->next)
		read_map_entry(r, field, c, list, before);
}

static int read_item(struct cr_keys *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, struct cr_entries *list)
{
	struct cr_entry *entry = append_entry(r, field->section, list);

	if (!entry)
		return cr_keys_fault_at(r, node, "out of memory");
	entry->pos = cr_keys_pos(r, node);
	cr_keys_read(r, field->section, node, entry);
	return 0;
}

/* A list replaces what an earlier layer said.  One that need not be there may hold nothing. */
static void read_list(struct cr_keys *r, const struct cr_field *field,
		      const struct cr_yaml_node *node, struct cr_entries *list)
{
	struct cr_entries fresh = {0};
	bool lone = field->lone && node->kind == CR_YAML_MAPPING;

	if (!lone && node->kind != CR_YAML_SEQUENCE &&
	    (field->required || !cr_yaml_is_null(node))) {
		cr_keys_fault_at(r, node, "'%s' needs a list ([...] or lines with '- '), not %s",
				 field->key, cr_yaml_kind_name(node));
		return;
	}
	if (!lone && too_many(r, field, 0, node))
		return;
	if (lone && read_item(r, field, node, &fresh) != 0)
		return;
	for (const struct cr_yaml_node *c = lone ? NULL : node->first; c; c = c->next)
		if (read_item(r, field, c, &fresh) != 0)
			return;
	*list = fresh;
}

static void read_rules(struct cr_keys *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_entry *out)
{
	struct cr_choice_or_list *rules = cr_at_rules(out, field->offset);

	if (node->kind == CR_YAML_SCALAR) {
		(void)cr_keys_read_value(r, field, node, out);
		return;
	}
	read_list(r, field, node, &rules->list);
	for (rules->choice = 0; field->choices[rules->choice];)
		rules->choice++;
}

/* ---- a section --------------------------------------------------------- */

static void read_field(struct cr_keys *r, const struct cr_section *section, size_t i,
		       const struct cr_yaml_node *node, struct cr_entry *out)
{
	const struct cr_field *field = &section->fields[i];
	bool failed = r->failed;

	r->failed = false;
	out->at[i] = (struct cr_given){.given = true, .pos = cr_keys_pos(r, node)};
	switch (field->kind) {
	case CR_KIND_SECTION:
		cr_keys_read(r, field->section, node, cr_at_section(out, field->offset));
		break;
	case CR_KIND_MAP:
		read_map(r, field, node, cr_at_entries(out, field->offset));
		break;
	case CR_KIND_LIST:
		read_list(r, field, node, cr_at_entries(out, field->offset));
		break;
	case CR_KIND_RULES:
		read_rules(r, field, node, out);
		break;
	case CR_KIND_OVERLAY:
		break;
	default:
		(void)cr_keys_read_value(r, field, node, out);
	}
	out->at[i].faulty = r->failed;
	r->failed |= failed;
}

void cr_keys_read(struct cr_keys *r, const struct cr_section *section,
		  const struct cr_yaml_node *node, struct cr_entry *out)
{
	bool shorthand = node->kind == CR_YAML_SCALAR && section->shorthand &&
			 !cr_yaml_is_null(node);

	/* A section that is no mapping counts as absent: one fault is enough for it. */
	if (!out->given && (shorthand || node->kind == CR_YAML_MAPPING)) {
		out->given = true;
		if (!out->name) /* of a map's entry it is its key's */
			out->pos = cr_keys_pos(r, node);
	}
	if (shorthand) {
		read_field(r, section, find_field(section, section->shorthand), node, out);
		return;
	}
	if (node->kind != CR_YAML_MAPPING) {
		cr_keys_fault_at(r, node, "%s needs a mapping (key: value), not %s", section->what,
				 cr_yaml_kind_name(node));
		return;
	}
	for (const struct cr_yaml_node *c = node->first; c; c = c->next) {
		size_t i = find_field(section, c->key);

		if (i < section->count)
			read_field(r, section, i, c, out);
		else
			unknown_key(r, section, c);
	}
}
