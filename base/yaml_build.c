/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tree out of libyaml's events, each node with its place; what could grow without
 * end, and what YAML makes of a second meaning, is refused on the way.
 */
#include "base/yaml_build.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* What is open while the events come in. */
struct builder {
	struct cr_yaml *doc;
	const struct cr_yaml_rules *rules;
	struct cr_diags *diags;
	struct cr_yaml_node *open[CR_YAML_DEPTH_MAX];
	struct cr_yaml_node *last[CR_YAML_DEPTH_MAX]; /* last child of open[i] */
	unsigned depth;
	struct cr_yaml_node key; /* the key read, waiting for its value; .key NULL = none */
	size_t nodes;
	unsigned documents;
};

static struct cr_pos pos_at(const struct builder *b, yaml_mark_t mark)
{
	return (struct cr_pos){b->doc->name, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1};
}

static int fail_at(struct builder *b, yaml_mark_t mark, const char *what)
{
	return cr_diags_add(b->diags, CR_ERROR, pos_at(b, mark), "%s", what);
}

/* libyaml's reader errors (bad UTF-8, control bytes) know an offset only. */
static struct cr_pos offset_pos(const char *name, const char *buf, size_t len, size_t offset)
{
	struct cr_pos pos = {name, 1, 1};

	for (size_t i = 0; i < offset && i < len; i++) {
		pos.column++;
		if (buf[i] == '\n') {
			pos.line++;
			pos.column = 1;
		}
	}
	return pos;
}

static bool awaits_key(const struct builder *b)
{
	return b->depth && b->open[b->depth - 1]->kind == CR_YAML_MAPPING && !b->key.key;
}

/* Put NODE under the innermost open collection, with the key that was read. */
static void attach_node(struct builder *b, struct cr_yaml_node *node)
{
	struct cr_yaml_node *parent;

	if (!b->depth) {
		b->doc->root = node;
		return;
	}
	parent = b->open[b->depth - 1];
	if (parent->kind == CR_YAML_MAPPING) {
		node->key = b->key.key;
		node->key_line = b->key.line;
		node->key_column = b->key.column;
		b->key.key = NULL;
	}
	if (b->last[b->depth - 1])
		b->last[b->depth - 1]->next = node;
	else
		parent->first = node;
	b->last[b->depth - 1] = node;
	parent->count++;
}

static struct cr_yaml_node *new_node(struct builder *b, enum cr_yaml_kind kind,
				     const yaml_event_t *event, const yaml_char_t *tag)
{
	struct cr_yaml_node *node;

	if (++b->nodes > b->rules->max_nodes) {
		cr_diags_add(b->diags, CR_ERROR, pos_at(b, event->start_mark),
			     "more than %zu values, which is the limit", b->rules->max_nodes);
		return NULL;
	}
	node = cr_arena_alloc(&b->doc->arena, sizeof(*node));
	if (!node) {
		fail_at(b, event->start_mark, "out of memory");
		return NULL;
	}
	node->kind = kind;
	node->line = (uint32_t)event->start_mark.line + 1;
	node->column = (uint32_t)event->start_mark.column + 1;
	node->tag = cr_arena_strdup(&b->doc->arena, (const char *)tag);
	return node;
}

static int take_scalar(struct builder *b, const yaml_event_t *event)
{
	const char *value = (const char *)event->data.scalar.value;
	size_t len = event->data.scalar.length;
	bool is_key = awaits_key(b);
	struct cr_yaml_node *node;
	char *text;

	if (memchr(value, '\0', len))
		return fail_at(b, event->start_mark, "a NUL byte inside a value");
	node = new_node(b, CR_YAML_SCALAR, event, event->data.scalar.tag);
	text = node ? cr_arena_strndup(&b->doc->arena, value, len) : NULL;
	if (!text)
		return node ? fail_at(b, event->start_mark, "out of memory") : -1;
	node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	node->text = text;
	node->len = len;
	if (is_key) {
		b->key = (struct cr_yaml_node){
			.key = text, .line = node->line, .column = node->column};
		return 0;
	}
	attach_node(b, node);
	return 0;
}

static int open_collection(struct builder *b, const yaml_event_t *event, enum cr_yaml_kind kind)
{
	bool sequence = kind == CR_YAML_SEQUENCE;
	struct cr_yaml_node *node;

	if (awaits_key(b))
		return fail_at(b, event->start_mark,
			       "a key must be a plain word, not a collection");
	if (b->depth >= b->rules->max_depth || b->depth >= CR_YAML_DEPTH_MAX)
		return fail_at(b, event->start_mark, "nested too deeply");
	node = new_node(b, kind, event,
			sequence ? event->data.sequence_start.tag : event->data.mapping_start.tag);
	if (!node)
		return -1;
	node->flow = sequence ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
			      : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
	attach_node(b, node);
	b->open[b->depth] = node;
	b->last[b->depth] = NULL;
	b->depth++;
	return 0;
}

