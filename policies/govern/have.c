/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Slurm has: sacctmgr's lines taken apart, objects found, values compared. */
#include "policies/govern/have.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The columns behind the name, in the order of the formats. */
static const enum cr_gov_key qos_columns[] = {
	CR_GOV_PRIORITY,      CR_GOV_PREEMPT,    CR_GOV_PREEMPT_MODE,
	CR_GOV_EXEMPT_TIME,   CR_GOV_GRACE_TIME, CR_GOV_GRP_TRES,
	CR_GOV_GRP_TRES_MINS, CR_GOV_MAX_TRES,   CR_GOV_FLAGS,
};
#define QOS_COLUMNS (sizeof(qos_columns) / sizeof(qos_columns[0]))

static struct cr_have_object *add_object(struct cr_have *have, enum cr_gov_kind kind,
					 const char *name)
{
	size_t room = have->room ? 2 * have->room : 64;
	struct cr_have_object *item;

	if (have->count == have->room) {
		item = cr_arena_array(have->arena, room, sizeof(*item));
		if (!item)
			return NULL;
		if (have->count)
			memcpy(item, have->item, have->count * sizeof(*item));
		have->item = item;
		have->room = room;
	}
	item = &have->item[have->count++];
	memset(item, 0, sizeof(*item));
	item->kind = kind;
	item->name = name;
	return item;
}

int cr_have_conf(struct cr_have *have, const char *const *values)
{
	struct cr_have_object *o = add_object(have, CR_GOV_CONF, "");

	if (!o)
		return -1;
	for (unsigned i = 0; i < CR_GOV_KEYS; i++)
		if (cr_gov_field((enum cr_gov_key)i)->kind == CR_GOV_CONF)
			o->value[i] = values[i] ? values[i] : "";
	return 0;
}

static int take_qos(struct cr_have *have, char *const *column)
{
	struct cr_have_object *o = add_object(have, CR_GOV_QOS, column[0]);

	if (!o)
		return -1;
	o->value[CR_GOV_QOS_THERE] = "";
	for (size_t i = 0; i < QOS_COLUMNS; i++)
		o->value[qos_columns[i]] = column[1 + i];
	return 0;
}

static int take_account(struct cr_have *have, char *const *column)
{
	struct cr_have_object *o;

	if (*column[1] || *column[2])
		return 0;
	o = add_object(have, CR_GOV_ACCOUNT, column[0]);
	if (!o)
		return -1;
	o->value[CR_GOV_QOS_LIST] = column[3];
	o->value[CR_GOV_DEFAULT_QOS] = column[4];
	return 0;
}

int cr_have_lines(struct cr_have *have, enum cr_gov_kind kind, char *text, struct cr_error *err)
{
	size_t wanted = kind == CR_GOV_QOS ? 1 + QOS_COLUMNS : 5;
	char *line, *column[1 + QOS_COLUMNS + 1];

	while ((line = strsep(&text, "\n")) != NULL) {
		size_t n = 0;

		if (!*line)
			continue;
		while (line && n <= wanted)
			column[n++] = strsep(&line, "|");
		if (n != wanted)
			return cr_error_set(err, "sacctmgr's line on %s '%.60s' has %s columns",
					    cr_gov_kind_name(kind), column[0],
					    n < wanted ? "too few" : "too many");
		if ((kind == CR_GOV_QOS ? take_qos(have, column) : take_account(have, column)) != 0)
			return cr_error_set(err, "out of memory");
	}
	return 0;
}

static int compare_objects(const void *a, const void *b)
{
	const struct cr_have_object *x = a, *y = b;
	int order = (int)x->kind - (int)y->kind;

	return order ? order : strcasecmp(x->name, y->name);
}

void cr_have_sort(struct cr_have *have)
{
	if (have->count)
		qsort(have->item, have->count, sizeof(*have->item), compare_objects);
}

