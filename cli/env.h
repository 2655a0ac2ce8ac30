/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside of `commroute env`: the judged catalogue, and the ways to print it. */
#ifndef CR_CLI_ENV_H
#define CR_CLI_ENV_H

#include "environment/advice.h"

#include <stdbool.h>

struct cr_env_report {
	const char *name; /* of the catalogue */
	const struct cr_catalogue *catalogue;
	struct cr_situation situation;
	bool all; /* rows that do not apply too */
};

/** Print REPORT as a table.  Returns an exit status. */
int cr_env_print(const struct cr_env_report *report);

/** Print REPORT as JSON.  Returns an exit status. */
int cr_env_print_json(const struct cr_env_report *report);

#endif
