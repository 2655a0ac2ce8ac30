/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A plan as JSON: written for programs and for `commroute apply`, which reads it again. */
#include "cli/plan.h"

#include <stdio.h>
#include <string.h>

#define VERSION 1

/* ---- written ---------------------------------------------------------------------- */

static struct json_object *new_text(const char *text)
{
	return json_object_new_string(text ? text : "");
}

static struct json_object *field_json(const struct cr_gov_change *f, struct cr_arena *arena)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "key", new_text(cr_gov_field(f->key)->name));
	json_object_object_add(o, "element", new_text(f->element));
	json_object_object_add(o, "have", new_text(f->have));
	json_object_object_add(o, "want", new_text(f->value));
	if (f->pos.line)
		json_object_object_add(
			o, "where",
			new_text(cr_arena_printf(arena, "%s:%u:%u", f->pos.file ? f->pos.file : "",
						 f->pos.line, f->pos.column)));
	return o;
}

static struct json_object *step_json(const struct cr_gov_step *s, const char *cluster,
				     struct cr_arena *arena)
{
	struct json_object *o = json_object_new_object(), *fields = json_object_new_array();
	struct json_object *command = json_object_new_array();
	const char *words[CR_GOV_WORDS_MAX] = {NULL};

	json_object_object_add(o, "kind", new_text(cr_gov_kind_name(s->kind)));
	json_object_object_add(o, "action", new_text(s->add ? "add" : "change"));
	json_object_object_add(o, "object", new_text(s->object));
	for (size_t i = 0; i < s->count; i++)
		json_object_array_add(fields, field_json(&s->field[i], arena));
	json_object_object_add(o, "fields", fields);
	if (cr_gov_command(s, cluster, NULL, arena, words) == 0)
		for (size_t i = 0; words[i]; i++)
			json_object_array_add(command, new_text(words[i]));
	json_object_object_add(o, "command", command);
	return o;
}

struct json_object *cr_gov_plan_json(const struct cr_gov_plan *plan, const struct cr_diags *diags,
				     struct cr_arena *arena)
{
	struct json_object *o = json_object_new_object(), *steps = json_object_new_array();
	struct json_object *findings = json_object_new_array();
	char line[1024];

	json_object_object_add(o, "commroute_plan", json_object_new_int(VERSION));
	json_object_object_add(o, "cluster", new_text(plan->cluster));
	for (size_t i = 0; i < plan->count; i++)
		json_object_array_add(steps, step_json(&plan->step[i], plan->cluster, arena));
	json_object_object_add(o, "steps", steps);
	json_object_object_add(o, "fine", json_object_new_int64((int64_t)plan->fine));
	for (size_t i = 0; i < cr_diags_kept(diags); i++)
		json_object_array_add(findings, new_text(cr_diag_format(cr_diags_get(diags, i),
									line, sizeof(line))));
	json_object_object_add(o, "findings", findings);
	return o;
}

/* ---- read -------------------------------------------------------------------------- */

/* The text under KEY in ARENA, "" when there is none; NULL when it is no text, or has a NUL. */
static const char *get_text(struct json_object *o, const char *key, struct cr_arena *arena)
{
	struct json_object *value;
	const char *text;

	if (!json_object_object_get_ex(o, key, &value))
		return "";
	if (!json_object_is_type(value, json_type_string))
		return NULL;
	text = json_object_get_string(value);
	if (strlen(text) != (size_t)json_object_get_string_len(value))
		return NULL;
	return cr_arena_strdup(arena, text);
}

static int find_kind(const char *name)
{
	int kind = 0;

	while (kind < CR_GOV_KINDS && strcmp(cr_gov_kind_name((enum cr_gov_kind)kind), name) != 0)
		kind++;
	return kind < CR_GOV_KINDS ? kind : -1;
}

static int find_key(enum cr_gov_kind kind, const char *name)
{
	for (int i = 0; i < CR_GOV_KEYS; i++) {
		const struct cr_gov_field *f = cr_gov_field((enum cr_gov_key)i);

		if (f->kind == kind && strcmp(f->name, name) == 0)
			return i;
	}
	return -1;
}

