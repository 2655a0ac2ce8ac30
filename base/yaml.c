/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A YAML file as a tree: parsed whole or not at all, then asked for keys, places and kinds. */
#include "base/yaml_build.h"

#include <stdlib.h>
#include <string.h>

/* An empty file is a null: every caller then reports what it misses. */
static int ensure_root(struct cr_yaml *doc)
{
	if (doc->root)
		return 0;
	doc->root = cr_arena_alloc(&doc->arena, sizeof(*doc->root));
	if (!doc->root)
		return -1;
	*doc->root = (struct cr_yaml_node){.text = "", .line = 1, .column = 1};
	return 0;
}

struct cr_yaml *cr_yaml_parse(const char *name, const char *buf, size_t len,
			      const struct cr_yaml_rules *rules, struct cr_diags *diags)
{
	size_t errors = cr_diags_errors(diags);
	struct cr_yaml *doc = calloc(1, sizeof(*doc));

	if (!doc)
		goto out_of_memory;
	cr_arena_init(&doc->arena, NULL, 0, 0);
	doc->name = cr_arena_strdup(&doc->arena, name);
	if (!doc->name)
		goto out_of_memory;
	if (cr_yaml_build(doc, buf, len, rules, diags) != 0 ||
	    (cr_diags_errors(diags) > errors && !rules->keep_duplicates)) {
		cr_yaml_destroy(doc);
		return NULL;
	}
	if (ensure_root(doc) == 0)
		return doc;
out_of_memory:
	cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = name}, "out of memory");
	cr_yaml_destroy(doc);
	return NULL;
}

void cr_yaml_destroy(struct cr_yaml *doc)
{
	if (!doc)
		return;
	cr_arena_release(&doc->arena);
	free(doc);
}

const struct cr_yaml_node *cr_yaml_root(const struct cr_yaml *doc)
{
	return doc->root;
}

/* The last of several: what a duplicate-key warning promises. */
const struct cr_yaml_node *cr_yaml_get(const struct cr_yaml_node *map, const char *key)
{
	const struct cr_yaml_node *found = NULL;

	if (!map || map->kind != CR_YAML_MAPPING)
		return NULL;
	for (const struct cr_yaml_node *c = map->first; c; c = c->next)
		if (strcmp(c->key, key) == 0)
			found = c;
	return found;
}

bool cr_yaml_is_null(const struct cr_yaml_node *node)
{
	return node->kind == CR_YAML_SCALAR && !node->quoted &&
	       (!*node->text || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
}

struct cr_pos cr_yaml_pos(const struct cr_yaml *doc, const struct cr_yaml_node *node)
{
	return (struct cr_pos){doc->name, node->line, node->column};
}

struct cr_pos cr_yaml_key_pos(const struct cr_yaml *doc, const struct cr_yaml_node *node)
{
	return (struct cr_pos){doc->name, node->key_line, node->key_column};
}

const char *cr_yaml_kind_name(const struct cr_yaml_node *node)
{
	if (node->kind == CR_YAML_SEQUENCE)
		return "a list";
	if (node->kind == CR_YAML_MAPPING)
		return "a mapping";
	return cr_yaml_is_null(node) ? "nothing" : "text";
}
