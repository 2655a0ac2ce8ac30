/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sections of a policy as JSON Schema: which keys there are, and which must be. */
#include "cli/schema_json.h"

#include "base/buffer.h"
#include "base/keys_value.h"
#include "policies/file/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A section stands under `definitions` once for each way of asking for what is required:
 * WHOLE asks for all of it; OPEN for nothing, since other files or `clusters` complete it;
 * OVER is what stands in `clusters` itself.
 */
enum form { WHOLE, OPEN, OVER, FORMS };

#define NAME_SIZE 80

static const char *definition_name(const struct cr_section *section, enum form form, char *buf)
{
	static const char *const ends[FORMS] = {"", "-open", "-over"};

	(void)snprintf(buf, NAME_SIZE, "%s%s", *section->name ? section->name : "policy",
		       ends[section == &cr_schema || form == WHOLE ? form : OPEN]);
	return buf;
}

static struct json_object *refer_to(const struct cr_section *section, enum form form)
{
	char name[NAME_SIZE], path[NAME_SIZE + 20];

	(void)snprintf(path, sizeof(path), "#/definitions/%s",
		       definition_name(section, form, name));
	return cr_schema_json_text("$ref", path);
}

/* ---- values that are sections -------------------------------------------------- */

static struct json_object *take_map(const struct cr_field *field, enum form form)
{
	struct json_object *o = cr_schema_json_text("type", "object");

	json_object_object_add(o, "propertyNames", cr_schema_json_name());
	json_object_object_add(o, "maxProperties", json_object_new_int(CR_KEYS_ENTRIES_MAX));
	json_object_object_add(o, "additionalProperties", refer_to(field->section, form));
	return o;
}

static struct json_object *take_list(const struct cr_field *field, enum form form)
{
	struct json_object *o = cr_schema_json_text("type", "array");

	json_object_object_add(o, "items", refer_to(field->section, form));
	json_object_object_add(o, "maxItems", json_object_new_int(CR_KEYS_ENTRIES_MAX));
	if (field->required && form == WHOLE)
		json_object_object_add(o, "minItems", json_object_new_int(1));
	return o;
}

/* What a tenant's section lacks `tenant_defaults` may have. */
static enum form pick_form(const struct cr_field *field, enum form form)
{
	static const char inherits[] = "tenants.NAME.";

	if (field->kind == CR_KIND_SECTION &&
	    strncmp(field->section->name, inherits, sizeof(inherits) - 1) == 0)
		return OPEN;
	return form;
}

static struct json_object *take_section(const struct cr_field *field, enum form form)
{
	const struct cr_section *section = field->section;
	struct json_object *o = refer_to(section, pick_form(field, form));

	for (size_t i = 0; section->shorthand && i < section->count; i++)
		if (strcmp(section->fields[i].key, section->shorthand) == 0)
			return cr_schema_json_either(cr_schema_json_value(&section->fields[i]), o);
	return o;
}

static struct json_object *take_overlay(void)
{
	struct json_object *o = cr_schema_json_text("type", "object");

	json_object_object_add(o, "additionalProperties", refer_to(&cr_schema, OVER));
	return o;
}

static struct json_object *take_value(const struct cr_field *field, enum form form)
{
	switch (field->kind) {
	case CR_KIND_SECTION:
		return take_section(field, form);
	case CR_KIND_MAP:
		return take_map(field, form);
	case CR_KIND_LIST:
		return take_list(field, form);
	case CR_KIND_RULES:
		return cr_schema_json_either(cr_schema_json_value(field), take_list(field, form));
	case CR_KIND_OVERLAY:
		return take_overlay();
	default:
		return cr_schema_json_value(field);
	}
}

/* ---- keys ---------------------------------------------------------------------- */

static struct json_object *describe_key(const struct cr_section *section,
					const struct cr_field *field)
{
	char text[600];
	struct cr_buffer b = cr_buffer(text, sizeof(text));

	cr_buffer_print(&b, "%s", field->doc);
	if (cr_schema_is_pending(section, field))
		cr_buffer_print(&b, " (no effect yet)");
	if (field->example)
		cr_buffer_print(&b, "; e.g. %s", field->example);
	if (field->standard)
		cr_buffer_print(&b, "; default: %s", field->standard);
	return json_object_new_string(text);
}

