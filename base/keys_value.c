/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single values that are text: names, words of a list, lists of them, pairs. */
#include "base/keys_value.h"

#include <string.h>

#define TEXT_MAX 256
#define NAME_MAX 63

/* ---- words ------------------------------------------------------------- */

static size_t count_words(const char *const *words)
{
	size_t n = 0;

	while (words[n])
		n++;
	return n;
}

static int unknown_word(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node)
{
	const char *const *words = field->choices + field->first;
	const char *near = cr_text_nearest(node->text, words, count_words(words));
	char all[200];

	if (near)
		return cr_keys_fault_at(r, node, "'%.60s' is no value of '%s': did you mean '%s'?",
					node->text, field->key, near);
	return cr_keys_fault_at(r, node, "'%.60s' is no value of '%s': %s", node->text, field->key,
				cr_keys_words(words, all, sizeof(all)));
}

/* The place of NODE's word in FIELD's choices, or -1, reported. */
static int read_word(struct cr_keys *r, const struct cr_field *field,
		     const struct cr_yaml_node *node)
{
	for (size_t i = field->first; field->choices[i]; i++)
		if (strcmp(node->text, field->choices[i]) == 0)
			return (int)i;
	return unknown_word(r, field, node);
}

static int read_choice(struct cr_keys *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_entry *out)
{
	int i = cr_keys_need_scalar(r, field, node) == 0 ? read_word(r, field, node) : -1;

	if (i < 0)
		return -1;
	*cr_at_word(out, field->offset) = (unsigned)i;
	return 0;
}

static int read_rule(struct cr_keys *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, struct cr_entry *out)
{
	int i = cr_keys_need_scalar(r, field, node) == 0 ? read_word(r, field, node) : -1;

	if (i < 0)
		return -1;
	cr_at_rules(out, field->offset)->choice = (unsigned)i;
	return 0;
}

static int read_bool(struct cr_keys *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, struct cr_entry *out)
{
	bool yes;

	if (cr_keys_need_scalar(r, field, node) != 0)
		return -1;
	if (node->quoted)
		return cr_keys_fault_at(r, node, "'%s' needs true or false, without quotes",
					field->key);
	yes = strcmp(node->text, "true") == 0;
	if (!yes && strcmp(node->text, "false") != 0)
		return cr_keys_fault_at(r, node, "'%s' needs true or false, not '%.60s'",
					field->key, node->text);
	*cr_at_flag(out, field->offset) = yes;
	return 0;
}

/* ---- texts ------------------------------------------------------------- */

static bool is_printable(const struct cr_field *field, const struct cr_yaml_node *node)
{
	for (size_t i = 0; i < node->len; i++) {
		unsigned char c = (unsigned char)node->text[i];

		if ((c < ' ' && !(field->lines && (c == '\n' || c == '\t'))) || c == 0x7f)
			return false;
	}
	return true;
}

static int check_text(struct cr_keys *r, const struct cr_field *field,
		      const struct cr_yaml_node *node)
{
	size_t max = field->kind == CR_KIND_TEXT && field->max ? field->max : TEXT_MAX;

	if (!is_printable(field, node) || node->len > max || (!node->len && !field->empty))
		return cr_keys_fault_at(r, node, "'%s' needs %s of %d to %zu printable bytes",
					field->key, field->lines ? "text" : "one line",
					!field->empty, max);
	if (field->kind == CR_KIND_NAME && !cr_text_is_name(node->text, NAME_MAX))
		return cr_keys_fault_at(r, node,
					"'%.80s' is no name: 1 to %d letters, digits, '_', '-' or "
					"'.', beginning with a letter or a digit",
					node->text, NAME_MAX);
	if (field->path && *node->text != '/')
		return cr_keys_fault_at(r, node, "'%s' needs a path that begins with /",
					field->key);
	return field->choices && read_word(r, field, node) < 0 ? -1 : 0;
}

/* A text of FIELD's, copied to the arena; NULL: reported. */
static const char *read_one_text(struct cr_keys *r, const struct cr_field *field,
				 const struct cr_yaml_node *node)
{
	const char *copy;

	if (cr_keys_need_scalar(r, field, node) != 0 || check_text(r, field, node) != 0)
		return NULL;
	copy = cr_arena_strdup(r->arena, node->text);
	if (!copy)
		cr_keys_fault_at(r, node, "out of memory");
	return copy;
}

static int read_text(struct cr_keys *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, struct cr_entry *out)
{
	const char *text = read_one_text(r, field, node);

	if (!text)
		return -1;
	*cr_at_text(out, field->offset) = text;
	return 0;
}

/* ---- lists of texts ---------------------------------------------------- */

