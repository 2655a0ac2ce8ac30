/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute check: everything that is wrong with a policy, each fault with its
 * place, before slurmctld reads it: the files, the names in them, the script on a
 * sample job, the site's rows of node variables, and with a cluster what policy,
 * slurmdbd, slurm.conf and topologies disagree about.
 */
#include "cli/check.h"

#include "cli/command.h"
#include "cli/output.h"
#include "cli/site.h"

#include "environment/catalogue.h"
#include "live/cluster.h"
#include "live/site_conf.h"
#include "policies/lua/lua.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CATALOGUE_MAX ((size_t)1 << 20)

enum { OPT_CLUSTER = 256, OPT_SNAPSHOT, OPT_LIVE, OPT_STRICT, OPT_JSON };

struct options {
	const char *file, *cluster, *snapshot;
	bool live, strict, json;
};

static const struct argp_option table[] = {
	{"cluster", OPT_CLUSTER, "NAME", 0,
	 "with the keys that `clusters:` has for NAME; default: the cluster compared with", 0},
	{"snapshot", OPT_SNAPSHOT, "FILE", 0, "compare with the cluster in FILE as well", 0},
	{"live", OPT_LIVE, NULL, 0, "compare with the live cluster as well", 0},
	{"strict", OPT_STRICT, NULL, 0, "count warnings as errors", 0},
	{"json", OPT_JSON, NULL, 0, "print JSON", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_CLUSTER:
		o->cluster = arg;
		return 0;
	case OPT_SNAPSHOT:
		o->snapshot = arg;
		return 0;
	case OPT_LIVE:
		o->live = true;
		return 0;
	case OPT_STRICT:
		o->strict = true;
		return 0;
	case OPT_JSON:
		o->json = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->file)
			argp_error(state, "one policy at a time");
		o->file = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->live && o->snapshot)
			argp_error(state, "--live and --snapshot are two clusters");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.args_doc = "[FILE]",
	.doc = "Check a policy and all it includes; FILE's default is commroute.yaml beside "
	       "slurm.conf.  Prints each fault as FILE:LINE:COLUMN.\v"
	       "Exit status: 0 when it would be loaded; 1 when not, or with --strict when there are "
	       "warnings; 2 wrong usage; 3 a file could not be read.",
};

/* What a script logs on its sample job is no finding. */
static void say_script_line(void *ctx, enum cr_severity severity, const char *text)
{
	(void)ctx;
	(void)severity;
	cr_cli_say("%s", text);
}

/* ---- what it is compared with ---------------------------------------------------- */

/* One of these two, or neither: the file alone. */
struct compared {
	struct cr_snapshot *snapshot;
	struct cr_live_cluster *live;
	struct cr_arena arena;
	struct cr_site_conf conf; /* of live */
};

static int open_compared(struct compared *with, const struct options *o)
{
	struct cr_error err;

	if (o->snapshot)
		return cr_cli_snapshot_open(o->snapshot, &with->snapshot);
	if (!o->live)
		return CR_CLI_OK;
	with->live = cr_live_cluster_load(&err);
	if (with->live && cr_site_conf_read(&with->arena, &with->conf, &err) == 0)
		return CR_CLI_OK;
	cr_cli_say("%s", err.text);
	return CR_CLI_SYSTEM;
}

static void close_compared(struct compared *with)
{
	cr_snapshot_destroy(with->snapshot);
	cr_live_cluster_destroy(with->live);
	cr_arena_release(&with->arena);
}

static const struct cr_view *view_of(const struct compared *with)
{
	if (with->live)
		return cr_live_cluster_view(with->live);
	return with->snapshot ? cr_snapshot_view(with->snapshot) : NULL;
}

static const struct cr_accounts *accounts_of(const struct compared *with)
{
	return with->live ? cr_live_cluster_accounts(with->live)
			  : cr_snapshot_accounts(with->snapshot);
}

/* ---- the findings -------------------------------------------------------------- */

