/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opens what a job is judged by: policy and snapshot, or the running cluster. */
#include "cli/site.h"

#include "base/file.h"
#include "cli/command.h"
#include "cli/output.h"
#include "live/cluster.h"
#include "policies/lua/lua.h"
#include "topology/slurmconf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPT_POLICY = 256, OPT_SNAPSHOT };

static const struct argp_option options[] = {
	{"policy", OPT_POLICY, "FILE", 0,
	 "judge by FILE; default: the table's, if there is one and names one, else "
	 "commroute.yaml beside slurm.conf",
	 0},
	{"snapshot", OPT_SNAPSHOT, "FILE", 0,
	 "on the cluster in FILE (commroute snapshot); default: the table's, if there is one "
	 "and names one, else the live one",
	 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct cr_cli_site_options *o = state->input;

	switch (key) {
	case OPT_POLICY:
		o->policy = arg;
		return 0;
	case OPT_SNAPSHOT:
		o->snapshot = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp cr_cli_site_argp = {.options = options, .parser = parse_option};

#define SNAPSHOT_MAX ((size_t)64 << 20)

char *cr_cli_slurp(const char *name, size_t max, size_t *len)
{
	const struct cr_file_rules rules = {.max_bytes = max};
	struct cr_error err;
	char *buf;

	if (cr_file_read(name, &rules, &buf, len, NULL, &err) == 0)
		return buf;
	cr_cli_say("%s", err.text);
	return NULL;
}

char *cr_cli_default_policy(void)
{
	struct cr_error err;
	char *conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, &err), *path = NULL;
	const char *slash = conf ? strrchr(conf, '/') : NULL;

	if (!conf) {
		cr_cli_say("no policy is named, and %s", err.text);
		return NULL;
	}
	if (asprintf(&path, "%.*scommroute.yaml", slash ? (int)(slash + 1 - conf) : 0, conf) < 0)
		path = NULL;
	free(conf);
	return path;
}

static void say_line(void *ctx, enum cr_severity severity, const char *text)
{
	(void)ctx;
	(void)severity;
	cr_cli_say("%s", text);
}

static int read_policy(struct cr_cli_site *site, const char *path)
{
	static const struct cr_lua_log log = {.line = say_line};
	const char *cluster = cr_cli_site_view(site)->cluster;
	struct cr_diags *diags;

	if (access(path, R_OK) != 0) {
		cr_cli_say("%s: %m", path);
		return CR_CLI_SYSTEM;
	}
	diags = cr_diags_new();
	site->policy = cr_lua_read_policy(path, false, cluster, NULL, &log, diags);
	/* Warnings are for `commroute check`: here they would stand above every answer. */
	if (!site->policy)
		cr_cli_diags(diags);
	cr_diags_destroy(diags);
	return site->policy ? CR_CLI_OK : CR_CLI_NO;
}

static int open_policy(struct cr_cli_site *site, const char *path)
{
	char *found = path ? NULL : cr_cli_default_policy();
	int status = CR_CLI_SYSTEM;

	if (path || found)
		status = read_policy(site, path ? path : found);
	free(found);
	return status;
}

int cr_cli_snapshot_open(const char *path, struct cr_snapshot **snapshot)
{
	struct cr_error err;
	size_t len;
	char *buf = cr_cli_slurp(path, SNAPSHOT_MAX, &len);

	if (!buf)
		return CR_CLI_SYSTEM;
	*snapshot = cr_snapshot_parse(path, buf, len, &err);
	free(buf);
	if (*snapshot)
		return CR_CLI_OK;
	cr_cli_say("%s", err.text);
	return CR_CLI_NO;
}

static int open_live(struct cr_cli_site *site)
{
	struct cr_error err;

	site->live = cr_live_cluster_load(&err);
	if (site->live)
		return CR_CLI_OK;
	cr_cli_say("no --snapshot, and the controller does not answer: %s", err.text);
	return CR_CLI_SYSTEM;
}

int cr_cli_site_open(struct cr_cli_site *site, const char *policy, const char *snapshot)
{
	int status;

	*site = (struct cr_cli_site){0};
	status = snapshot ? cr_cli_snapshot_open(snapshot, &site->snapshot) : open_live(site);
	if (status == CR_CLI_OK)
		status = open_policy(site, policy);
	if (status != CR_CLI_OK)
		cr_cli_site_close(site);
	return status;
}

void cr_cli_site_close(struct cr_cli_site *site)
{
	cr_policy_destroy(site->policy);
	cr_snapshot_destroy(site->snapshot);
	cr_live_cluster_destroy(site->live);
	*site = (struct cr_cli_site){0};
}

const struct cr_view *cr_cli_site_view(const struct cr_cli_site *site)
{
	return site->snapshot ? cr_snapshot_view(site->snapshot) : cr_live_cluster_view(site->live);
}

int cr_cli_site_for(const struct cr_cli_site *site, struct cr_request *request,
		    struct cr_arena *arena, struct cr_view *view)
{
	int rc;

	if (site->snapshot)
		rc = cr_snapshot_for(site->snapshot, request->user, &request->account, arena, view);
	else
		rc = cr_live_cluster_for(site->live, request->user, &request->account, arena, view);
	if (rc == 0)
		return CR_CLI_OK;
	cr_cli_say("out of memory");
	return CR_CLI_SYSTEM;
}
