/* SPDX-License-Identifier: GPL-2.0-or-later */
/* explain --job: what was decided for a job that was submitted. */
#ifndef CR_CLI_EXPLAIN_JOB_H
#define CR_CLI_EXPLAIN_JOB_H

#include <stdbool.h>

/**
 * Tell what was recorded for the job whose number is the text ID, and where the
 * job stands, as JSON if JSON.  Returns an exit status.
 */
int cr_cli_explain_job(const char *id, bool json);

#endif
