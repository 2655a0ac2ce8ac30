/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "policies/decide/record.h"

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#define VALUE_MAX 120   /* bytes of one value that are kept */
#define WHY_MAX   12    /* reasons that are kept */
#define TEXT_MAX  65536 /* bytes of a field that are looked at */

/* ---- writing ----------------------------------------------------------- */

struct writer {
	char *buf;
	size_t used, size; /* size leaves room for what closes the object */
	bool full;
};

static void put(struct writer *w, const char *text, size_t len)
{
	if (w->full || len >= w->size - w->used) {
		w->full = true;
		return;
	}
	memcpy(w->buf + w->used, text, len);
	w->used += len;
	w->buf[w->used] = '\0';
}

static void put_text(struct writer *w, const char *text)
{
	put(w, text, strlen(text));
}

/* TEXT in quotes; what is not printable ASCII becomes '?', which needs no escape. */
static void put_quoted(struct writer *w, const char *text)
{
	put(w, "\"", 1);
	for (size_t i = 0; text[i] && i < VALUE_MAX; i++) {
		bool plain = text[i] >= ' ' && text[i] <= '~';

		if (text[i] == '"' || text[i] == '\\')
			put(w, "\\", 1);
		put(w, plain ? &text[i] : "?", 1);
	}
	put(w, "\"", 1);
}

/* Write all of a member or nothing. */
static void put_string(struct writer *w, const char *key, const char *value)
{
	struct writer before = *w;

	if (!value || w->full)
		return;
	put_text(w, ",\"");
	put_text(w, key);
	put_text(w, "\":");
	put_quoted(w, value);
	if (w->full) {
		*w = before;
		w->buf[w->used] = '\0';
	}
}

static void put_number(struct writer *w, const char *key, uint32_t value)
{
	char text[64];

	if (value == CR_UNSET)
		return;
	(void)snprintf(text, sizeof(text), ",\"%s\":%u", key, value);
	put_text(w, text);
}

static void put_true(struct writer *w, const char *key, bool value)
{
	if (!value)
		return;
	put_text(w, ",\"");
	put_text(w, key);
	put_text(w, "\":true");
}

static void put_reason(struct writer *w, const struct cr_decision *d, const struct cr_reason *r,
		       bool first)
{
	const char *code = cr_decision_code(d, r->code);
	struct writer before = *w;
	char line[VALUE_MAX + 1];

	(void)snprintf(line, sizeof(line), "%s%s%s%s%s", code ? code : "", code ? " " : "",
		       r->subject ? r->subject : "", r->subject ? ": " : "", r->text);
	put_text(w, first ? ",\"why\":[" : ",");
	put_quoted(w, line);
	if (!w->full)
		return;
	*w = before; /* this one does not fit; the object stays whole */
	w->buf[w->used] = '\0';
	w->full = true;
}

static void put_reasons(struct writer *w, const struct cr_decision *d)
{
	size_t n = 0, first = d->reason_count > WHY_MAX ? d->reason_count - WHY_MAX : 0;
	size_t begin = w->used;

	for (size_t i = first; i < d->reason_count && !w->full; i++, n++)
		put_reason(w, d, &d->reasons[i], n == 0);
	w->full = false;
	w->size += 3; /* the room that was kept for this */
	if (w->used > begin)
		put(w, "]", 1);
}

const char *cr_record_format(const struct cr_decision *d, const char *hash, char buf[CR_RECORD_MAX])
{
	struct writer w = {.buf = buf, .size = CR_RECORD_MAX - 3};

	put_text(&w, "{\"commroute\":1");
	put_string(&w, "verdict", cr_verdict_name(d->verdict));
	put_string(&w, "mode", cr_mode_name(d->mode));
	put_string(&w, "code", cr_decision_code(d, d->code));
	put_string(&w, "profile", d->profile);
	put_string(&w, "tenant", d->tenant);
	put_string(&w, "partition", d->partition);
	put_string(&w, "would_partition", d->would_partition);
	put_string(&w, "topology", d->topology);
	put_string(&w, "type", d->topology_type);
	put_string(&w, "qos", d->qos);
	put_string(&w, "gpu_type", d->gpu_type);
	put_number(&w, "segment", d->segment != CR_UNSET ? d->segment : d->own_segment);
	put_number(&w, "switches", d->switches != CR_UNSET ? d->switches : d->own_switches);
	put_number(&w, "wait", d->switch_wait);
	put_number(&w, "nodes", d->nodes);
	put_number(&w, "gpus", d->gpus);
	put_true(&w, "exclusive_topo", d->exclusive_topo);
	put_true(&w, "preemptible", d->preemptible);
	put_true(&w, "portable", d->option.portable);
	put_string(&w, "policy", hash);
	put_reasons(&w, d);
	put(&w, "}", 1);
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