/* Can TEXT stand behind "KEY=" as one value of sacctmgr's? */
static bool is_value(const char *text)
{
	return !*text || cr_gov_name_ok(text);
}

static int read_field(struct json_object *o, struct cr_gov_step *step, struct cr_arena *arena)
{
	struct cr_gov_change *f = &step->field[step->count];
	const char *name = get_text(o, "key", arena);
	int key = name ? find_key(step->kind, name) : -1;

	f->element = get_text(o, "element", arena);
	f->have = get_text(o, "have", arena);
	f->value = get_text(o, "want", arena);
	if (key < 0 || !f->element || !f->have || !f->value)
		return -1;
	if (step->kind != CR_GOV_CONF && (!is_value(f->element) || !is_value(f->value)))
		return -1;
	f->key = (enum cr_gov_key)key;
	step->count++;
	return 0;
}

static int read_step(struct json_object *o, struct cr_gov_step *step, struct cr_arena *arena)
{
	const char *kind = get_text(o, "kind", arena), *action = get_text(o, "action", arena);
	struct json_object *fields;
	int found = kind ? find_kind(kind) : -1;
	size_t count;

	step->object = get_text(o, "object", arena);
	if (found < 0 || !action || !step->object ||
	    !json_object_object_get_ex(o, "fields", &fields) ||
	    !json_object_is_type(fields, json_type_array))
		return -1;
	step->kind = (enum cr_gov_kind)found;
	step->add = strcmp(action, "add") == 0;
	if (step->kind != CR_GOV_CONF && !cr_gov_name_ok(step->object))
		return -1;
	count = json_object_array_length(fields);
	step->field = cr_arena_array(arena, count + 1, sizeof(*step->field));
	for (size_t i = 0; step->field && i < count; i++)
		if (read_field(json_object_array_get_idx(fields, i), step, arena) != 0)
			return -1;
	return step->field && step->count ? 0 : -1;
}

static int read_plan(struct json_object *o, struct cr_arena *arena, struct cr_gov_plan *plan,
		     struct cr_error *err)
{
	struct json_object *version, *steps;
	size_t count;

	if (!json_object_object_get_ex(o, "commroute_plan", &version) ||
	    json_object_get_int(version) != VERSION)
		return cr_error_set(err, "this is no plan of version %d", VERSION);
	plan->cluster = get_text(o, "cluster", arena);
	if (!plan->cluster || !json_object_object_get_ex(o, "steps", &steps) ||
	    !json_object_is_type(steps, json_type_array) ||
	    (*plan->cluster && !cr_gov_name_ok(plan->cluster)))
		return cr_error_set(err, "this plan has no steps, or no cluster");
	count = json_object_array_length(steps);
	plan->step = cr_arena_array(arena, count + 1, sizeof(*plan->step));
	for (; plan->step && plan->count < count; plan->count++)
		if (read_step(json_object_array_get_idx(steps, plan->count),
			      &plan->step[plan->count], arena) != 0)
			return cr_error_set(err, "step %zu of this plan cannot be read",
					    plan->count + 1);
	return plan->step ? 0 : cr_error_set(err, "out of memory");
}

int cr_gov_plan_parse(const char *text, size_t len, struct cr_arena *arena,
		      struct cr_gov_plan *plan, struct cr_error *err)
{
	struct json_tokener *tok = json_tokener_new();
	struct json_object *o = NULL;
	int rc;

	*plan = (struct cr_gov_plan){.cluster = ""};
	if (tok && len <= INT32_MAX)
		o = json_tokener_parse_ex(tok, text, (int)len);
	if (!o)
		rc = cr_error_set(err, "no JSON: %s",
				  tok ? json_tokener_error_desc(json_tokener_get_error(tok))
				      : "out of memory");
	else
		rc = read_plan(o, arena, plan, err);
	json_object_put(o);
	if (tok)
		json_tokener_free(tok);
	return rc;
}
