/* SPDX-License-Identifier: GPL-2.0-or-later */
/* commroute schema: the policy's keys for editors, which complete and check a file as it is typed.
 */
#include "cli/command.h"
#include "cli/output.h"
#include "cli/schema_json.h"

#include <argp.h>

enum { OPT_INCLUDED = 256 };

static const struct argp_option table[] = {
	{"included", OPT_INCLUDED, NULL, 0,
	 "for files that others include: nothing is required in them", 0},
	{NULL, 0, NULL, 0, NULL, 0},
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != OPT_INCLUDED)
		return ARGP_ERR_UNKNOWN;
	*(bool *)state->input = true;
	return 0;
}

static const struct argp argp = {
	.options = table,
	.parser = parse_option,
	.doc = "Print the JSON Schema of policies.  Editors with a YAML language server take it "
	       "from a policy's first line:\v"
	       "# yaml-language-server: $schema=commroute.schema.json\n\n"
	       "What only commroute sees (names that must be defined, sums) `commroute check` tells.",
};

int cr_cli_schema(int argc, char **argv)
{
	bool included = false;

	argp_parse(&argp, argc, argv, 0, NULL, &included);
	return cr_cli_json(cr_schema_json(included));
}
