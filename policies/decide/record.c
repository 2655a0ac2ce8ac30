/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line of JSON that a job carries: written to fit, shortened where it does not. */
#include "policies/decide/record.h"

#include "base/buffer.h"

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

const char *cr_record_format(const struct cr_decision *d, const char *hash, char buf[CR_RECORD_MAX])
{
	struct cr_buffer b = cr_buffer(buf, CR_RECORD_MAX - CLOSING);

	cr_buffer_add(&b, "{\"commroute\":1");
	put_string(&b, "verdict", cr_verdict_name(d->verdict));
	put_string(&b, "mode", cr_mode_name(d->mode));
	put_string(&b, "code", cr_decision_code(d, d->code));
	put_string(&b, "profile", d->profile);
	put_string(&b, "tenant", d->tenant);
	put_string(&b, "partition", d->partition);
	put_string(&b, "would_partition", d->would_partition);
	put_string(&b, "topology", d->topology);
	put_string(&b, "type", d->topology_type);
	put_string(&b, "qos", d->qos);
	put_string(&b, "gpu_type", d->gpu_type);
	put_number(&b, "segment", d->segment != CR_UNSET ? d->segment : d->own_segment);
	put_number(&b, "switches", d->switches != CR_UNSET ? d->switches : d->own_switches);
	put_number(&b, "wait", d->switch_wait);
	put_number(&b, "nodes", d->nodes);
	put_number(&b, "gpus", d->gpus);
	put_true(&b, "exclusive_topo", d->exclusive_topo);
	put_true(&b, "preemptible", d->preemptible);
	put_true(&b, "portable", d->option.portable);
	put_string(&b, "policy", hash);
	put_reasons(&b, d);
	return buf;
}

/* ---- reading ----------------------------------------------------------- */

struct reader {
	struct cr_arena *arena;
	struct json_object *object;
	bool no_memory;
};

static const char *get_string(struct reader *r, const char *key)
{
	struct json_object *value;
	const char *copy;

	if (!json_object_object_get_ex(r->object, key, &value) ||
	    !json_object_is_type(value, json_type_string))
		return NULL;
	copy = cr_arena_strdup(r->arena, json_object_get_string(value));
	r->no_memory |= !copy;
	return copy;
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
		why[i] = cr_arena_strdup(
			r->arena, json_object_get_string(json_object_array_get_idx(list, i)));
		if (why[i])
			record->why_count = i + 1;
		else
			break;
	}
	record->why = why;
}

static void fill(struct reader *r, struct cr_record *record)
{
	*record = (struct cr_record){
		.verdict = get_string(r, "verdict"),
		.mode = get_string(r, "mode"),
		.code = get_string(r, "code"),
		.profile = get_string(r, "profile"),
		.tenant = get_string(r, "tenant"),
		.partition = get_string(r, "partition"),
		.would_partition = get_string(r, "would_partition"),
		.topology = get_string(r, "topology"),
		.type = get_string(r, "type"),
		.qos = get_string(r, "qos"),
		.gpu_type = get_string(r, "gpu_type"),
		.hash = get_string(r, "policy"),
		.segment = get_number(r, "segment"),
		.switches = get_number(r, "switches"),
		.switch_wait = get_number(r, "wait"),
		.nodes = get_number(r, "nodes"),
		.gpus = get_number(r, "gpus"),
		.preemptible = get_true(r, "preemptible"),
	};
	get_reasons(r, record);
}

/* The object that begins at TEXT, or NULL; the caller puts it. */
static struct json_object *parse_object(const char *text, size_t len)
{
	struct json_tokener *tokener = json_tokener_new_ex(8);
	struct json_object *object;

	if (!tokener)
		return NULL;
	object = json_tokener_parse_ex(tokener, text, (int)len);
	if (json_tokener_get_error(tokener) != json_tokener_success ||
	    !json_object_is_type(object, json_type_object)) {
		json_object_put(object);
		object = NULL;
	}
	json_tokener_free(tokener);
	return object;
}

int cr_record_parse(const char *text, struct cr_arena *arena, struct cr_record *record,
		    struct cr_error *err)
{
	size_t len = text ? strnlen(text, TEXT_MAX) : 0;
	const char *at = len ? memmem(text, len, "{\"commroute\":", 13) : NULL;
	struct reader r = {.arena = arena};
	struct cr_record found;

	if (!at)
		return cr_error_set(err, "no commroute record in it");
	r.object = parse_object(at, len - (size_t)(at - text));
	if (!r.object)
		return cr_error_set(err, "the commroute record in it is not whole JSON");
	fill(&r, &found);
	json_object_put(r.object);
	if (r.no_memory)
		return cr_error_set(err, "out of memory");
	*record = found;
	return 0;
}
