/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of the journal may hold anything that a user wrote: nothing of it is trusted. */
#include "cli/journal_entry.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define DEPTH_MAX 16
#define SHOWN_MAX 160 /* bytes of a text that are shown */

struct json_object *cr_entry_read(const char *text, size_t len)
{
	struct json_tokener *tokener = *text == '{' ? json_tokener_new_ex(DEPTH_MAX) : NULL;
	struct json_object *entry;

	if (!tokener)
		return NULL;
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	/* With the NUL behind it a number at the end is whole too. */
	entry = json_tokener_parse_ex(tokener, text, (int)len + 1);
	if (entry && (json_tokener_get_parse_end(tokener) != len ||
		      !json_object_is_type(entry, json_type_object))) {
		json_object_put(entry);
		entry = NULL;
	}
	json_tokener_free(tokener);
	return entry;
}

/* The text KEY of OBJECT (may be NULL), or "". */
static const char *get_text(struct json_object *object, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, key, &value) ||
	    !json_object_is_type(value, json_type_string))
		return "";
	return json_object_get_string(value);
}

/* The whole number KEY of OBJECT, or -1. */
static int64_t get_number(struct json_object *object, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, key, &value) ||
	    !json_object_is_type(value, json_type_int))
		return -1;
	return json_object_get_int64(value);
}

static struct json_object *get_object(struct json_object *object, const char *key)
{
	struct json_object *value;

	if (!json_object_object_get_ex(object, key, &value) ||
	    !json_object_is_type(value, json_type_object))
		return NULL;
	return value;
}

/* Reason I of DECISION, or "". */
static const char *get_reason(struct json_object *decision, size_t i)
{
	struct json_object *list, *value;

	if (!json_object_object_get_ex(decision, "why", &list) ||
	    !json_object_is_type(list, json_type_array) || i >= json_object_array_length(list))
		return "";
	value = json_object_array_get_idx(list, i);
	return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : "";
}

/* ---- which are wanted ---------------------------------------------------- */

static bool is_since(const struct cr_entry_choice *choice, struct json_object *entry)
{
	struct tm tm = {0};

	if (!choice->since)
		return true;
	return strptime(get_text(entry, "time"), "%Y-%m-%dT%H:%M:%SZ", &tm) &&
	       timegm(&tm) >= choice->since;
}

static bool is_users(const struct cr_entry_choice *choice, struct json_object *entry)
{
	char number[24];

	(void)snprintf(number, sizeof(number), "%" PRId64, get_number(entry, "uid"));
	return !choice->user || strcmp(choice->user, get_text(entry, "user")) == 0 ||
	       strcmp(choice->user, number) == 0;
}

static bool has_code(const struct cr_entry_choice *choice, struct json_object *decision)
{
	size_t len = choice->code ? strlen(choice->code) : 0;
	const char *why;

	if (!choice->code || strcasecmp(choice->code, get_text(decision, "code")) == 0)
		return true;
	for (size_t i = 0; *(why = get_reason(decision, i)); i++)
		if (strncasecmp(why, choice->code, len) == 0 && (why[len] == ' ' || !why[len]))
			return true;
	return false;
}

static bool is_jobs(const struct cr_entry_choice *choice, struct json_object *entry)
{
	if (!choice->job || get_number(entry, "job") == choice->job)
		return true;
	return *choice->id && strcmp(choice->id, get_text(entry, "id")) == 0;
}

static bool is_tenants(const struct cr_entry_choice *choice, struct json_object *decision)
{
	return !choice->tenant || strcasecmp(choice->tenant, get_text(decision, "tenant")) == 0;
}

/* The oldest one makes room. */
static void note_chosen(struct cr_entry_choice *choice, const char *id)
{
	(void)snprintf(choice->chosen[choice->chosen_count++ % CR_ENTRY_CHOSEN_MAX],
		       sizeof(choice->chosen[0]), "%s", id);
}

static bool was_chosen(const struct cr_entry_choice *choice, const char *id)
{
	for (size_t i = 0; i < choice->chosen_count && i < CR_ENTRY_CHOSEN_MAX; i++)
		if (*id && strcmp(choice->chosen[i], id) == 0)
			return true;
	return false;
}

