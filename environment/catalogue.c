/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The catalogue's YAML read into rows, the site's own over the built-in ones. */
#include "environment/catalogue.h"

#include "base/arena.h"
#include "base/text.h"
#include "base/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX  512
#define WORDS_MAX 64
#define BYTES_MAX (4 << 20)

struct cr_catalogue {
	struct cr_arena arena;
	struct cr_row row[ROWS_MAX];
	size_t count;
};

enum kind { TEXT, NAME, WORDS, VERSION, CERTAINTY, BOOL, CONDITION, ROWS };

struct key {
	const char *name;
	enum kind kind;
	size_t offset;            /* in struct cr_row */
	const char *const *words; /* the words there are, NULL-terminated; NULL: any */
};

static const char *const types[] = {"block", "tree", "flat", "ring", "torus3d", NULL};
static const char *const patterns[] = {"allreduce", "alltoall", "pipeline",
				       "neighbor",  "none",     NULL};
static const char *const devices[] = {"efa", "infiniband", "imex", NULL};

#define ROW(field) offsetof(struct cr_row, field)

static const struct key conditions[] = {
	{"topology_type", WORDS, ROW(topology_types), types},
	{"product", WORDS, ROW(products), NULL},
	{"pattern", WORDS, ROW(patterns), patterns},
	{"device", WORDS, ROW(devices), devices},
	{"plugin_min", VERSION, ROW(plugin_min), NULL},
	{"plugin_below", VERSION, ROW(plugin_below), NULL},
	{NULL, TEXT, 0, NULL},
};

static const struct key row_keys[] = {
	{"id", NAME, ROW(id), NULL},           {"set", NAME, ROW(name), NULL},
	{"harmful", NAME, ROW(name), NULL},    {"value", WORDS, ROW(values), NULL},
	{"when", CONDITION, 0, NULL},          {"reason", TEXT, ROW(reason), NULL},
	{"source", TEXT, ROW(source), NULL},   {"certainty", CERTAINTY, ROW(certainty), NULL},
	{"enabled", BOOL, ROW(enabled), NULL}, {NULL, TEXT, 0, NULL},
};

static const struct key top_keys[] = {
	{"catalogue", NAME, 0, NULL}, {"rows", ROWS, 0, NULL}, {"enable", WORDS, 0, NULL},
	{"disable", WORDS, 0, NULL},  {NULL, TEXT, 0, NULL},
};

struct reading {
	struct cr_catalogue *to;
	struct cr_yaml *doc;
	struct cr_diags *diags;
	bool failed;
};

#define FAULT(r, node, ...)                                                                        \
	((r)->failed = true,                                                                       \
	 cr_diags_add((r)->diags, CR_ERROR, cr_yaml_pos((r)->doc, node), __VA_ARGS__))

static const struct key *find_key(struct reading *r, const struct key *keys,
				  const struct cr_yaml_node *node)
{
	const char *names[16] = {NULL}, *near;
	size_t n = 0;
	char shown[40];

	for (; keys[n].name; n++) {
		if (strcmp(keys[n].name, node->key) == 0)
			return &keys[n];
		names[n] = keys[n].name;
	}
	near = cr_text_nearest(node->key, names, n);
	cr_text_printable(shown, sizeof(shown), node->key, strlen(node->key));
	r->failed = true;
	cr_diags_add(r->diags, CR_ERROR, cr_yaml_key_pos(r->doc, node),
		     near ? "unknown key '%s'; did you mean '%s'?" : "unknown key '%s'%.0s", shown,
		     near ? near : "");
	return NULL;
}

static const char *copy_text(struct reading *r, const struct cr_yaml_node *node)
{
	const char *copy;

	if (node->kind != CR_YAML_SCALAR || strpbrk(node->text, "\n\r")) {
		FAULT(r, node, "one line of text is wanted, not %s", cr_yaml_kind_name(node));
		return NULL;
	}
	copy = cr_arena_strdup(&r->to->arena, node->text);
	if (!copy)
		FAULT(r, node, "out of memory");
	return copy;
}

static void check_word(struct reading *r, const struct cr_yaml_node *node, const struct key *key)
{
	size_t n = 0;
	const char *near;

	if (!key->words || node->kind != CR_YAML_SCALAR)
		return;
	for (; key->words[n]; n++)
		if (strcmp(key->words[n], node->text) == 0)
			return;
	near = cr_text_nearest(node->text, key->words, n);
	FAULT(r, node, "no %s is called so%s%s%s", key->name, near ? "; did you mean '" : "",
	      near ? near : "", near ? "'?" : "");
}

