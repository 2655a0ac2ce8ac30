/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cluster as it is now, for the command: what live/ knows, and QOS and
 * associations with their use as slurmctld tells them (slurm_load_assoc_mgr_info).
 * What PrivateData hides from the caller is missing.
 */
#ifndef CR_CLI_LIVE_SITE_H
#define CR_CLI_LIVE_SITE_H

#include "policies/cluster/snapshot.h"

struct cr_cli_live;

/** Ask the controller.  NULL with ERR. */
struct cr_cli_live *cr_cli_live_open(struct cr_error *err);

/** Free LIVE.  NULL is allowed. */
void cr_cli_live_close(struct cr_cli_live *live);

const struct cr_view *cr_cli_live_view(const struct cr_cli_live *live);
const struct cr_topologies *cr_cli_live_topologies(const struct cr_cli_live *live);
const struct cr_accounts *cr_cli_live_accounts(const struct cr_cli_live *live);

/** As cr_snapshot_for(). */
int cr_cli_live_for(const struct cr_cli_live *live, const char *user, const char **account,
		    struct cr_arena *arena, struct cr_view *view);

#endif
