/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line of JSON that a job carries: written to fit, shortened where it does not. */
#include "policies/decide/record.h"

#include "base/buffer.h"
#include "policies/decide/decision_fields.h"

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#define VALUE_MAX 120   /* bytes of one value that are kept */
#define WHY_MAX   12    /* reasons that are kept */
#define TEXT_MAX  65536 /* bytes of a field that are looked at */
#define CLOSING   2     /* bytes that close the object and its list */

/* ---- writing ----------------------------------------------------------- */

/* Write all of a member or nothing. */
static void put_string(struct cr_buffer *b, const char *key, const char *value)
{
	size_t before = b->used;

	if (!value)
		return;
	cr_buffer_print(b, ",\"%s\":", key);
	cr_buffer_add_json(b, value, VALUE_MAX);
	if (b->full)
		cr_buffer_undo(b, before);
}

static void put_number(struct cr_buffer *b, const char *key, uint32_t value)
{
	size_t before = b->used;

	if (value == CR_UNSET)
		return;
	cr_buffer_print(b, ",\"%s\":%u", key, value);
	if (b->full)
		cr_buffer_undo(b, before);
}

static void put_true(struct cr_buffer *b, const char *key, bool value)
{
	size_t before = b->used;

	if (!value)
		return;
	cr_buffer_print(b, ",\"%s\":true", key);
	if (b->full)
		cr_buffer_undo(b, before);
}

/* False when R does not fit: the object stays whole. */
static bool put_reason(struct cr_buffer *b, const struct cr_decision *d, const struct cr_reason *r,
		       bool first)
{
	const char *code = cr_decision_code(d, r->code);
	size_t before = b->used;
	char line[VALUE_MAX + 1];

	(void)snprintf(line, sizeof(line), "%s%s%s%s%s", code ? code : "", code ? " " : "",
		       r->subject ? r->subject : "", r->subject ? ": " : "", r->text);
	cr_buffer_add(b, first ? ",\"why\":[" : ",");
	cr_buffer_add_json(b, line, VALUE_MAX);
	if (!b->full)
		return true;
	cr_buffer_undo(b, before);
	return false;
}

static void put_reasons(struct cr_buffer *b, const struct cr_decision *d)
{
	size_t n = 0, first = d->reason_count > WHY_MAX ? d->reason_count - WHY_MAX : 0;

	while (first + n < d->reason_count && put_reason(b, d, &d->reasons[first + n], n == 0))
		n++;
	b->size += CLOSING; /* the room that was kept for this */
	cr_buffer_add(b, n ? "]}" : "}");
}

static void put_field(struct cr_buffer *b, const struct cr_decision *d,
		      enum cr_decision_field field)
{
	const struct cr_decision_row *row = cr_decision_row(field);

	if (!row->recorded)
		return;
	put_string(b, row->recorded, cr_decision_text(d, field));
	put_number(b, row->recorded, cr_decision_recorded_number(d, field));
	put_true(b, row->recorded, cr_decision_flag(d, field));
}

/* "own":["switches"]: of what is recorded, what the user asked for and we did not set. */
static void put_own(struct cr_buffer *b, const struct cr_decision *d)
{
	size_t before = b->used;
	bool any = false;

	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++) {
		if (!cr_decision_is_own(d, field))
			continue;
		cr_buffer_print(b, "%s\"%s\"", any ? "," : ",\"own\":[",
				cr_decision_row(field)->recorded);
		any = true;
	}
	if (any)
		cr_buffer_add(b, "]");
	if (b->full)
		cr_buffer_undo(b, before);
}

const char *cr_record_format(const struct cr_decision *d, const char *hash, const char *id,
			     char buf[CR_RECORD_MAX])
{
	struct cr_buffer b = cr_buffer(buf, CR_RECORD_MAX - CLOSING);

	cr_buffer_add(&b, "{\"commroute\":1");
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		put_field(&b, d, field);
	put_own(&b, d);
	put_string(&b, "policy", hash);
	put_string(&b, "id", id);
	put_reasons(&b, d);
	return buf;
}

/* ---- reading ----------------------------------------------------------- */

struct reader {
	struct cr_arena *arena;
	struct json_object *object;
	bool no_memory;
};

static const char *copy_text(struct reader *r, struct json_object *value)
{
	const char *text = json_object_get_string(value);
	const char *copy = cr_arena_strdup(r->arena, text);

	r->no_memory |= text && !copy;
	return copy;
}

