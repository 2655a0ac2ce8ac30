/* SPDX-License-Identifier: GPL-2.0-or-later */
/* explain --eta: when the job would start. */
#ifndef CR_CLI_ETA_H
#define CR_CLI_ETA_H

#include "cli/site.h"

#include <json-c/json.h>

/**
 * Ask Slurm when REQUEST would start in each partition that DECISION found
 * possible, and in the one it names, and print the answers.  SITE tells whether
 * there is a controller to ask: of a snapshot it says that nothing is known.
 */
void cr_cli_eta(const struct cr_cli_site *site, const struct cr_request *request,
		const struct cr_decision *decision);

/** The same as member "eta" of ROOT; of a snapshot ROOT gets none. */
void cr_cli_eta_json(const struct cr_cli_site *site, const struct cr_request *request,
		     const struct cr_decision *decision, struct json_object *root);

#endif