static bool asks_for_time_alone(const struct cr_entry_choice *choice)
{
	return !choice->user && !choice->tenant && !choice->code && !choice->job;
}

bool cr_entry_is_wanted(struct cr_entry_choice *choice, struct json_object *entry)
{
	struct json_object *decision = get_object(entry, "decision");
	const char *event = get_text(entry, "event");

	if (!is_since(choice, entry))
		return false;
	if (strcmp(event, "gap") == 0 || asks_for_time_alone(choice))
		return true;
	if (strcmp(event, "repeated") == 0)
		return was_chosen(choice, get_text(entry, "of"));
	if (!is_users(choice, entry) || !is_tenants(choice, decision) ||
	    !has_code(choice, decision) || !is_jobs(choice, entry) || strcmp(event, "policy") == 0)
		return false;
	note_chosen(choice, get_text(entry, "id"));
	return true;
}

/* ---- as text --------------------------------------------------------------- */

/* TEXT between BEFORE and BEHIND; nothing when it is empty. */
static void print_text(const char *before, const char *text, const char *behind)
{
	char shown[SHOWN_MAX];

	if (*text)
		printf("%s%s%s", before,
		       cr_text_printable(shown, sizeof(shown), text, strlen(text)), behind);
}

/* TEXT in a column of WIDTH, "-" where it is empty. */
static void print_column(int width, const char *text)
{
	char shown[SHOWN_MAX];

	printf("%-*s ", width,
	       *text ? cr_text_printable(shown, sizeof(shown), text, strlen(text)) : "-");
}

static void print_verdict(struct json_object *d)
{
	const char *verdict = get_text(d, "verdict"), *code = get_text(d, "code");

	print_column(6, verdict);
	print_text("", code, " ");
	print_text("to ", get_text(d, "partition"), " ");
	print_text("qos=", get_text(d, "qos"), " ");
	if (strcmp(get_text(d, "mode"), "enforce") != 0)
		print_text("(", get_text(d, "mode"), ") ");
	if (strcmp(verdict, "refuse") == 0)
		print_text("\"", get_reason(d, 0), "\" ");
}

static void print_decision(struct json_object *entry)
{
	struct json_object *d = get_object(entry, "decision");
	int64_t job = get_number(entry, "job"), nodes = get_number(d, "nodes");
	char number[24] = "";

	if (job >= 0)
		(void)snprintf(number, sizeof(number), "%" PRId64, job);
	print_column(8, number);
	print_column(10, get_text(entry, "user"));
	print_column(10, get_text(entry, "account"));
	print_column(12, get_text(d, "profile"));
	if (nodes >= 0)
		(void)snprintf(number, sizeof(number), "%" PRId64, nodes);
	print_column(5, nodes >= 0 ? number : "");
	print_verdict(d);
	print_text("id=", get_text(entry, "id"), "");
}

static void print_policy(struct json_object *entry)
{
	const char *hash = get_text(entry, "hash");

	print_text("", get_text(entry, "file"), "");
	if (!*hash)
		fputs(" is refused; the one before stays in force", stdout);
	print_text(" in mode ", get_text(entry, "mode"), "");
	print_text(", hash ", hash, "");
}

static void print_line(struct json_object *entry)
{
	const char *event = get_text(entry, "event");

	print_column(20, get_text(entry, "time"));
	print_column(8, event);
	if (strcmp(event, "policy") == 0)
		print_policy(entry);
	else if (strcmp(event, "repeated") == 0)
		printf("%" PRId64 " times more", get_number(entry, "times"));
	else if (strcmp(event, "gap") == 0)
		printf("%" PRId64 " lines are lost here", get_number(entry, "lost"));
	else
		print_decision(entry);
	print_text(": id=", get_text(entry, "of"), "");
	putchar('\n');
}

void cr_entry_print(struct json_object *entry, bool json)
{
	if (json)
		puts(json_object_to_json_string_ext(entry, JSON_C_TO_STRING_PLAIN |
								   JSON_C_TO_STRING_NOSLASHESCAPE));
	else
		print_line(entry);
}
