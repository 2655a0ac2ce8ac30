/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute snapshot: the view of the live cluster as JSON, for explain and test elsewhere. */
#include "cli/command.h"
#include "cli/output.h"
#include "live/cluster.h"

#include <argp.h>
#include <stdlib.h>

static const struct argp_option table[] = {
	{"output", 'o', "FILE", 0, "write to FILE, not to standard output", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	if (key != 'o')
		return ARGP_ERR_UNKNOWN;
	*(const char **)state->input = arg;
	return 0;
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.doc = "Write what decisions depend on as JSON: partitions, topologies, QOS and "
	       "associations with their limits and use.  Ask as an administrator where "
	       "PrivateData hides them from users.",
};

static int write_to(const char *path, const char *text)
{
	FILE *out = fopen(path, "we");

	if (out && fputs(text, out) >= 0 && fclose(out) == 0)
		return CR_CLI_OK;
	cr_cli_say("%s: %m", path);
	return CR_CLI_SYSTEM;
}

int cr_cli_snapshot(int argc, char **argv)
{
	struct cr_live_cluster *live;
	const char *path = NULL;
	struct cr_error err;
	char *text;
	int status;

	argp_parse(&argp, argc, argv, 0, NULL, &path);
	live = cr_live_cluster_load(&err);
	if (!live) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	text = cr_snapshot_format(cr_live_cluster_view(live), cr_live_cluster_topologies(live),
				  cr_live_cluster_accounts(live), &err);
	cr_live_cluster_destroy(live);
	if (!text) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	if (path)
		status = write_to(path, text);
	else
		status = fputs(text, stdout) < 0 ? CR_CLI_SYSTEM : cr_cli_finish();
	free(text);
	return status;
}
