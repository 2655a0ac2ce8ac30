/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Figures as Prometheus reads them from a file: node_exporter's textfile collector, a timer's
 * output.
 */
#include "cli/status.h"

#include "cli/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A label's value: a backslash, a quote and a line's end are the three that it must not have bare.
 */
static void print_label(const char *name, const char *value)
{
	printf("%s=\"", name);
	for (; *value; value++) {
		if (*value == '\n')
			fputs("\\n", stdout);
		else if (*value == '"' || *value == '\\')
			printf("\\%c", *value);
		else
			putchar(*value);
	}
	putchar('"');
}

static void print_head(const char *name, const char *type, const char *help)
{
	printf("# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_steps(const struct cr_tally *tally)
{
	if (!tally->count)
		return;
	print_head("commroute_host_steps_total", "counter",
		   "Steps on several nodes that began on this host.");
	for (size_t i = 0; i < tally->count; i++) {
		const struct cr_tally_row *row = &tally->row[i];

		fputs("commroute_host_steps_total{", stdout);
		print_label("order", *row->cause ? "slurm" : "topology");
		putchar(',');
		print_label("cause", row->cause);
		printf("} %" PRIu64 "\n", row->count);
	}
}

static const char *text_of(struct json_object *from, const char *key)
{
	struct json_object *value = NULL;

	if (!json_object_object_get_ex(from, key, &value) || !value)
		return "";
	return json_object_get_string(value);
}

static void print_policy(struct json_object *policy)
{
	static const char *const keys[] = {"file", "mode", "hash"};

	print_head("commroute_policy_info", "gauge", "The policy in force; always 1.");
	fputs("commroute_policy_info{", stdout);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (i)
			putchar(',');
		print_label(keys[i], text_of(policy, keys[i]));
	}
	puts("} 1");
}

/* One metric, the counter's name a label: names of metrics would have to be kept for ever. */
static void print_counters(struct json_object *counters)
{
	print_head("commroute_controller_total", "counter",
		   "What the plugin in slurmctld has counted since it started.");
	json_object_object_foreach(counters, name, count)
	{
		if (!json_object_is_type(count, json_type_int))
			continue;
		fputs("commroute_controller_total{", stdout);
		print_label("counter", name);
		printf("} %" PRId64 "\n", json_object_get_int64(count));
	}
}

void cr_status_prometheus(const struct cr_tally *tally, struct json_object *controller)
{
	struct json_object *part = NULL;

	print_steps(tally);
	if (!controller)
		return;
	if (json_object_object_get_ex(controller, "policy", &part) &&
	    json_object_is_type(part, json_type_object))
		print_policy(part);
	if (json_object_object_get_ex(controller, "counters", &part) &&
	    json_object_is_type(part, json_type_object))
		print_counters(part);
}
