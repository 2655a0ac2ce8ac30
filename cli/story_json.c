/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A decision with all its reasons as JSON. */
#include "cli/story.h"

#include "policies/decide/decision_fields.h"

static void put_value(struct json_object *to, const char *key, struct json_object *value)
{
	if (value)
		json_object_object_add(to, key, value);
}

static struct json_object *text_json(const char *text)
{
	return text ? json_object_new_string(text) : NULL;
}

static struct json_object *yes_json(bool value)
{
	return value ? json_object_new_boolean(true) : NULL;
}

static void put_field(struct json_object *to, const struct cr_decision *d,
		      enum cr_decision_field field)
{
	const struct cr_decision_row *row = cr_decision_row(field);
	bool has = cr_decision_has(d, field);

	if (row->kind == CR_VALUE_NUMBER && has)
		put_value(to, row->name, json_object_new_uint64(cr_decision_number(d, field)));
	else if (row->kind == CR_VALUE_FLAG && (has || !row->sets))
		put_value(to, row->name, json_object_new_boolean(has));
	else
		put_value(to, row->name, text_json(cr_decision_text(d, field)));
}

/* What is to be set stands apart, and only where it is. */
static void put_fields(struct json_object *root, const struct cr_decision *d)
{
	struct json_object *set = json_object_new_object();

	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		if (!(cr_decision_row(field)->hidden & CR_HIDDEN_JSON))
			put_field(cr_decision_row(field)->sets ? set : root, d, field);
	put_value(root, "set", set);
}

static struct json_object *reasons_json(const struct cr_decision *d)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < d->reason_count; i++) {
		const struct cr_reason *r = &d->reasons[i];
		struct json_object *one = json_object_new_object();

		put_value(one, "step", text_json(cr_step_name(r->step)));
		put_value(one, "code", text_json(cr_decision_code(d, r->code)));
		put_value(one, "subject", text_json(r->subject));
		put_value(one, "against", yes_json(r->against));
		put_value(one, "text", text_json(r->text));
		json_object_array_add(list, one);
	}
	return list;
}

struct json_object *cr_cli_story_json(const struct cr_decision *d)
{
	struct json_object *root = json_object_new_object();

	put_fields(root, d);
	put_value(root, "reasons", reasons_json(d));
	return root;
}