static int key_order(const void *a, const void *b)
{
	const struct cr_yaml_node *x = *(struct cr_yaml_node *const *)a;
	const struct cr_yaml_node *y = *(struct cr_yaml_node *const *)b;
	int order = strcmp(x->key, y->key);

	if (order)
		return order;
	if (x->key_line != y->key_line)
		return x->key_line < y->key_line ? -1 : 1;
	return x->key_column < y->key_column ? -1 : 1;
}

static void report_duplicates(struct builder *b, struct cr_yaml_node **sorted, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		struct cr_pos pos = {b->doc->name, sorted[i]->key_line, sorted[i]->key_column};

		if (strcmp(sorted[i - 1]->key, sorted[i]->key) != 0)
			continue;
		cr_diags_add(b->diags, b->rules->duplicate_keys, pos,
			     "'%.80s' stands twice, first in line %u", sorted[i]->key,
			     sorted[i - 1]->key_line);
	}
}

/* Sorted, so that a mapping of n keys costs n log n whatever the keys are. */
static int check_keys(struct builder *b, const struct cr_yaml_node *map, yaml_mark_t mark)
{
	struct cr_yaml_node **sorted;
	size_t n = 0;

	if (map->count < 2)
		return 0;
	sorted = malloc(map->count * sizeof(*sorted));
	if (!sorted)
		return fail_at(b, mark, "out of memory");
	for (struct cr_yaml_node *c = map->first; c; c = c->next)
		sorted[n++] = c;
	qsort(sorted, n, sizeof(*sorted), key_order);
	report_duplicates(b, sorted, n);
	free(sorted);
	return 0;
}

static int close_collection(struct builder *b, const yaml_event_t *event)
{
	const struct cr_yaml_node *node;

	if (!b->depth)
		return fail_at(b, event->start_mark, "an end without a beginning");
	node = b->open[--b->depth];
	return node->kind == CR_YAML_MAPPING ? check_keys(b, node, event->start_mark) : 0;
}

static int take_event(struct builder *b, const yaml_event_t *event)
{
	switch (event->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (b->documents++)
			return fail_at(b, event->start_mark, "a second document; one is read");
		return 0;
	case YAML_ALIAS_EVENT:
		return fail_at(b, event->start_mark, "aliases (*name) are not read: write it out");
	case YAML_SCALAR_EVENT:
		return take_scalar(b, event);
	case YAML_SEQUENCE_START_EVENT:
		return open_collection(b, event, CR_YAML_SEQUENCE);
	case YAML_MAPPING_START_EVENT:
		return open_collection(b, event, CR_YAML_MAPPING);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return close_collection(b, event);
	default:
		return 0;
	}
}

static int report_syntax(struct builder *b, const yaml_parser_t *parser, const char *buf,
			 size_t len)
{
	const char *problem = parser->problem ? parser->problem : "out of memory";

	if (parser->error == YAML_READER_ERROR)
		return cr_diags_add(b->diags, CR_ERROR,
				    offset_pos(b->doc->name, buf, len, parser->problem_offset),
				    "not valid YAML: %s", problem);
	return cr_diags_add(b->diags, CR_ERROR, pos_at(b, parser->problem_mark),
			    "not valid YAML: %s%s%s", problem, parser->context ? " " : "",
			    parser->context ? parser->context : "");
}

/* Behind the first document there should be its end, and the stream's. */
static void warn_about_rest(struct builder *b, yaml_parser_t *parser)
{
	yaml_event_type_t type = YAML_DOCUMENT_END_EVENT;
	yaml_event_t event;

	while (type == YAML_DOCUMENT_END_EVENT) {
		if (!yaml_parser_parse(parser, &event)) {
			type = YAML_NO_EVENT;
			break;
		}
		type = event.type;
		yaml_event_delete(&event);
	}
	if (type != YAML_STREAM_END_EVENT)
		cr_diags_add(b->diags, CR_WARNING, pos_at(b, parser->mark),
			     "what follows the first document is not read");
}

static int build_tree(struct builder *b, const char *buf, size_t len)
{
	yaml_parser_t parser;
	yaml_event_t event;
	bool done = false;
	int rc = 0;

	if (!yaml_parser_initialize(&parser))
		return fail_at(b, (yaml_mark_t){0}, "out of memory");
	/* UTF-8 only; told so, libyaml no longer skips its mark. */
	if (len >= 3 && memcmp(buf, "\xef\xbb\xbf", 3) == 0) {
		buf += 3;
		len -= 3;
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)buf, len);
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	while (rc == 0 && !done) {
		if (!yaml_parser_parse(&parser, &event)) {
			rc = report_syntax(b, &parser, buf, len);
			break;
		}
		done = event.type == YAML_STREAM_END_EVENT;
		rc = take_event(b, &event);
		yaml_event_delete(&event);
		if (rc == 0 && b->rules->first_document && b->doc->root && !b->depth)
			done = true;
	}
	if (rc == 0 && b->rules->first_document && b->doc->root)
		warn_about_rest(b, &parser);
	yaml_parser_delete(&parser);
	return rc;
}

int cr_yaml_build(struct cr_yaml *doc, const char *buf, size_t len,
		  const struct cr_yaml_rules *rules, struct cr_diags *diags)
{
	struct builder b = {.doc = doc, .rules = rules, .diags = diags};

	return build_tree(&b, buf, len);
}
