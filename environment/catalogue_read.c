/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of a catalogue: the keys there are, in tables, and the checks of a whole row. */
#include "environment/catalogue_read.h"

#include "base/text.h"
#include "environment/version.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define WORDS_MAX 64

const char *const cr_harm_words[CR_HARMS + 1] = {
	[CR_HARM_FATAL] = "fatal",       [CR_HARM_SLOW] = "slow",
	[CR_HARM_OBSOLETE] = "obsolete", [CR_HARM_INEFFECTIVE] = "ineffective",
	[CR_HARM_NOTE] = "note",
};

const char *cr_harm_phrase(enum cr_harm harm)
{
	static const char *const phrases[CR_HARMS] = {
		[CR_HARM_FATAL] = "is fatal",        [CR_HARM_SLOW] = "makes it slower",
		[CR_HARM_OBSOLETE] = "is obsolete",  [CR_HARM_INEFFECTIVE] = "has no effect",
		[CR_HARM_NOTE] = "is worth knowing",
	};

	return phrases[harm];
}

enum kind { TEXT, NAME, WORDS, PATHS, VERSION, CHOICE, FLAG, CONDITIONS, EXCEPTIONS };

struct key {
	const char *name;
	enum kind kind;
	size_t offset;            /* in what is filled in */
	const char *const *words; /* the words there are, NULL-terminated; NULL: any */
};

static const char *const types[] = {"block", "tree", "flat", "ring", "torus3d", NULL};
static const char *const patterns[] = {"allreduce", "alltoall", "pipeline",
				       "neighbor",  "none",     NULL};
static const char *const devices[] = {"efa", "infiniband", "roce", "imex", "mnnvl", NULL};
static const char *const truths[] = {"false", "true", NULL};
static const char *const certainties[] = {"H", "M", NULL};

#define WHEN(field) offsetof(struct cr_conditions, field)
#define ROW(field)  offsetof(struct cr_row, field)

static const struct key condition_keys[] = {
	{"topology_type", WORDS, WHEN(topology_types), types},
	{"product", WORDS, WHEN(products), NULL},
	{"pattern", WORDS, WHEN(patterns), patterns},
	{"device", WORDS, WHEN(devices), devices},
	{"file", PATHS, WHEN(files), NULL},
	{"variable", WORDS, WHEN(variables), NULL},
	{"plugin_min", VERSION, WHEN(plugin.min), NULL},
	{"plugin_below", VERSION, WHEN(plugin.below), NULL},
	{"nccl_min", VERSION, WHEN(nccl.min), NULL},
	{"nccl_below", VERSION, WHEN(nccl.below), NULL},
	{"libfabric_min", VERSION, WHEN(libfabric.min), NULL},
	{"libfabric_below", VERSION, WHEN(libfabric.below), NULL},
	{"kernel_min", VERSION, WHEN(kernel.min), NULL},
	{"kernel_below", VERSION, WHEN(kernel.below), NULL},
	{NULL, TEXT, 0, NULL},
};

/* What becomes of a row until it is checked. */
struct draft {
	struct cr_row row;
	const char *set, *harmful, *warn, *severity, *certainty;
	bool has_enabled;
	const struct cr_yaml_node *except;
};

#define DRAFT(field) offsetof(struct draft, field)

static const struct key row_keys[] = {
	{"id", NAME, DRAFT(row.id), NULL},
	{"set", NAME, DRAFT(set), NULL},
	{"harmful", NAME, DRAFT(harmful), NULL},
	{"warn", TEXT, DRAFT(warn), NULL},
	{"value", WORDS, DRAFT(row.values), NULL},
	{"value_not", WORDS, DRAFT(row.values_not), NULL},
	{"missing_file", FLAG, DRAFT(row.missing_file), truths},
	{"severity", CHOICE, DRAFT(severity), cr_harm_words},
	{"when", CONDITIONS, DRAFT(row.when), NULL},
	{"not", EXCEPTIONS, 0, NULL},
	{"reason", TEXT, DRAFT(row.reason), NULL},
	{"source", TEXT, DRAFT(row.source), NULL},
	{"certainty", CHOICE, DRAFT(certainty), certainties},
	{"enabled", FLAG, DRAFT(row.enabled), truths},
	{NULL, TEXT, 0, NULL},
};

void cr_catalogue_fault(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
			const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	r->failed = true;
	(void)cr_diags_add(r->diags, CR_ERROR, cr_yaml_pos(r->doc, node), "%s", text);
}

static const struct key *find_key(struct cr_catalogue_reading *r, const struct key *keys,
				  const struct cr_yaml_node *node)
{
	const char *names[20] = {NULL}, *near;
	char shown[40];
	size_t n = 0;

	for (; keys[n].name; n++) {
		if (strcmp(keys[n].name, node->key) == 0)
			return &keys[n];
		names[n] = keys[n].name;
	}
	near = cr_text_nearest(node->key, names, n);
	cr_text_printable(shown, sizeof(shown), node->key, strlen(node->key));
	r->failed = true;
	(void)cr_diags_add(r->diags, CR_ERROR, cr_yaml_key_pos(r->doc, node),
			   near ? "unknown key '%s'; did you mean '%s'?" : "unknown key '%s'%.0s",
			   shown, near ? near : "");
	return NULL;
}

