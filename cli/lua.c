/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute lua check: what can be said of a script without a cluster. */
#include "cli/lua.h"

#include "cli/command.h"
#include "cli/output.h"
#include "cli/site.h"

#include "policies/lua/lua.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POLICY_NAME "(check)"

/* ---- check -------------------------------------------------------------------- */

struct files {
	const char *script, *data; /* as named by the user */
};

static const struct argp_option check_options[] = {
	{"data", 'd', "FILE", 0, "the YAML file that the script finds as `data`", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_check(int key, char *arg, struct argp_state *state)
{
	struct files *files = state->input;

	switch (key) {
	case 'd':
		files->data = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (files->script)
			argp_error(state, "one script at a time");
		files->script = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which script?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp check_argp = {
	.options = check_options,
	.parser = parse_check,
	.args_doc = "FILE",
	.doc = "Check a script as loading a policy does: its syntax, each hook on a sample job, with "
	       "its bounds (an endless loop is stopped and reported); names of fields that do not "
	       "exist; globals that a hook sets.\v"
	       "Exit status: 0 when it would be loaded, 1 when not.",
};

/* `key: 'value'`, as YAML quotes it. */
static void add_key(FILE *out, const char *key, const char *value)
{
	fprintf(out, "  %s: '", key);
	for (; value && *value; value++)
		fprintf(out, *value == '\'' ? "''" : "%c", *value);
	fputs("'\n", out);
}

static char *policy_text(const struct files *f)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	fputs("version: 1\nlua:\n", out);
	add_key(out, "file", f->script);
	if (f->data)
		add_key(out, "data", f->data);
	return fclose(out) == 0 ? text : NULL;
}

/* The policy around the script is written here; the files are the user's. */
static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	const struct files *f = ctx;

	if (strcmp(path, POLICY_NAME) == 0) {
		*buf = policy_text(f);
		*len = *buf ? strlen(*buf) : 0;
	} else {
		*buf = cr_cli_slurp(path, (size_t)1 << 20, len);
	}
	return *buf ? 0 : cr_error_set(err, "%s cannot be read", path);
}

static bool can_be_read(const char *path)
{
	if (!path || access(path, R_OK) == 0)
		return true;
	cr_cli_say("%s: %m", path);
	return false;
}

static int check_files(struct files *files)
{
	struct cr_policy_reader reader = {.read = read_file, .ctx = files};
	struct cr_diags *diags = cr_diags_new();
	struct cr_policy *policy;
	int status = CR_CLI_NO;

	policy = cr_policy_load(POLICY_NAME, &reader, NULL, diags);
	if (policy && cr_lua_open(policy, &reader, NULL, diags) == 0)
		status = CR_CLI_OK;
	cr_cli_diags(diags);
	if (status == CR_CLI_OK)
		printf("%s: %s\n", files->script,
		       cr_diags_warnings(diags) ? "would be loaded, with warnings" : "is good");
	cr_policy_destroy(policy);
	cr_diags_destroy(diags);
	return status == CR_CLI_OK ? cr_cli_finish() : status;
}

static int check_script(int argc, char **argv)
{
	struct files files = {0};

	argp_parse(&check_argp, argc, argv, 0, NULL, &files);
	if (!can_be_read(files.script) || !can_be_read(files.data))
		return CR_CLI_SYSTEM;
	return check_files(&files);
}

/* ---- the subcommands ------------------------------------------------------------ */

static const struct cr_cli_command subcommands[] = {
	{"check", CR_CLI_FOR_POLICY, "check a script without a cluster", check_script},
	{"import", CR_CLI_FOR_POLICY,
	 "run a job_submit.lua beside the policy and list where they differ", cr_cli_lua_import},
};

static int print_usage(FILE *out, int status)
{
	fputs("usage: commroute lua check [--data=FILE] FILE\n"
	      "       commroute lua import [OPTION...] FILE\n\n",
	      out);
	for (size_t i = 0; i < sizeof(subcommands) / sizeof(subcommands[0]); i++)
		fprintf(out, "  %-8s %s\n", subcommands[i].name, subcommands[i].summary);
	return status;
}

int cr_cli_lua(int argc, char **argv)
{
	static char name[64];

	if (argc < 2)
		return print_usage(stderr, CR_CLI_USAGE);
	if (strcmp(argv[1], "--help") == 0)
		return print_usage(stdout, CR_CLI_OK);
	for (size_t i = 0; i < sizeof(subcommands) / sizeof(subcommands[0]); i++) {
		if (strcmp(argv[1], subcommands[i].name) != 0)
			continue;
		(void)snprintf(name, sizeof(name), "%s %s", argv[0], subcommands[i].name);
		argv[1] = name;
		return subcommands[i].run(argc - 1, argv + 1);
	}
	return print_usage(stderr, CR_CLI_USAGE);
}