const struct cr_have_object *cr_have_find(const struct cr_have *have, enum cr_gov_kind kind,
					  const char *name)
{
	const struct cr_have_object key = {.kind = kind, .name = name};

	return have->count ? bsearch(&key, have->item, have->count, sizeof(key), compare_objects)
			   : NULL;
}

uint64_t cr_have_seconds(const char *text)
{
	const char *dash = strchr(text, '-'), *at = dash ? dash + 1 : text;
	unsigned long days = dash ? strtoul(text, NULL, 10) : 0, part[3] = {0};
	size_t n = 0;
	char *end = NULL;

	while (n < 3 && *at >= '0' && *at <= '9') {
		part[n++] = strtoul(at, &end, 10);
		if (*end != ':')
			break;
		at = end + 1;
	}
	if (!n || (end && *end) || days > 100000)
		return 0;
	if (n == 1)
		return (uint64_t)days * 86400 + (uint64_t)part[0] * 60;
	if (n == 2)
		return (uint64_t)days * 86400 + (uint64_t)part[0] * 60 + part[1];
	return (uint64_t)days * 86400 + (uint64_t)part[0] * 3600 + (uint64_t)part[1] * 60 + part[2];
}

/* What stands behind "ELEMENT=" in LIST, into BUF; "" when it is not there. */
static const char *amount_of(const char *list, const char *element, char *buf, size_t size)
{
	size_t len = strlen(element);
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name)))
		if (strncasecmp(name, element, len) == 0 && name[len] == '=') {
			(void)snprintf(buf, size, "%.40s", name + len + 1);
			return buf;
		}
	*buf = '\0';
	return buf;
}

const char *cr_have_value(const struct cr_have *have, enum cr_gov_key key, const char *object,
			  const char *element, char *buf, size_t size)
{
	const struct cr_gov_field *field = cr_gov_field(key);
	const struct cr_have_object *o = cr_have_find(have, field->kind, object);
	const char *text = o && o->value[key] ? o->value[key] : "";

	if (field->how == CR_GOV_AMOUNT)
		return amount_of(text, element, buf, size);
	if (field->how == CR_GOV_HAS)
		text = cr_text_list_has(text, element) ? element : "";
	(void)snprintf(buf, size, "%s", text);
	return buf;
}

static bool is_above(const struct cr_have *have, const char *object, const char *other)
{
	char mine[64], its[64];

	cr_have_value(have, CR_GOV_PRIORITY, object, "", mine, sizeof(mine));
	cr_have_value(have, CR_GOV_PRIORITY, other, "", its, sizeof(its));
	return strtoull(mine, NULL, 10) > strtoull(its, NULL, 10);
}

bool cr_have_holds(const struct cr_have *have, enum cr_gov_key key, const char *object,
		   const char *element, const char *value)
{
	const struct cr_gov_field *field = cr_gov_field(key);
	char text[1024];

	if (!cr_have_find(have, field->kind, object))
		return false;
	cr_have_value(have, key, object, element, text, sizeof(text));
	switch (field->how) {
	case CR_GOV_IS:
		return strcasecmp(text, value) == 0;
	case CR_GOV_SECONDS:
		return cr_have_seconds(text) == strtoull(value, NULL, 10);
	case CR_GOV_HAS:
		return *text != '\0';
	case CR_GOV_AMOUNT:
		return strcmp(text, value) == 0;
	case CR_GOV_ABOVE:
		return is_above(have, object, element);
	case CR_GOV_NOT_OFF:
		return strcasecmp(text, "OFF") != 0;
	case CR_GOV_THERE:
		break;
	}
	return true;
}

bool cr_gov_budgets_hold(const struct cr_have *have)
{
	return cr_have_holds(have, CR_GOV_ENFORCE, "", "safe", "") &&
	       cr_have_holds(have, CR_GOV_PRIORITY_TYPE, "", "", "priority/multifactor");
}
