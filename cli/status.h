/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of `commroute status` for Prometheus. */
#ifndef CR_CLI_STATUS_H
#define CR_CLI_STATUS_H

#include "launch/tally.h"

struct json_object;

/**
 * Print TALLY, the steps of this host, and CONTROLLER, slurmctld's commroute.status (NULL: not
 * here, or not for this user), in Prometheus's text form.
 */
void cr_status_prometheus(const struct cr_tally *tally, struct json_object *controller);

#endif