static const char *copy_text(struct cr_catalogue_reading *r, const struct cr_yaml_node *node)
{
	const char *copy;

	if (node->kind != CR_YAML_SCALAR || strpbrk(node->text, "\n\r")) {
		cr_catalogue_fault(r, node, "one line of text is wanted, not %s",
				   cr_yaml_kind_name(node));
		return NULL;
	}
	copy = cr_arena_strdup(&r->to->arena, node->text);
	if (!copy)
		cr_catalogue_fault(r, node, "out of memory");
	return copy;
}

/* Which of KEY's words NODE is; they all may be. */
static int find_word(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		     const struct key *key)
{
	const char *near;
	size_t n = 0;

	if (!key->words || node->kind != CR_YAML_SCALAR)
		return 0;
	for (; key->words[n]; n++)
		if (strcmp(key->words[n], node->text) == 0)
			return (int)n;
	near = cr_text_nearest(node->text, key->words, n);
	cr_catalogue_fault(r, node, "no %s is called so%s%s%s", key->name,
			   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	return -1;
}

static void take_words(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		       const struct key *key, struct cr_words_list *into)
{
	bool list = node->kind == CR_YAML_SEQUENCE;
	size_t count = list ? node->count : 1;
	const struct cr_yaml_node *word = list ? node->first : node;

	if (node->kind == CR_YAML_MAPPING || count > WORDS_MAX || !count) {
		cr_catalogue_fault(r, node, "a word or a list of up to %d words is wanted",
				   WORDS_MAX);
		return;
	}
	into->word = cr_arena_array(&r->to->arena, count, sizeof(*into->word));
	for (into->count = 0; into->word && word; word = list ? word->next : NULL) {
		const char *text = copy_text(r, word);

		(void)find_word(r, word, key);
		if (text && key->kind == PATHS && *text != '/')
			cr_catalogue_fault(r, word, "a path that begins with / is wanted");
		if (text)
			into->word[into->count++] = text;
	}
}

void cr_catalogue_read_words(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
			     struct cr_words_list *list)
{
	static const struct key any = {"", WORDS, 0, NULL};

	take_words(r, node, &any, list);
}

static void take_scalar(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
			const struct key *key, void *into)
{
	const char *text = copy_text(r, node);
	int word = text ? find_word(r, node, key) : -1;

	if (word < 0)
		return;
	if (key->kind == NAME && !cr_text_is_name(text, 63))
		cr_catalogue_fault(r, node, "not a name: letters, digits, '_', '-' and '.'");
	else if (key->kind == VERSION && !(*(uint32_t *)into = cr_version_of(text)))
		cr_catalogue_fault(r, node, "not a version such as \"1.16\"");
	else if (key->kind == FLAG)
		*(bool *)into = word != 0;
	else if (key->kind != VERSION)
		*(const char **)into = text;
}

static void take_keys(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		      const struct key *keys, void *into);

static void take_value(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		       const struct key *key, void *into)
{
	if (key->kind == CONDITIONS)
		take_keys(r, node, condition_keys, into);
	else if (key->kind == WORDS || key->kind == PATHS)
		take_words(r, node, key, into);
	else if (key->kind != EXCEPTIONS)
		take_scalar(r, node, key, into);
}

static void take_keys(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		      const struct key *keys, void *into)
{
	if (node->kind != CR_YAML_MAPPING) {
		cr_catalogue_fault(r, node, "a mapping is wanted, not %s", cr_yaml_kind_name(node));
		return;
	}
	for (const struct cr_yaml_node *n = node->first; n; n = n->next) {
		const struct key *key = find_key(r, keys, n);

		if (key)
			take_value(r, n, key, (char *)into + key->offset);
	}
}

/* A mapping, or a list of some. */
static void take_exceptions(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
			    struct cr_row *row)
{
	bool list = node->kind == CR_YAML_SEQUENCE;
	const struct cr_yaml_node *one = list ? node->first : node;

	if (list && (node->count > CR_EXCEPTIONS_MAX || !node->count)) {
		cr_catalogue_fault(r, node, "conditions or a list of up to %d of them are wanted",
				   CR_EXCEPTIONS_MAX);
		return;
	}
	for (; one; one = list ? one->next : NULL) {
		if (one->kind == CR_YAML_MAPPING && !one->first)
			cr_catalogue_fault(r, one, "nothing is excluded here");
		take_keys(r, one, condition_keys, &row->except[row->exceptions++]);
	}
}

/*
 * NCCL replaces %h and %p in the name of its log file and nothing anywhere else, so
 * a % in another value, or another letter, is somebody's mistake.
 */
static bool has_unknown_percent(const char *name, const char *value)
{
	bool replaced = strcmp(name, "NCCL_DEBUG_FILE") == 0;

	if (strncmp(name, "NCCL_", 5) != 0)
		return false;
	for (const char *at = strchr(value, '%'); at; at = strchr(at + 2, '%'))
		if (!replaced || !at[1] || !strchr("hp%", at[1]))
			return true;
	return false;
}

static void check_set(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		      const struct draft *d)
{
	if (d->row.values.count != 1)
		cr_catalogue_fault(r, node, "a row that sets has one value");
	else if (d->severity || d->row.values_not.count || d->row.missing_file)
		cr_catalogue_fault(r, node,
				   "severity, value_not and missing_file are of rows that "
				   "warn");
	else if (has_unknown_percent(d->set, d->row.values.word[0]))
		cr_catalogue_fault(r, node,
				   "NCCL replaces %%h and %%p, and these in "
				   "NCCL_DEBUG_FILE alone: it would take this literally");
}

static void check_row(struct cr_catalogue_reading *r, const struct cr_yaml_node *node,
		      const struct draft *d)
{
	int kinds = (d->set != NULL) + (d->harmful != NULL) + (d->warn != NULL);

	if (!d->row.id || !kinds || !d->row.reason || !d->row.source || !d->certainty)
		cr_catalogue_fault(r, node,
				   "a row has id, one of set, harmful and warn, reason, "
				   "source and certainty");
	else if (kinds > 1)
		cr_catalogue_fault(r, node, "a row has one of set, harmful and warn");
	else if (d->set)
		check_set(r, node, d);
	else if (!d->severity)
		cr_catalogue_fault(r, node,
				   "a row that warns has a severity: fatal, slow, "
				   "obsolete, ineffective or note");
	else if (d->warn && (d->row.values.count || d->row.values_not.count || d->row.missing_file))
		cr_catalogue_fault(r, node, "a row that warns of a state has no value");
	else if (r->to->count == CR_ROWS_MAX)
		cr_catalogue_fault(r, node, "more than %d rows", CR_ROWS_MAX);
}

static enum cr_harm harm_of(const char *word)
{
	enum cr_harm harm = CR_HARM_FATAL;

	while (harm < CR_HARM_NOTE && strcmp(cr_harm_words[harm], word) != 0)
		harm++;
	return harm;
}

static void finish_row(struct draft *d, const struct cr_yaml_node *node, bool site)
{
	struct cr_row *row = &d->row;

	row->kind = d->set ? CR_ROW_SET : d->harmful ? CR_ROW_HARMFUL : CR_ROW_STATE;
	row->name = d->set ? d->set : d->harmful ? d->harmful : d->warn;
	row->harm = d->severity ? harm_of(d->severity) : CR_HARM_NOTE;
	row->certainty = (char)(d->certainty ? d->certainty[0] : 'M');
	if (!cr_yaml_get(node, "enabled"))
		row->enabled = row->certainty == 'H';
	row->site = site;
	row->line = node->line;
}

struct cr_row *cr_catalogue_find(struct cr_catalogue *c, const char *id)
{
	for (size_t i = 0; i < c->count; i++)
		if (id && c->row[i].id && strcmp(c->row[i].id, id) == 0)
			return &c->row[i];
	return NULL;
}

static void take_row(struct cr_catalogue_reading *r, const struct cr_yaml_node *node, bool site)
{
	struct draft d = {0};
	const struct cr_yaml_node *except;

	take_keys(r, node, row_keys, &d);
	except = cr_yaml_get(node, "not");
	if (except)
		take_exceptions(r, except, &d.row);
	if (!r->failed)
		check_row(r, node, &d);
	if (r->failed)
		return;
	finish_row(&d, node, site);
	if (!cr_catalogue_find(r->to, d.row.id))
		r->to->row[r->to->count++] = d.row;
	else if (site)
		cr_catalogue_fault(r, node, "there is another row '%s'", d.row.id);
}

void cr_catalogue_read_rows(struct cr_catalogue_reading *r, bool site)
{
	static const struct key top_keys[] = {
		{"catalogue", NAME, 0, NULL}, {"with", WORDS, 0, NULL},    {"rows", TEXT, 0, NULL},
		{"enable", WORDS, 0, NULL},   {"disable", WORDS, 0, NULL}, {NULL, TEXT, 0, NULL},
	};
	const struct cr_yaml_node *root = cr_yaml_root(r->doc), *rows = cr_yaml_get(root, "rows");

	if (root->kind != CR_YAML_MAPPING) {
		if (!cr_yaml_is_null(root))
			cr_catalogue_fault(r, root, "a mapping with `rows:` is wanted");
		return;
	}
	for (const struct cr_yaml_node *n = root->first; n; n = n->next)
		(void)find_key(r, top_keys, n);
	if (rows && rows->kind != CR_YAML_SEQUENCE && !cr_yaml_is_null(rows))
		cr_catalogue_fault(r, rows, "a list of rows is wanted");
	else if (rows)
		for (const struct cr_yaml_node *n = rows->first; n; n = n->next)
			take_row(r, n, site);
}
