/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last view of the cluster, kept in slurmctld's StateSaveLocation, so that
 * jobs are judged from the first submission after a start.  On a large cluster
 * minutes can pass before slurmctld answers its own plugin.
 */
#ifndef CR_JOB_SUBMIT_KEPT_VIEW_H
#define CR_JOB_SUBMIT_KEPT_VIEW_H

#include "base/error.h"
#include "live/live.h"
#include "policies/cluster/snapshot.h"

/** Keep LIVE's view in DIR/commroute.view.  0; or -1 with ERR, and the old one stays. */
int cr_kept_view_save(const char *dir, const struct cr_live *live, struct cr_error *err);

/**
 * What was kept in DIR, to be freed with cr_snapshot_destroy().  NULL with ERR
 * set when there is none, or none that can be trusted or read.
 */
struct cr_snapshot *cr_kept_view_read(const char *dir, struct cr_error *err);

#endif