/* A word, or a list of them. */
static void take_words(struct reading *r, const struct cr_yaml_node *node, const struct key *key,
		       struct cr_words_list *into)
{
	bool list = node->kind == CR_YAML_SEQUENCE;
	size_t count = list ? node->count : 1;
	const struct cr_yaml_node *word = list ? node->first : node;

	if (node->kind == CR_YAML_MAPPING || count > WORDS_MAX || !count) {
		FAULT(r, node, "a word or a list of up to %d words is wanted", WORDS_MAX);
		return;
	}
	into->word = cr_arena_array(&r->to->arena, count, sizeof(*into->word));
	for (into->count = 0; into->word && word; word = list ? word->next : NULL) {
		const char *text = copy_text(r, word);

		check_word(r, word, key);
		if (text)
			into->word[into->count++] = text;
	}
}

static void take(struct reading *r, const struct cr_yaml_node *node, const struct key *key,
		 struct cr_row *row);

static void take_keys(struct reading *r, const struct cr_yaml_node *node, const struct key *keys,
		      struct cr_row *row)
{
	if (node->kind != CR_YAML_MAPPING) {
		FAULT(r, node, "a mapping is wanted, not %s", cr_yaml_kind_name(node));
		return;
	}
	for (const struct cr_yaml_node *n = node->first; n; n = n->next) {
		const struct key *key = find_key(r, keys, n);

		if (key)
			take(r, n, key, row);
	}
}

static void take_name(struct reading *r, const struct cr_yaml_node *node, const char **into)
{
	const char *text = copy_text(r, node);

	if (text && !cr_text_is_name(text, 63))
		FAULT(r, node, "not a name: letters, digits, '_', '-' and '.'");
	*into = text;
}

static void take(struct reading *r, const struct cr_yaml_node *node, const struct key *key,
		 struct cr_row *row)
{
	void *into = (char *)row + key->offset;
	const char *text;

	switch (key->kind) {
	case CONDITION:
		take_keys(r, node, conditions, row);
		return;
	case WORDS:
		take_words(r, node, key, into);
		return;
	case NAME:
		take_name(r, node, into);
		return;
	default:
		break;
	}
	text = copy_text(r, node);
	if (!text)
		return;
	if (key->kind == TEXT)
		*(const char **)into = text;
	else if (key->kind == VERSION && !(*(uint32_t *)into = cr_catalogue_version(text)))
		FAULT(r, node, "not a version such as \"1.16\"");
	else if (key->kind == CERTAINTY && strcmp(text, "H") != 0 && strcmp(text, "M") != 0)
		FAULT(r, node, "certainty is H (said by the vendor) or M (a sample, an inference)");
	else if (key->kind == CERTAINTY)
		*(char *)into = text[0];
	else if (key->kind == BOOL && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
		FAULT(r, node, "true or false is wanted");
	else if (key->kind == BOOL)
		*(bool *)into = text[0] == 't';
}

static struct cr_row *find_row(struct cr_catalogue *c, const char *id)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->row[i].id, id) == 0)
			return &c->row[i];
	return NULL;
}

static void check_row(struct reading *r, const struct cr_yaml_node *node, const struct cr_row *row)
{
	bool sets = cr_yaml_get(node, "set") != NULL;

	if (!row->id || !row->name || !row->reason || !row->source || !row->certainty)
		FAULT(r, node, "a row has id, set or harmful, reason, source and certainty");
	else if (sets == (cr_yaml_get(node, "harmful") != NULL))
		FAULT(r, node, "a row has set or harmful, not both");
	else if (sets && row->values.count != 1)
		FAULT(r, node, "a row that sets has one value");
	else if (r->to->count == ROWS_MAX)
		FAULT(r, node, "more than %d rows", ROWS_MAX);
}

/* The first row of an id stays: the site's are read first. */
static void take_row(struct reading *r, const struct cr_yaml_node *node, bool may_repeat)
{
	struct cr_row row = {.line = node->line};

	take_keys(r, node, row_keys, &row);
	if (r->failed)
		return;
	check_row(r, node, &row);
	if (r->failed)
		return;
	row.kind = cr_yaml_get(node, "set") ? CR_ROW_SET : CR_ROW_HARMFUL;
	if (!cr_yaml_get(node, "enabled"))
		row.enabled = row.certainty == 'H';
	if (!find_row(r->to, row.id))
		r->to->row[r->to->count++] = row;
	else if (!may_repeat)
		FAULT(r, node, "there is another row '%s'", row.id);
}