/* The site's rows; *TEXT to be freed, NULL when there are none.  -1: ERR says why not. */
static int read_rows(const char *policy_path, const char *named, char **file, char **text,
		     size_t *len, struct cr_error *err)
{
	const struct cr_file_rules rules = {.max_bytes = CATALOGUE_MAX};
	const char *slash = strrchr(policy_path, '/');
	int dir = !named || *named == '/' || !slash ? 0 : (int)(slash + 1 - policy_path);

	if (!named)
		return 0;
	if (asprintf(file, "%.*s%s", dir, policy_path, named) < 0)
		return cr_error_set(err, "out of memory");
	return cr_file_read(*file, &rules, text, len, NULL, err);
}

static void check_catalogue(const struct cr_policy *policy, const char *path,
			    struct cr_diags *diags)
{
	const char *name = cr_policy_environment(policy);
	const char *named = cr_policy_environment_file(policy);
	char *file = NULL, *text = NULL;
	struct cr_error err;
	char names[200];
	size_t len = 0;

	if (name && strcmp(name, "none") != 0 && !cr_catalogue_info_of(name)) {
		cr_diags_add(diags, CR_ERROR, cr_policy_key_pos(policy, "environment"),
			     "no catalogue is called '%s'; there are %s", name,
			     cr_catalogue_names(names, sizeof(names)));
		name = NULL;
	}
	if (read_rows(path, named, &file, &text, &len, &err) != 0)
		cr_diags_add(diags, CR_ERROR, cr_policy_key_pos(policy, "environment_file"), "%s",
			     err.text);
	else
		cr_catalogue_destroy(cr_catalogue_make(name, file, text, len, diags));
	free(text);
	free(file);
}

/* The policy is returned for what else is said of it; NULL when it would not be loaded. */
static struct cr_policy *find_faults(const char *path, const struct options *o,
				     const struct compared *with, struct cr_diags *diags)
{
	static const struct cr_lua_log log = {.line = say_script_line};
	const struct cr_view *view = view_of(with);
	const char *cluster = o->cluster || !view ? o->cluster : view->cluster;
	struct cr_policy *policy = cr_lua_read_policy(path, false, cluster, NULL, &log, diags);

	if (policy)
		check_catalogue(policy, path, diags);
	if (policy && view) {
		cr_policy_check_version(policy, view->slurm_version, diags);
		(void)cr_policy_check(policy, view, diags);
		if (cr_audit(policy, view, accounts_of(with), with->live ? &with->conf : NULL,
			     diags) != 0)
			cr_diags_add(diags, CR_ERROR, (struct cr_pos){0}, "out of memory");
	}
	cr_diags_sort(diags);
	return policy;
}

/* ---- the command --------------------------------------------------------------- */

static int check_policy(const char *path, const struct options *o, const struct compared *with)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy;
	int status = CR_CLI_OK;
	bool bad;

	if (!diags) {
		cr_cli_say("out of memory");
		return CR_CLI_SYSTEM;
	}
	policy = find_faults(path, o, with, diags);
	if (o->json)
		status = cr_check_print_json(path, policy, diags);
	else
		cr_check_print(path, diags);
	bad = cr_diags_errors(diags) || (o->strict && cr_diags_warnings(diags));
	cr_diags_destroy(diags);
	cr_policy_destroy(policy);
	if (status == CR_CLI_OK)
		status = cr_cli_finish();
	return status == CR_CLI_OK && bad ? CR_CLI_NO : status;
}

int cr_cli_check(int argc, char **argv)
{
	struct options o = {0};
	struct compared with = {.live = NULL};
	int status = CR_CLI_SYSTEM;
	char *path;

	cr_arena_init(&with.arena, NULL, 0, 0);
	argp_parse(&argp, argc, argv, 0, NULL, &o);
	path = o.file ? strdup(o.file) : cr_cli_default_policy();
	if (!path)
		return CR_CLI_SYSTEM;
	if (access(path, R_OK) != 0)
		cr_cli_say("%s: %m", path);
	else
		status = open_compared(&with, &o);
	if (status == CR_CLI_OK)
		status = check_policy(path, &o, &with);
	close_compared(&with);
	free(path);
	return status;
}
