/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * commroute env: what the catalogue of node variables would set, skip and warn
 * about, on this machine or on one that is described, and why.
 */
#include "cli/env.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/site.h"
#include "policies/file/policy_file.h"
#include "topology/slurmconf.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	OPT_POLICY = 0x100,
	OPT_CATALOGUE,
	OPT_FILE,
	OPT_LIST,
	OPT_PROFILE,
	OPT_TYPE,
	OPT_ALL,
	OPT_JSON
};

struct options {
	const char *policy, *catalogue, *file, *profile;
	struct cr_env_machine machine;
	struct cr_facts facts;
	struct cr_env_report report;
	bool json, list;
};

static const struct argp_option table[] = {
	{"policy", OPT_POLICY, "FILE", 0, "this policy; default: commroute.yaml beside slurm.conf",
	 0},
	{"catalogue", OPT_CATALOGUE, "NAME", 0,
	 "one of those that --list shows, or none; default: what the policy's `environment:` says",
	 0},
	{"catalogue-file", OPT_FILE, "FILE", 0,
	 "the site's own rows; default: the policy's `environment_file:`", 0},
	{"profile", OPT_PROFILE, "NAME", 0, "for jobs of this profile", 0},
	{"topology-type", OPT_TYPE, "TYPE", 0,
	 "block, tree ...; default: inside a job its own, else the profile's first route's", 0},
	{"all", OPT_ALL, NULL, 0, "show the rows that do not apply as well", 0},
	{"json", OPT_JSON, NULL, 0, "print JSON", 0},
	{"list", OPT_LIST, NULL, 0, "list the catalogues and stop", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->machine;
		break;
	case OPT_POLICY:
		o->policy = arg;
		break;
	case OPT_CATALOGUE:
		o->catalogue = arg;
		break;
	case OPT_FILE:
		o->file = arg;
		break;
	case OPT_PROFILE:
		o->profile = arg;
		break;
	case OPT_TYPE:
		if (cr_topology_type_of(arg, &o->report.situation.topology_type) != 0)
			argp_error(state, "--topology-type: no topology is of type '%s'", arg);
		break;
	case OPT_ALL:
		o->report.all = true;
		break;
	case OPT_JSON:
		o->json = true;
		break;
	case OPT_LIST:
		o->list = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = {{&cr_env_machine_argp, 0, NULL, 0},
					     {NULL, 0, NULL, 0}};

static const struct argp argp = {
	.options = table,
	.children = children,
	.parser = parse_option,
	.doc = "Show which node variables would be set, skipped and warned about, and why.\v"
	       "What the user has set is taken from this command's own environment.\n\n"
	       "Exit status: 0 fine; 1 a faulty policy or catalogue, or no such profile; "
	       "2 wrong usage; 3 could not find out.",
};

/* commroute.yaml beside slurm.conf, to be freed, where there is a slurm.conf. */
static char *default_policy(void)
{
	char *conf = cr_slurmconf_find(getenv("SLURM_CONF"), NULL, NULL), *path = NULL;
	const char *slash = conf ? strrchr(conf, '/') : NULL;

	if (conf &&
	    asprintf(&path, "%.*scommroute.yaml", slash ? (int)(slash + 1 - conf) : 0, conf) < 0)
		path = NULL;
	free(conf);
	return path;
}

/* The policy, or NULL with *STATUS; none there is fine when nothing was asked of it. */
static struct cr_policy *get_policy(const struct options *o, char **path, int *status)
{
	struct cr_diags *diags;
	struct cr_policy *policy;

	*status = CR_CLI_OK;
	*path = o->policy ? strdup(o->policy) : default_policy();
	if (!*path || (!o->policy && o->catalogue && !o->profile))
		return NULL;
	if (access(*path, R_OK) != 0) {
		if (!o->policy && !o->profile)
			return NULL;
		cr_cli_say("%s: %m", *path);
		*status = CR_CLI_SYSTEM;
		return NULL;
	}
	diags = cr_diags_new();
	policy = cr_policy_read(*path, false, NULL, NULL, diags);
	if (!policy) {
		cr_cli_diags(diags);
		*status = CR_CLI_NO;
	}
	cr_diags_destroy(diags);
	return policy;
}

static int take_profile(struct options *o, const struct cr_policy *policy)
{
	struct cr_profile_info info;

	if (!o->profile)
		return CR_CLI_OK;
	for (size_t i = 0; policy && cr_policy_profile(policy, i, &info); i++) {
		bool same = strcmp(info.name, o->profile) == 0;

		for (size_t k = 0; k < info.aliases.count; k++)
			same = same || strcmp(info.aliases.name[k], o->profile) == 0;
		if (!same)
			continue;
		o->report.situation.pattern = info.pattern;
		if (!o->report.situation.topology_type)
			o->report.situation.topology_type = info.topology_type;
		return CR_CLI_OK;
	}
	cr_cli_say("the policy has no profile '%s'", o->profile);
	return CR_CLI_NO;
}

static const char *get_variable(void *context, const char *name)
{
	(void)context;
	return getenv(name);
}

static void make_report(struct options *o, const struct cr_policy *policy, const char *name,
			const struct cr_catalogue *catalogue)
{
	const struct cr_harmful standard = {.warn = 1U << CR_HARM_FATAL | 1U << CR_HARM_SLOW};

	cr_env_facts(&o->machine, &o->facts);
	o->report.situation.facts = &o->facts;
	o->report.situation.variables.get = get_variable;
	o->report.harmful = policy ? cr_policy_harmful(policy) : standard;
	o->report.name = name ? name : "none";
	o->report.catalogue = catalogue;
}

static int list_catalogues(void)
{
	const struct cr_catalogue_info *info;

	for (size_t i = 0; (info = cr_catalogue_info(i)) != NULL; i++)
		printf("%-12s %s\n", info->name, info->summary);
	return cr_cli_finish();
}

/* The site's file is named beside the policy. */
static char *site_file(const struct options *o, const struct cr_policy *policy, const char *path)
{
	const char *file = o->file ? o->file : policy ? cr_policy_environment_file(policy) : NULL;
	const char *slash = path ? strrchr(path, '/') : NULL;
	char *full = NULL;

	if (!file)
		return NULL;
	if (o->file || *file == '/' || !slash)
		return strdup(file);
	return asprintf(&full, "%.*s%s", (int)(slash + 1 - path), path, file) < 0 ? NULL : full;
}

static int report_env(struct options *o, const struct cr_policy *policy, const char *path)
{
	const char *name = o->catalogue ? o->catalogue
			   : policy     ? cr_policy_environment(policy)
					: NULL;
	char *file = site_file(o, policy, path), *site = NULL;
	struct cr_diags *diags = cr_diags_new();
	struct cr_catalogue *catalogue = NULL;
	size_t len = 0;
	int rc = CR_CLI_NO;

	if (file)
		site = cr_cli_slurp(file, 1 << 20, &len);
	if (!file || site)
		catalogue = cr_catalogue_make(name, file, site, len, diags);
	else
		rc = CR_CLI_SYSTEM;
	cr_cli_diags(diags);
	if (catalogue) {
		make_report(o, policy, name, catalogue);
		rc = o->json ? cr_env_print_json(&o->report) : cr_env_print(&o->report);
		cr_facts_clear(&o->facts);
	}
	cr_catalogue_destroy(catalogue);
	cr_diags_destroy(diags);
	free(site);
	free(file);
	return rc;
}

int cr_cli_env(int argc, char **argv)
{
	struct options o = {0};
	struct cr_policy *policy;
	char *path;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &o);
	if (o.list)
		return list_catalogues();
	policy = get_policy(&o, &path, &status);
	if (status == CR_CLI_OK)
		status = take_profile(&o, policy);
	if (!o.report.situation.topology_type && getenv("COMMROUTE_TOPOLOGY_TYPE"))
		(void)cr_topology_type_of(getenv("COMMROUTE_TOPOLOGY_TYPE"),
					  &o.report.situation.topology_type);
	if (status == CR_CLI_OK)
		status = report_env(&o, policy, path);
	cr_policy_destroy(policy);
	free(path);
	return status;
}
