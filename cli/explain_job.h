/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of explain that ask a live controller about jobs. */
#ifndef CR_CLI_EXPLAIN_JOB_H
#define CR_CLI_EXPLAIN_JOB_H

#include "cli/site.h"

#include <json-c/json.h>
#include <stdbool.h>

/** Tell what was recorded for the job with ID and where it stands.  Returns an exit status. */
int cr_cli_explain_job(const char *id, bool json);

/** Ask Slurm's will-run for DECISION's partition and print what it says. */
void cr_cli_eta(const struct cr_cli_site *site, const struct cr_request *request,
		const struct cr_decision *decision);

/** The same as member "eta" of ROOT. */
void cr_cli_eta_json(const struct cr_cli_site *site, const struct cr_request *request,
		     const struct cr_decision *decision, struct json_object *root);

#endif
