/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A policy and a cluster to judge jobs by, for explain and test: from files, or
 * the cluster as it is.  Problems are printed to standard error.
 */
#ifndef CR_CLI_SITE_H
#define CR_CLI_SITE_H

#include "base/arena.h"
#include "policies/cluster/snapshot.h"
#include "policies/decide/decision.h"

#include <argp.h>

struct cr_cli_site {
	struct cr_policy *policy;
	struct cr_snapshot *snapshot; /* or NULL: live */
	struct cr_live_cluster *live;
};

/** What --policy and --snapshot name; NULL: not given. */
struct cr_cli_site_options {
	const char *policy, *snapshot;
};

/** These two options, as a child of a subcommand's; its input is a struct cr_cli_site_options. */
extern const struct argp cr_cli_site_argp;

/**
 * Open SITE with POLICY (NULL: the one beside slurm.conf) and SNAPSHOT (NULL:
 * ask the controller).  Returns an exit status; on CR_CLI_OK the caller closes.
 */
int cr_cli_site_open(struct cr_cli_site *site, const char *policy, const char *snapshot);

/** Give back all of it. */
void cr_cli_site_close(struct cr_cli_site *site);

/** The cluster without any user's part. */
const struct cr_view *cr_cli_site_view(const struct cr_cli_site *site);

/**
 * The view for REQUEST's user and account, into *VIEW; sets the request's
 * account to the default one when it names none.  Returns an exit status.
 */
int cr_cli_site_for(const struct cr_cli_site *site, struct cr_request *request,
		    struct cr_arena *arena, struct cr_view *view);

/** The path of commroute.yaml beside slurm.conf, to be freed; NULL after saying why. */
char *cr_cli_default_policy(void);

/**
 * The cluster in file PATH into *SNAPSHOT, to be freed with cr_snapshot_destroy().
 * Returns an exit status; on any but CR_CLI_OK it has said why.
 */
int cr_cli_snapshot_open(const char *path, struct cr_snapshot **snapshot);

/** Read file NAME whole, as its user.  NULL after saying why.  To be freed. */
char *cr_cli_slurp(const char *name, size_t max, size_t *len);

#endif
