/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute status: what the plugins on this host have counted.  The nodes' part is what became
 * of the rank order of steps (DIR/steps.NODE.prom, spank/step_count.h); slurmctld's is
 * commroute.status in its StateSaveLocation, where this user may read that.
 */
#include "cli/status.h"

#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/state_dir.h"

#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATUS_MAX 65536

struct options {
	const char *run_dir, *state;
	bool json, prometheus;
};

enum { OPT_RUN = 256, OPT_STATE, OPT_JSON, OPT_PROMETHEUS };

static const struct argp_option table[] = {
	{"json", OPT_JSON, NULL, 0, "print JSON", 0},
	{"prometheus", OPT_PROMETHEUS, NULL, 0, "print Prometheus's text form", 0},
	{"run-dir", OPT_RUN, "DIR", 0, "where slurmstepd counts; default: /run/commroute", 0},
	{"state-dir", OPT_STATE, "DIR", 0,
	 "slurmctld's StateSaveLocation; default: as slurm.conf says", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_JSON:
		o->json = true;
		return 0;
	case OPT_PROMETHEUS:
		o->prometheus = true;
		return 0;
	case OPT_RUN:
		o->run_dir = arg;
		return 0;
	case OPT_STATE:
		o->state = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->json && o->prometheus)
			argp_error(state, "--json and --prometheus are two forms");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.doc = "Show what the plugins on this host have counted: of each node here, what became "
	       "of the rank order of the steps that began on it; of slurmctld, its policy and "
	       "its counters, on its host and for who may read its state.\v"
	       "Exit status: 0, also when nothing was counted yet; 3 when a file is there and "
	       "cannot be read.",
};

static bool is_count_file(const char *name)
{
	size_t len = strlen(name);

	return strncmp(name, "steps.", 6) == 0 && len > 5 && strcmp(name + len - 5, ".prom") == 0;
}

/* Add the file NAME in DIR to TALLY.  Returns an exit status, having said what is wrong. */
static int read_counts(const char *dir, const char *name, struct cr_tally *tally)
{
	static const struct cr_file_rules rules = {.max_bytes = CR_TALLY_BYTES};
	struct cr_error err;
	char *path = NULL, *text = NULL;
	size_t len;
	int rc = CR_CLI_SYSTEM;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		cr_cli_say("out of memory");
	else if (cr_file_read(path, &rules, &text, &len, NULL, &err) != 0)
		cr_cli_say("%s", err.text);
	else
		rc = CR_CLI_OK;
	if (rc == CR_CLI_OK)
		cr_tally_read(tally, text);
	free(text);
	free(path);
	return rc;
}

/* All nodes of this host together: there is more than one on test machines only. */
static int read_nodes(const char *dir, struct cr_tally *tally)
{
	DIR *d = opendir(dir);
	const struct dirent *entry;
	int rc = CR_CLI_OK;

	if (!d && errno == ENOENT)
		return CR_CLI_OK;
	if (!d) {
		cr_cli_say("%s: %m", dir);
		return CR_CLI_SYSTEM;
	}
	while (rc == CR_CLI_OK && (entry = readdir(d)) != NULL)
		if (is_count_file(entry->d_name))
			rc = read_counts(dir, entry->d_name, tally);
	(void)closedir(d);
	return rc;
}

/* slurmctld's part, or NULL: not here, or not for this user. */
static struct json_object *read_controller(const char *dir)
{
	static const struct cr_file_rules rules = {.max_bytes = STATUS_MAX};
	char *found = dir ? NULL : cr_cli_state_dir(), *path = NULL, *text = NULL;
	struct json_object *object = NULL;
	size_t len;

	if ((dir || found) && asprintf(&path, "%s/commroute.status", dir ? dir : found) < 0)
		path = NULL;
	if (path && cr_file_read(path, &rules, &text, &len, NULL, NULL) == 0)
		object = json_tokener_parse(text);
	free(text);
	free(path);
	free(found);
	return object;
}

static int compare_rows(const void *a, const void *b)
{
	const struct cr_tally_row *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return strcmp(x->cause, y->cause);
}

static struct json_object *steps_json(const struct cr_tally *tally)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; i < tally->count; i++) {
		const struct cr_tally_row *row = &tally->row[i];
		struct json_object *one = json_object_new_object();

		json_object_object_add(one, "order",
				       json_object_new_string(*row->cause ? "slurm" : "topology"));
		if (*row->cause)
			json_object_object_add(one, "cause", json_object_new_string(row->cause));
		json_object_object_add(one, "steps", json_object_new_int64((int64_t)row->count));
		json_object_array_add(list, one);
	}
	return list;
}

static int print_json(const struct cr_tally *tally, struct json_object *controller)
{
	struct json_object *root = json_object_new_object();

	json_object_object_add(root, "steps", steps_json(tally));
	json_object_object_add(root, "controller", controller);
	return cr_cli_json(root);
}

static void print_steps(const struct cr_tally *tally)
{
	puts("Steps on several nodes that began on this host");
	if (!tally->count)
		puts("  none yet");
	for (size_t i = 0; i < tally->count; i++)
		printf("  %10" PRIu64 "  %s%s\n", tally->row[i].count,
		       *tally->row[i].cause ? "left to Slurm: " : "ranks in the topology's order",
		       tally->row[i].cause);
}

static void print_member(const char *key, struct json_object *value)
{
	printf("  %-18s%s\n", key, value ? json_object_get_string(value) : "-");
}

static void print_controller(struct json_object *controller)
{
	struct json_object *policy = NULL, *counters = NULL;

	if (!controller)
		return;
	puts("slurmctld");
	if (json_object_object_get_ex(controller, "policy", &policy) &&
	    json_object_is_type(policy, json_type_object)) {
		json_object_object_foreach(policy, key, value)
		{
			print_member(key, value);
		}
	}
	if (json_object_object_get_ex(controller, "counters", &counters) &&
	    json_object_is_type(counters, json_type_object)) {
		json_object_object_foreach(counters, name, count)
		{
			print_member(name, count);
		}
	}
}

int cr_cli_status(int argc, char **argv)
{
	struct options o = {.run_dir = "/run/commroute"};
	struct cr_tally tally = {.count = 0};
	struct json_object *controller;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	status = read_nodes(o.run_dir, &tally);
	if (status != CR_CLI_OK)
		return status;
	qsort(tally.row, tally.count, sizeof(tally.row[0]), compare_rows);
	controller = read_controller(o.state);
	if (o.json)
		return print_json(&tally, controller);
	if (o.prometheus) {
		cr_status_prometheus(&tally, controller);
	} else {
		print_steps(&tally);
		print_controller(controller);
	}
	json_object_put(controller);
	return cr_cli_finish();
}
