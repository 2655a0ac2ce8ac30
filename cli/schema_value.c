/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single values of a policy as JSON Schema: what an editor offers and underlines. */
#include "cli/schema_json.h"

#include "base/buffer.h"
#include "base/keys_value.h"

/* Of the reader's names and texts (base/keys_value.c). */
#define NAME_PATTERN  "^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$"
#define LINE_PATTERN  "^[^\\x00-\\x1f\\x7f]+$"
#define TEXT_MAX      256
#define AMOUNT_MAX    100000000
#define SPAN          "[0-9]+[smhdw]"
#define COUNT_PATTERN 200

struct json_object *cr_schema_json_text(const char *key, const char *text)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, key, json_object_new_string(text));
	return o;
}

struct json_object *cr_schema_json_either(struct json_object *a, struct json_object *b)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();

	json_object_array_add(list, a);
	json_object_array_add(list, b);
	json_object_object_add(o, "anyOf", list);
	return o;
}

/* A scalar that is text to us may be a number or a boolean to an editor: `accounts: [2024]`. */
static struct json_object *take_any_text(const char *pattern)
{
	static const char *const types[] = {"string", "number", "boolean"};
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		json_object_array_add(list, json_object_new_string(types[i]));
	json_object_object_add(o, "type", list);
	json_object_object_add(o, "pattern", json_object_new_string(pattern));
	return o;
}

struct json_object *cr_schema_json_name(void)
{
	return take_any_text(NAME_PATTERN);
}

static struct json_object *list_words(const struct cr_field *field)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (size_t i = field->first; field->choices[i]; i++)
		json_object_array_add(list, json_object_new_string(field->choices[i]));
	json_object_object_add(o, "enum", list);
	return o;
}

static struct json_object *take_text(const struct cr_field *field)
{
	struct json_object *o;

	if (field->choices)
		return list_words(field);
	o = take_any_text(LINE_PATTERN);
	json_object_object_add(o, "maxLength",
			       json_object_new_int64(field->max ? field->max : TEXT_MAX));
	return o;
}

static struct json_object *take_whole_number(uint64_t min, uint64_t max)
{
	struct json_object *o = cr_schema_json_text("type", "integer");

	json_object_object_add(o, "minimum", json_object_new_uint64(min));
	json_object_object_add(o, "maximum", json_object_new_uint64(max));
	return o;
}

static struct json_object *take_number(const struct cr_field *field)
{
	uint64_t max = field->kind == CR_KIND_BIG ? UINT64_MAX / 2 : CR_NUMBER_MAX;

	return take_whole_number(field->min, field->max ? field->max : max);
}

static struct json_object *take_decimal(void)
{
	struct json_object *o = cr_schema_json_text("type", "number");

	json_object_object_add(o, "minimum", json_object_new_int(0));
	return o;
}

static struct json_object *take_span(void)
{
	struct json_object *o = cr_schema_json_text("type", "string");

	json_object_object_add(o, "pattern", json_object_new_string("^" SPAN "$"));
	return o;
}

/* A number, a word, and where the key waits either with @time behind it. */
static struct json_object *take_count(const struct cr_field *field)
{
	struct json_object *o = cr_schema_json_text("type", "string");
	const char *waits = field->waits ? "(@" SPAN ")?" : "";
	char pattern[COUNT_PATTERN];
	struct cr_buffer b = cr_buffer(pattern, sizeof(pattern));

	cr_buffer_print(&b, "^(%s", field->waits ? "[0-9]+@" SPAN "|(" : "");
	for (size_t i = 1; field->choices[i]; i++)
		cr_buffer_print(&b, "%s%s", i > 1 ? "|" : "", field->choices[i]);
	cr_buffer_print(&b, "%s%s)$", field->waits ? ")" : "", waits);
	json_object_object_add(o, "pattern", json_object_new_string(pattern));
	return cr_schema_json_either(take_number(field), o);
}

/* A list of ITEM, or one alone. */
static struct json_object *take_one_or_list(struct json_object *item, const struct cr_field *field)
{
	struct json_object *list = cr_schema_json_text("type", "array");

	json_object_object_add(list, "items", json_object_get(item));
	json_object_object_add(
		list, "maxItems",
		json_object_new_int64(field->max ? field->max : CR_KEYS_ENTRIES_MAX));
	return cr_schema_json_either(item, list);
}

static struct json_object *take_amounts(void)
{
	struct json_object *o = cr_schema_json_text("type", "object");

	json_object_object_add(o, "additionalProperties", take_whole_number(0, AMOUNT_MAX));
	return o;
}

struct json_object *cr_schema_json_value(const struct cr_field *field)
{
	switch (field->kind) {
	case CR_KIND_NAME:
		return cr_schema_json_name();
	case CR_KIND_TEXT:
		return take_text(field);
	case CR_KIND_BOOL:
		return cr_schema_json_text("type", "boolean");
	case CR_KIND_CHOICE:
	case CR_KIND_RULES: /* the word that can stand for the rules */
		return list_words(field);
	case CR_KIND_NUMBER:
	case CR_KIND_BIG:
		return take_number(field);
	case CR_KIND_DECIMAL:
		return take_decimal();
	case CR_KIND_SECONDS:
		return take_span();
	case CR_KIND_COUNT:
		return take_count(field);
	case CR_KIND_TEXTS:
	case CR_KIND_SET:
		return take_one_or_list(take_text(field), field);
	case CR_KIND_AMOUNTS:
		return take_amounts();
	default: /* no policy has it: anything */
		return json_object_new_object();
	}
}
