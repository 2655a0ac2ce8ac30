/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single values that are numbers: whole, decimal, times, counts with a word in their place. */
#include "base/keys_value.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

/* A number of FIELD's range from TEXT, which is NODE's or part of it. */
static int parse_number(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node, const char *text, uint64_t *n)
{
	uint64_t max = field->kind == CR_KIND_BIG ? UINT64_MAX / 2 : CR_NUMBER_MAX;
	struct cr_error err;
	int rc;

	if (field->max)
		max = field->max;
	if (node->quoted && !field->parse)
		return cr_keys_fault_at(r, node, "'%s' needs a number, without quotes", field->key);
	if (field->parse)
		rc = field->parse(text, n, &err);
	else
		rc = cr_units_number(text, field->min, max, n, &err);
	return rc == 0 ? 0 : cr_keys_fault_at(r, node, "'%s': %s", field->key, err.text);
}

int cr_keys_read_number(struct cr_keys *r, const struct cr_field *field,
			const struct cr_yaml_node *node, struct cr_entry *out)
{
	uint64_t n = 0;

	if (cr_keys_need_scalar(r, field, node) != 0 ||
	    parse_number(r, field, node, node->text, &n) != 0)
		return -1;
	if (field->kind == CR_KIND_BIG)
		*cr_at_u64(out, field->offset) = n;
	else
		*cr_at_u32(out, field->offset) = (uint32_t)n;
	return 0;
}

/*
 * Digits with at most one point; strtod() alone would take "inf", "0x1p3" and the
 * locale's comma.
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

int cr_keys_read_decimal(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, struct cr_entry *out)
{
	if (cr_keys_need_scalar(r, field, node) != 0)
		return -1;
	if (node->quoted || !is_decimal(node->text))
		return cr_keys_fault_at(r, node, "'%s' needs a number such as 12.40, not '%.60s'",
					field->key, node->text);
	*cr_at_double(out, field->offset) = to_decimal(node->text);
	return 0;
}

static int parse_seconds(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, const char *text, uint32_t *seconds)
{
	struct cr_error err;
	uint64_t n = 0;

	if (cr_units_seconds(text, &n, &err) != 0)
		return cr_keys_fault_at(r, node, "'%s': %s", field->key, err.text);
	if (field->kind == CR_KIND_SECONDS && n < field->min)
		return cr_keys_fault_at(r, node, "'%s': %s is less than %us", field->key, text,
					field->min);
	*seconds = (uint32_t)n;
	return 0;
}

int cr_keys_read_seconds(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, struct cr_entry *out)
{
	if (cr_keys_need_scalar(r, field, node) != 0)
		return -1;
	return parse_seconds(r, field, node, node->text, cr_at_u32(out, field->offset));
}

/* The place of TEXT in FIELD's choices, of which the first stands for the number; 0: none. */
static unsigned find_choice(const struct cr_field *field, const char *text)
{
	for (unsigned i = 1; field->choices[i]; i++)
		if (strcmp(text, field->choices[i]) == 0)
			return i;
	return 0;
}

/* COUNT@TIME: the part before the at-sign stands in WORD as a node of its own. */
int cr_keys_read_count(struct cr_keys *r, const struct cr_field *field,
		       const struct cr_yaml_node *node, struct cr_entry *out)
{
	struct cr_count count = {.wait = CR_UNSET};
	char text[32], all[120];
	const char *at;
	uint64_t n = 0;

	if (cr_keys_need_scalar(r, field, node) != 0)
		return -1;
	at = strchr(node->text, '@');
	if (at && !field->waits)
		return cr_keys_fault_at(r, node, "'%s' takes no @time", field->key);
	(void)snprintf(text, sizeof(text), "%.*s",
		       at ? (int)(at - node->text < 31 ? at - node->text : 31) : 31, node->text);
	if (at && parse_seconds(r, field, node, at + 1, &count.wait) != 0)
		return -1;
	if (text[0] >= '0' && text[0] <= '9') {
		if (parse_number(r, field, node, text, &n) != 0)
			return -1;
		count.number = (uint32_t)n;
	} else {
		count.choice = find_choice(field, text);
		if (!count.choice)
			return cr_keys_fault_at(r, node, "'%.60s' is no value of '%s': %s",
						node->text, field->key,
						cr_keys_words(field->choices, all, sizeof(all)));
	}
	*cr_at_count(out, field->offset) = count;
	return 0;
}

int cr_keys_read_amounts(struct cr_keys *r, const struct cr_field *field,
			 const struct cr_yaml_node *node, struct cr_entry *out)
{
	struct cr_field number = {.key = field->key, .kind = CR_KIND_BIG, .max = 100000000};
	struct cr_amount *item;
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
		item[n].pos = cr_keys_key_pos(r, c);
		if (!item[n].name || cr_keys_need_scalar(r, &number, c) != 0 ||
		    parse_number(r, &number, c, c->text, &item[n].value) != 0)
			rc = -1;
	}
	if (rc == 0)
		*cr_at_amounts(out, field->offset) = (struct cr_amounts){item, n};
	return rc;
}
