/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of topology.yaml read as strictly as Slurm's own parser, each fault with its place. */
#include "topology/read_yaml.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define KEYS_MAX 16

int cr_read_fail(struct cr_topology_reading *r, const struct cr_yaml_node *node, const char *fmt,
		 ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return cr_diags_add(r->diags, CR_ERROR, cr_yaml_pos(r->doc, node), "%s", text);
}

static bool is_known(const struct cr_topology_reading *r, const struct cr_read_key *key)
{
	return key->since <= r->rules->slurm_version;
}

static void warn_about_unknown(struct cr_topology_reading *r, const struct cr_yaml_node *map,
			       const struct cr_read_key *keys, size_t count)
{
	const char *names[KEYS_MAX];

	for (size_t i = 0; i < count && i < KEYS_MAX; i++)
		names[i] = is_known(r, &keys[i]) ? keys[i].name : NULL;
	for (const struct cr_yaml_node *c = map->first; c; c = c->next) {
		const char *near = NULL;
		size_t i = 0;

		while (i < count && !(names[i] && strcmp(names[i], c->key) == 0))
			i++;
		if (i < count)
			continue;
		near = cr_text_nearest(c->key, names, count);
		cr_diags_add(r->diags, CR_WARNING, cr_yaml_key_pos(r->doc, c),
			     "unknown key '%.60s', which Slurm ignores%s%s%s", c->key,
			     near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
}

int cr_read_mapping(struct cr_topology_reading *r, const struct cr_yaml_node *map,
		    const struct cr_read_key *keys, size_t count, void *into)
{
	int rc = 0;

	if (map->kind != CR_YAML_MAPPING)
		return cr_read_fail(r, map, "expected a mapping, found %s", cr_yaml_kind_name(map));
	warn_about_unknown(r, map, keys, count);
	for (size_t i = 0; i < count; i++) {
		const struct cr_yaml_node *value = cr_yaml_get(map, keys[i].name);

		if (value && is_known(r, &keys[i]) && keys[i].take(r, value, into) != 0)
			rc = -1;
	}
	return rc;
}

int cr_read_list(struct cr_topology_reading *r, const struct cr_yaml_node *list,
		 int (*take)(struct cr_topology_reading *r, const struct cr_yaml_node *item,
			     void *into),
		 void *into)
{
	int rc = 0;

	if (list->kind == CR_YAML_MAPPING)
		return take(r, list, into);
	if (list->kind != CR_YAML_SEQUENCE)
		return cr_read_fail(r, list, "expected a list, found %s", cr_yaml_kind_name(list));
	for (const struct cr_yaml_node *item = list->first; item; item = item->next)
		if (take(r, item, into) != 0)
			rc = -1;
	return rc;
}

int cr_read_text(struct cr_topology_reading *r, const struct cr_yaml_node *node, const char **text)
{
	if (node->kind != CR_YAML_SCALAR)
		return cr_read_fail(r, node, "%s%sexpected text, found %s",
				    node->key ? node->key : "", node->key ? ": " : "",
				    cr_yaml_kind_name(node));
	*text = node->text;
	return 0;
}

int cr_read_number(struct cr_topology_reading *r, const struct cr_yaml_node *node, int64_t min,
		   int64_t max, int64_t *n)
{
	const char *text = "";
	char *end;
	long long value;
	int base;

	if (cr_read_text(r, node, &text) != 0)
		return -1;
	base = strncasecmp(text, "0x", 2) == 0 ? 16 : 10;
	errno = 0;
	value = strtoll(text, &end, base);
	if (end == text || *end || errno)
		return cr_read_fail(r, node, "'%.60s' is no whole number", text);
	if (value < min || value > max)
		return cr_read_fail(r, node, "%lld is out of range", value);
	*n = value;
	return 0;
}

static bool is_zero(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	return end != text && !*end && value == 0;
}

int cr_read_bool(struct cr_topology_reading *r, const struct cr_yaml_node *node, bool *value)
{
	static const char *const falses[] = {"", "~", "null", "n", "no", "f", "false", "off"};
	const char *text = "";

	if (cr_read_text(r, node, &text) != 0)
		return -1;
	*value = !is_zero(text);
	for (size_t i = 0; i < sizeof(falses) / sizeof(*falses); i++)
		if (strcasecmp(text, falses[i]) == 0)
			*value = false;
	return 0;
}