/* What editors fill in; of the right type, else they would write quotes. */
static struct json_object *give_standard(const struct cr_field *field)
{
	if (field->kind == CR_KIND_BOOL)
		return json_object_new_boolean(strcmp(field->standard, "true") == 0);
	if (field->kind == CR_KIND_NUMBER)
		return json_object_new_int64(strtol(field->standard, NULL, 10));
	return json_object_new_string(field->standard);
}

static struct json_object *make_property(const struct cr_section *section,
					 const struct cr_field *field, enum form form)
{
	struct json_object *value = take_value(field, form), *o = value, *all;

	/* Beside a $ref draft 7 looks at nothing. */
	if (json_object_object_get_ex(value, "$ref", NULL)) {
		o = json_object_new_object();
		all = json_object_new_array();
		json_object_array_add(all, value);
		json_object_object_add(o, "allOf", all);
	}
	json_object_object_add(o, "description", describe_key(section, field));
	if (field->standard)
		json_object_object_add(o, "default", give_standard(field));
	return o;
}

/* What holds on one cluster only can neither name files nor other clusters. */
static bool stands_in(const struct cr_section *section, const struct cr_field *field,
		      enum form form)
{
	if (section != &cr_schema || form != OVER)
		return true;
	return field->kind != CR_KIND_OVERLAY && strcmp(field->key, "include") != 0 &&
	       strcmp(field->key, "version") != 0;
}

static struct json_object *list_keys(const struct cr_section *section, enum form form)
{
	struct json_object *o = cr_schema_json_text("type", "object");
	struct json_object *keys = json_object_new_object(), *required = json_object_new_array();

	for (size_t i = 0; i < section->count; i++) {
		const struct cr_field *f = &section->fields[i];

		if (!stands_in(section, f, form))
			continue;
		json_object_object_add(keys, f->key, make_property(section, f, form));
		if (f->required && form == WHOLE)
			json_object_array_add(required, json_object_new_string(f->key));
	}
	json_object_object_add(o, "properties", keys);
	json_object_object_add(o, "additionalProperties", json_object_new_boolean(false));
	if (json_object_array_length(required))
		json_object_object_add(o, "required", required);
	else
		json_object_put(required);
	return o;
}

/* ---- the whole ----------------------------------------------------------------- */

static void define_section(struct json_object *definitions, const struct cr_section *section,
			   enum form form)
{
	char name[NAME_SIZE];

	if (json_object_object_get_ex(definitions, definition_name(section, form, name), NULL))
		return;
	json_object_object_add(definitions, name, list_keys(section, form));
	for (size_t i = 0; i < section->count; i++) {
		const struct cr_field *f = &section->fields[i];

		if (f->kind == CR_KIND_OVERLAY)
			define_section(definitions, &cr_schema, OVER);
		else if (f->section)
			define_section(definitions, f->section, pick_form(f, form));
	}
}

/* Does a file say that there is more than it? */
static struct json_object *ask_for_more(void)
{
	static const char *const keys[] = {"include", "clusters"};
	struct json_object *has[2], *list;

	for (size_t i = 0; i < 2; i++) {
		has[i] = json_object_new_object();
		list = json_object_new_array();
		json_object_array_add(list, json_object_new_string(keys[i]));
		json_object_object_add(has[i], "required", list);
	}
	return cr_schema_json_either(has[0], has[1]);
}

struct json_object *cr_schema_json(bool included)
{
	struct json_object *o = cr_schema_json_text("$schema",
						    "http://json-schema.org/draft-07/schema#");
	struct json_object *definitions = json_object_new_object(), *list;

	json_object_object_add(o, "title", json_object_new_string("A policy of commroute"));
	if (included) {
		list = json_object_new_array();
		json_object_array_add(list, refer_to(&cr_schema, OPEN));
		json_object_object_add(o, "allOf", list);
	} else {
		json_object_object_add(o, "if", ask_for_more());
		json_object_object_add(o, "then", refer_to(&cr_schema, OPEN));
		json_object_object_add(o, "else", refer_to(&cr_schema, WHOLE));
		define_section(definitions, &cr_schema, WHOLE);
	}
	define_section(definitions, &cr_schema, OPEN);
	json_object_object_add(o, "definitions", definitions);
	return o;
}