static void read_rows(struct reading *r, bool may_repeat)
{
	const struct cr_yaml_node *root = cr_yaml_root(r->doc);
	const struct cr_yaml_node *rows = cr_yaml_get(root, "rows");

	if (root->kind != CR_YAML_MAPPING) {
		if (!cr_yaml_is_null(root))
			FAULT(r, root, "a mapping with `rows:` is wanted");
		return;
	}
	for (const struct cr_yaml_node *n = root->first; n; n = n->next)
		(void)find_key(r, top_keys, n);
	if (rows && rows->kind != CR_YAML_SEQUENCE && !cr_yaml_is_null(rows))
		FAULT(r, rows, "a list of rows is wanted");
	else if (rows)
		for (const struct cr_yaml_node *n = rows->first; n; n = n->next)
			take_row(r, n, may_repeat);
}

/* `enable: [id]` and `disable: [id]`, once all rows are known. */
static void switch_rows(struct reading *r, const char *key, bool enabled)
{
	const struct cr_yaml_node *list = cr_yaml_get(cr_yaml_root(r->doc), key);
	struct cr_words_list ids = {0};
	const struct key any = {key, WORDS, 0, NULL};

	if (!list)
		return;
	take_words(r, list, &any, &ids);
	for (size_t i = 0; i < ids.count; i++) {
		struct cr_row *row = find_row(r->to, ids.word[i]);

		if (row)
			row->enabled = enabled;
		else
			FAULT(r, list, "%s: there is no row '%.40s'", key, ids.word[i]);
	}
}

static struct cr_yaml *parse(const char *name, const char *text, size_t len, struct cr_diags *diags)
{
	static const struct cr_yaml_rules rules = {
		.max_nodes = 20000, .max_depth = 8, .duplicate_keys = CR_ERROR};

	return cr_yaml_parse(name, text, len, &rules, diags);
}

static int read_site(struct reading *r, const char *builtin, const char *text, size_t len)
{
	struct reading own = {r->to, parse(builtin, text, len, r->diags), r->diags, false};

	if (r->doc)
		read_rows(r, false);
	if (own.doc)
		read_rows(&own, true);
	if (r->doc && !r->failed) {
		switch_rows(r, "enable", true);
		switch_rows(r, "disable", false);
	}
	cr_yaml_destroy(own.doc);
	return !own.doc || own.failed || r->failed ? -1 : 0;
}

struct cr_catalogue *cr_catalogue_make(const char *name, const char *site_name, const char *site,
				       size_t len, struct cr_diags *diags)
{
	struct cr_catalogue *made = calloc(1, sizeof(*made));
	struct reading r = {.to = made, .diags = diags};
	bool none = !name || !*name || strcmp(name, "none") == 0;
	size_t own_len = 0;
	const char *own = none ? "" : cr_catalogue_text(name, &own_len);
	int rc = -1;

	if (!made)
		return NULL;
	cr_arena_init(&made->arena, NULL, 0, BYTES_MAX);
	if (!own)
		cr_diags_add(diags, CR_ERROR, (struct cr_pos){0},
			     "no catalogue is called '%.40s'; there are aws, infiniband and none",
			     name);
	if (site)
		r.doc = parse(site_name, site, len, diags);
	if (own && (!site || r.doc))
		rc = read_site(&r, none ? "none" : name, own, own_len);
	cr_yaml_destroy(r.doc);
	if (rc == 0)
		return made;
	cr_catalogue_destroy(made);
	return NULL;
}

void cr_catalogue_destroy(struct cr_catalogue *catalogue)
{
	if (!catalogue)
		return;
	cr_arena_release(&catalogue->arena);
	free(catalogue);
}

const struct cr_row *cr_catalogue_row(const struct cr_catalogue *catalogue, size_t i)
{
	return i < catalogue->count ? &catalogue->row[i] : NULL;
}

uint32_t cr_catalogue_version(const char *text)
{
	uint32_t number = 0;
	char *end;

	for (int part = 0; part < 3; part++) {
		unsigned long n = 0;

		if (*text >= '0' && *text <= '9') {
			n = strtoul(text, &end, 10);
			text = *end == '.' ? end + 1 : end;
		} else if (part == 0) {
			return 0;
		}
		if (n > 255)
			return 0;
		number = number << 8 | (uint32_t)n;
	}
	return *text ? 0 : number;
}