/* A lone text stands for a list of one.  Returns how many, or -1, reported. */
static long count_texts(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node)
{
	size_t n = node->kind == CR_YAML_SEQUENCE ? node->count : 1;
	size_t max = field->max ? field->max : CR_KEYS_ENTRIES_MAX;

	if (node->kind == CR_YAML_MAPPING)
		return cr_keys_fault_at(r, node, "'%s' needs a list of texts, not a mapping",
					field->key);
	if (n > max)
		return cr_keys_fault_at(r, node, "'%s' has %zu entries, the limit is %zu",
					field->key, n, max);
	return (long)n;
}

static const struct cr_yaml_node *first_text(const struct cr_yaml_node *node)
{
	return node->kind == CR_YAML_SEQUENCE ? node->first : node;
}

static int read_texts(struct cr_keys *r, const struct cr_field *field,
		      const struct cr_yaml_node *node, struct cr_entry *out)
{
	long n = count_texts(r, field, node);
	const struct cr_yaml_node *c = first_text(node);
	const char **name;
	struct cr_pos *at;
	int rc = 0;

	if (n < 0)
		return -1;
	name = cr_arena_array(r->arena, (size_t)n + 1, sizeof(*name));
	at = cr_arena_array(r->arena, (size_t)n + 1, sizeof(*at));
	if (!name || !at)
		return cr_keys_fault_at(r, node, "out of memory");
	for (long i = 0; i < n; c = c->next, i++) {
		at[i] = cr_keys_pos(r, c);
		name[i] = read_one_text(r, field, c);
		if (!name[i])
			rc = -1;
	}
	if (rc == 0)
		*cr_at_texts(out, field->offset) = (struct cr_texts){.names = {name, (size_t)n},
								     .at = at};
	return rc;
}

static int read_set(struct cr_keys *r, const struct cr_field *field,
		    const struct cr_yaml_node *node, struct cr_entry *out)
{
	long n = count_texts(r, field, node);
	const struct cr_yaml_node *c = first_text(node);
	unsigned bits = 0;
	int rc = n < 0 ? -1 : 0;

	for (long i = 0; i < n; c = c->next, i++) {
		int word = cr_keys_need_scalar(r, field, c) == 0 ? read_word(r, field, c) : -1;

		if (word < 0)
			rc = -1;
		else
			bits |= 1U << word;
	}
	if (rc == 0)
		*cr_at_word(out, field->offset) = bits;
	return rc;
}

static int read_pairs(struct cr_keys *r, const struct cr_field *field,
		      const struct cr_yaml_node *node, struct cr_entry *out)
{
	struct cr_pair *item;
	size_t n = 0;
	int rc = 0;

	if (node->kind != CR_YAML_MAPPING)
		return cr_keys_fault_at(r, node, "'%s' needs %s, not %s", field->key,
					cr_field_kind_name(field), cr_yaml_kind_name(node));
	item = cr_arena_array(r->arena, node->count + 1, sizeof(*item));
	if (!item)
		return cr_keys_fault_at(r, node, "out of memory");
	for (const struct cr_yaml_node *c = node->first; c; c = c->next, n++) {
		item[n].name = cr_arena_strdup(r->arena, c->key);
		item[n].name_pos = cr_keys_key_pos(r, c);
		item[n].pos = cr_keys_pos(r, c);
		item[n].value = item[n].name ? read_one_text(r, field, c) : NULL;
		if (!item[n].value)
			rc = -1;
	}
	if (rc == 0)
		*cr_at_pairs(out, field->offset) = (struct cr_pairs){item, n};
	return rc;
}

int cr_keys_read_value(struct cr_keys *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_entry *out)
{
	static int (*const readers[])(struct cr_keys *, const struct cr_field *,
				      const struct cr_yaml_node *, struct cr_entry *) = {
		[CR_KIND_NAME] = read_text,
		[CR_KIND_TEXT] = read_text,
		[CR_KIND_BOOL] = read_bool,
		[CR_KIND_CHOICE] = read_choice,
		[CR_KIND_SET] = read_set,
		[CR_KIND_NUMBER] = cr_keys_read_number,
		[CR_KIND_BIG] = cr_keys_read_number,
		[CR_KIND_DECIMAL] = cr_keys_read_decimal,
		[CR_KIND_SECONDS] = cr_keys_read_seconds,
		[CR_KIND_COUNT] = cr_keys_read_count,
		[CR_KIND_TEXTS] = read_texts,
		[CR_KIND_AMOUNTS] = cr_keys_read_amounts,
		[CR_KIND_PAIRS] = read_pairs,
		[CR_KIND_RULES] = read_rule,
	};

	return readers[field->kind](r, field, node, out);
}