static const char *get_string(struct reader *r, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(r->object, key, &value) ||
	    !json_object_is_type(value, json_type_string))
		return NULL;
	return copy_text(r, value);
}

static uint32_t get_number(struct reader *r, const char *key)
{
	struct json_object *value;
	int64_t n;

	if (!json_object_object_get_ex(r->object, key, &value) ||
	    !json_object_is_type(value, json_type_int))
		return CR_UNSET;
	n = json_object_get_int64(value);
	return n >= 0 && n < CR_UNSET ? (uint32_t)n : CR_UNSET;
}

static bool get_true(struct reader *r, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(r->object, key, &value) && json_object_get_boolean(value);
}

static void get_reasons(struct reader *r, struct cr_record *record)
{
	struct json_object *list;
	const char **why;
	size_t n;

	if (!json_object_object_get_ex(r->object, "why", &list) ||
	    !json_object_is_type(list, json_type_array))
		return;
	n = json_object_array_length(list);
	why = cr_arena_array(r->arena, n + 1, sizeof(*why));
	r->no_memory |= !why;
	for (size_t i = 0; why && i < n; i++) {
		why[i] = copy_text(r, json_object_array_get_idx(list, i));
		if (!why[i])
			break;
		record->why_count = i + 1;
	}
	record->why = why;
}

static bool is_own(struct reader *r, const char *key)
{
	struct json_object *list;
	const char *name;

	if (!json_object_object_get_ex(r->object, "own", &list) ||
	    !json_object_is_type(list, json_type_array))
		return false;
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		name = json_object_get_string(json_object_array_get_idx(list, i));
		if (name && strcmp(name, key) == 0)
			return true;
	}
	return false;
}

/* A word that this version does not know counts as not recorded. */
static void get_field(struct reader *r, enum cr_decision_field field, struct cr_record *record)
{
	const struct cr_decision_row *row = cr_decision_row(field);
	struct cr_decision *d = &record->decision;
	const char *text;

	if (!row->recorded)
		return;
	record->own[field] = is_own(r, row->recorded);
	if (row->kind == CR_VALUE_NUMBER) {
		(void)cr_decision_set_number(d, field, get_number(r, row->recorded));
		record->has[field] = cr_decision_has(d, field);
	} else if (row->kind == CR_VALUE_FLAG) {
		(void)cr_decision_set_flag(d, field, get_true(r, row->recorded));
		record->has[field] = cr_decision_has(d, field);
	} else {
		text = get_string(r, row->recorded);
		record->has[field] = text && cr_decision_set_text(d, field, text) == 0;
	}
}

static void fill_record(struct reader *r, struct cr_record *record)
{
	*record = (struct cr_record){.why = NULL};
	cr_decision_clear(&record->decision);
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++)
		get_field(r, field, record);
	record->hash = get_string(r, "policy");
	get_reasons(r, record);
}

/* The object whose brace TEXT begins with, or NULL when it is not whole; the caller puts it. */
static struct json_object *parse_object(const char *text, size_t len)
{
	struct json_tokener *tokener = json_tokener_new_ex(8);
	struct json_object *object;

	if (!tokener)
		return NULL;
	object = json_tokener_parse_ex(tokener, text, (int)len);
	json_tokener_free(tokener);
	return object;
}

static const char *find_record(const char *text, size_t len)
{
	static const char begin[] = "{\"commroute\":";

	return len ? memmem(text, len, begin, strlen(begin)) : NULL;
}

bool cr_record_is_in(const char *text)
{
	return text && find_record(text, strlen(text));
}

int cr_record_parse(const char *text, struct cr_arena *arena, struct cr_record *record,
		    struct cr_error *err)
{
	size_t len = text ? strnlen(text, TEXT_MAX) : 0;
	const char *at = find_record(text, len);
	struct reader r = {.arena = arena};
	struct cr_record found;

	if (!at)
		return cr_error_set(err, "no commroute record in it");
	r.object = parse_object(at, len - (size_t)(at - text));
	if (!r.object)
		return cr_error_set(err, "the commroute record in it is not whole JSON");
	fill_record(&r, &found);
	json_object_put(r.object);
	if (r.no_memory)
		return cr_error_set(err, "out of memory");
	*record = found;
	return 0;
}
