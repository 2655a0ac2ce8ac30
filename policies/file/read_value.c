/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single values of the policy file: texts, numbers, times, words and lists of them. */
#include "policies/file/read.h"

#include "base/buffer.h"
#include "base/text.h"
#include "base/units.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TEXT_MAX 256
#define NAME_MAX 63

int cr_read_fault(struct cr_policy_reading *r, const struct cr_yaml_node *node, const char *fmt,
		  ...)
{
	struct cr_pos pos = {r->file, node->line, node->column};
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return cr_diags_add(r->diags, CR_ERROR, pos, "%s", text);
}

const char *cr_read_words(const char *const *words, char *buf, size_t size)
{
	struct cr_buffer b = cr_buffer(buf, size);

	for (size_t i = 0; words[i]; i++)
		cr_buffer_print(&b, "%s%s", !i ? "" : words[i + 1] ? ", " : " or ", words[i]);
	return buf;
}

static size_t count_words(const char *const *words)
{
	size_t n = 0;

	while (words[n])
		n++;
	return n;
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

/* A scalar that is there and is not a boolean in disguise. */
static int need_scalar(struct cr_policy_reading *r, const struct cr_field *field,
		       const struct cr_yaml_node *node)
{
	if (node->kind != CR_YAML_SCALAR || cr_yaml_is_null(node))
		return cr_read_fault(r, node, "'%s' needs %s, not %s", field->key,
				     cr_schema_kind_name(field), cr_yaml_kind_name(node));
	if (looks_boolean(node))
		return cr_read_fault(r, node,
				     "'%s' here is a boolean to YAML 1.1: write %s, or quote it if "
				     "it is a name",
				     node->text,
				     field->kind == CR_KIND_BOOL ? "true or false"
								 : "the word meant");
	return 0;
}

static int unknown_word(struct cr_policy_reading *r, const struct cr_field *field,
			const struct cr_yaml_node *node, size_t first)
{
	const char *const *words = field->choices + first;
	const char *near = cr_text_nearest(node->text, words, count_words(words));
	char all[200];

	if (near)
		return cr_read_fault(r, node, "'%.60s' is no value of '%s': did you mean '%s'?",
				     node->text, field->key, near);
	return cr_read_fault(r, node, "'%.60s' is no value of '%s': %s", node->text, field->key,
			     cr_read_words(words, all, sizeof(all)));
}

/* The place of NODE's word in FIELD's choices from FIRST on, or -1, reported. */
static int read_word(struct cr_policy_reading *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, size_t first)
{
	for (size_t i = first; field->choices[i]; i++)
		if (strcmp(node->text, field->choices[i]) == 0)
			return (int)i;
	return unknown_word(r, field, node, first);
}

static int read_choice(struct cr_policy_reading *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, void *out)
{
	int i = need_scalar(r, field, node) == 0 ? read_word(r, field, node, 0) : -1;

	if (i < 0)
		return -1;
	*(unsigned *)out = (unsigned)i;
	return 0;
}

static bool is_printable(const struct cr_yaml_node *node)
{
	for (size_t i = 0; i < node->len; i++)
		if ((unsigned char)node->text[i] < ' ' || node->text[i] == 0x7f)
			return false;
	return node->len > 0 && node->len <= TEXT_MAX;
}

/* A text of FIELD's, copied to the arena; NULL: reported. */
static const char *read_one_text(struct cr_policy_reading *r, const struct cr_field *field,
				 const struct cr_yaml_node *node)
{
	const char *copy;

	if (need_scalar(r, field, node) != 0)
		return NULL;
	if (!is_printable(node)) {
		cr_read_fault(r, node, "'%s' needs one line of 1 to %d printable bytes", field->key,
			      TEXT_MAX);
		return NULL;
	}
	if (field->kind == CR_KIND_NAME && !cr_text_is_name(node->text, NAME_MAX)) {
		cr_read_fault(r, node,
			      "'%.80s' is no name: 1 to %d letters, digits, '_', '-' or '.', "
			      "beginning with a letter or a digit",
			      node->text, NAME_MAX);
		return NULL;
	}
	if (field->choices && read_word(r, field, node, 0) < 0)
		return NULL;
	copy = cr_arena_strdup(r->arena, node->text);
	if (!copy)
		cr_read_fault(r, node, "out of memory");
	return copy;
}

static int read_text(struct cr_policy_reading *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, void *out)
{
	const char *text = read_one_text(r, field, node);

	if (!text)
		return -1;
	*(const char **)out = text;
	return 0;
}

static int read_bool(struct cr_policy_reading *r, const struct cr_field *field,
		     const struct cr_yaml_node *node, void *out)
{
	bool yes;

	if (need_scalar(r, field, node) != 0)
		return -1;
	yes = !node->quoted && strcmp(node->text, "true") == 0;
	if (!yes && (node->quoted || strcmp(node->text, "false") != 0))
		return cr_read_fault(r, node, "'%s' needs true or false, not '%.60s'", field->key,
				     node->text);
	*(bool *)out = yes;
	return 0;
}

/* A number of FIELD's range from TEXT, which is NODE's or part of it. */
static int parse_number(struct cr_policy_reading *r, const struct cr_field *field,
			const struct cr_yaml_node *node, const char *text, uint64_t *n)
{
	uint64_t max = field->kind == CR_KIND_BIG ? UINT64_MAX / 2 : CR_NUMBER_MAX;
	struct cr_error err;

	if (field->max)
		max = field->max;
	if (node->quoted)
		return cr_read_fault(r, node, "'%s' needs a number, without quotes", field->key);
	if (cr_units_number(text, field->min, max, n, &err) != 0)
		return cr_read_fault(r, node, "'%s': %s", field->key, err.text);
	return 0;
}

static int read_number(struct cr_policy_reading *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, void *out)
{
	uint64_t n = 0;

	if (need_scalar(r, field, node) != 0 || parse_number(r, field, node, node->text, &n) != 0)
		return -1;
	if (field->kind == CR_KIND_BIG)
		*(uint64_t *)out = n;
	else
		*(uint32_t *)out = (uint32_t)n;
	return 0;
}

/* Digits with at most one point; strtod() alone would take "inf", "0x1p3" and the locale's comma.
 */
static bool is_decimal(const char *text)
{
	size_t digits = strspn(text, "0123456789"), more = 0;

	if (text[digits] == '.')
		more = 1 + strspn(text + digits + 1, "0123456789");
	return digits > 0 && more != 1 && !text[digits + more] && digits + more <= 15;
}

static double to_decimal(const char *text)
{
	double value = 0, scale = 1;

	for (; *text && *text != '.'; text++)
		value = value * 10 + (*text - '0');
	for (text += *text == '.'; *text; text++) {
		scale /= 10;
		value += (*text - '0') * scale;
	}
	return value;
}

static int read_decimal(struct cr_policy_reading *r, const struct cr_field *field,
			const struct cr_yaml_node *node, void *out)
{
	if (need_scalar(r, field, node) != 0)
		return -1;
	if (node->quoted || !is_decimal(node->text))
		return cr_read_fault(r, node, "'%s' needs a number such as 12.40, not '%.60s'",
				     field->key, node->text);
	*(double *)out = to_decimal(node->text);
	return 0;
}

static int parse_seconds(struct cr_policy_reading *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, const char *text, uint32_t *seconds)
{
	struct cr_error err;
	uint64_t n = 0;

	if (cr_units_seconds(text, &n, &err) != 0)
		return cr_read_fault(r, node, "'%s': %s", field->key, err.text);
	if (field->kind == CR_KIND_SECONDS && n < field->min)
		return cr_read_fault(r, node, "'%s': %s is less than %us", field->key, text,
				     field->min);
	*seconds = (uint32_t)n;
	return 0;
}

static int read_seconds(struct cr_policy_reading *r, const struct cr_field *field,
			const struct cr_yaml_node *node, void *out)
{
	if (need_scalar(r, field, node) != 0)
		return -1;
	return parse_seconds(r, field, node, node->text, out);
}

/* COUNT@TIME: the part before the at-sign stands in WORD as a node of its own. */
static int read_count(struct cr_policy_reading *r, const struct cr_field *field,
		      const struct cr_yaml_node *node, void *out)
{
	struct cr_count count = {.wait = CR_UNSET};
	struct cr_yaml_node word = *node;
	char text[32], all[120];
	const char *at;
	uint64_t n = 0;
	int i;

	if (need_scalar(r, field, node) != 0)
		return -1;
	at = strchr(node->text, '@');
	if (at && !field->waits)
		return cr_read_fault(r, node, "'%s' takes no @time", field->key);
	(void)snprintf(text, sizeof(text), "%.*s",
		       at ? (int)(at - node->text < 31 ? at - node->text : 31) : 31, node->text);
	word.text = text;
	if (at && parse_seconds(r, field, node, at + 1, &count.wait) != 0)
		return -1;
	if (text[0] >= '0' && text[0] <= '9') {
		if (parse_number(r, field, &word, text, &n) != 0)
			return -1;
		count.number = (uint32_t)n;
	} else {
		for (i = 1; field->choices[i] && strcmp(text, field->choices[i]) != 0; i++)
			;
		if (!field->choices[i])
			return cr_read_fault(r, node, "'%.60s' is no value of '%s': %s", node->text,
					     field->key,
					     cr_read_words(field->choices, all, sizeof(all)));
		count.choice = (unsigned)i;
	}
	*(struct cr_count *)out = count;
	return 0;
}

/* A lone text stands for a list of one. */
static int read_texts(struct cr_policy_reading *r, const struct cr_field *field,
		      const struct cr_yaml_node *node, void *out)
{
	size_t n = node->kind == CR_YAML_SEQUENCE ? node->count : 1, i = 0;
	const struct cr_yaml_node *c = node->kind == CR_YAML_SEQUENCE ? node->first : node;
	const char **name;
	struct cr_pos *at;
	int rc = 0;

	if (node->kind == CR_YAML_MAPPING)
		return cr_read_fault(r, node, "'%s' needs a list of texts, not a mapping",
				     field->key);
	if (n > CR_READ_ENTRIES_MAX)
		return cr_read_fault(r, node, "'%s' has %zu entries, the limit is %d", field->key,
				     n, CR_READ_ENTRIES_MAX);
	name = cr_arena_array(r->arena, n + 1, sizeof(*name));
	at = cr_arena_array(r->arena, n + 1, sizeof(*at));
	if (!name || !at)
		return cr_read_fault(r, node, "out of memory");
	for (; i < n; c = c->next, i++) {
		at[i] = (struct cr_pos){r->file, c->line, c->column};
		name[i] = read_one_text(r, field, c);
		if (!name[i])
			rc = -1;
	}
	if (rc == 0)
		*(struct cr_texts *)out = (struct cr_texts){.names = {name, n}, .at = at};
	return rc;
}

static int read_amounts(struct cr_policy_reading *r, const struct cr_field *field,
			const struct cr_yaml_node *node, void *out)
{
	struct cr_field number = {.key = field->key, .kind = CR_KIND_BIG, .max = 100000000};
	struct cr_amount *item;
	size_t n = 0;
	int rc = 0;

	if (node->kind != CR_YAML_MAPPING)
		return cr_read_fault(r, node, "'%s' needs a mapping of names to numbers, not %s",
				     field->key, cr_yaml_kind_name(node));
	item = cr_arena_array(r->arena, node->count + 1, sizeof(*item));
	if (!item)
		return cr_read_fault(r, node, "out of memory");
	for (const struct cr_yaml_node *c = node->first; c; c = c->next, n++) {
		item[n].name = cr_arena_strdup(r->arena, c->key);
		item[n].pos = (struct cr_pos){r->file, c->key_line, c->key_column};
		if (!item[n].name || read_number(r, &number, c, &item[n].value) != 0)
			rc = -1;
	}
	if (rc == 0)
		*(struct cr_amounts *)out = (struct cr_amounts){item, n};
	return rc;
}

int cr_read_value(struct cr_policy_reading *r, const struct cr_field *field,
		  const struct cr_yaml_node *node, void *out)
{
	static int (*const readers[])(struct cr_policy_reading *, const struct cr_field *,
				      const struct cr_yaml_node *, void *) = {
		[CR_KIND_NAME] = read_text,       [CR_KIND_TEXT] = read_text,
		[CR_KIND_BOOL] = read_bool,       [CR_KIND_CHOICE] = read_choice,
		[CR_KIND_NUMBER] = read_number,   [CR_KIND_BIG] = read_number,
		[CR_KIND_DECIMAL] = read_decimal, [CR_KIND_SECONDS] = read_seconds,
		[CR_KIND_COUNT] = read_count,     [CR_KIND_TEXTS] = read_texts,
		[CR_KIND_AMOUNTS] = read_amounts,
	};

	return readers[field->kind](r, field, node, out);
}
