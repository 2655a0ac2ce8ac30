/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The keeper's threads: each keeps one thing current and never returns.  For keeper.c only;
 * what the threads have of each other they get through keeper.h.
 */
#ifndef CR_JOB_SUBMIT_KEEP_H
#define CR_JOB_SUBMIT_KEEP_H

#include "base/cell.h"

#include <stdint.h>
#include <time.h>

/** Sleep so many milliseconds. */
static inline void cr_keep_sleep(long ms)
{
	struct timespec span = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};

	(void)nanosleep(&span, NULL);
}

/* ---- keep_policy.c ---------------------------------------------------------- */

/** Load the policy at PATH, as cluster CLUSTER (may be NULL) sees it; both stay the caller's. */
void cr_keep_policy_first(const char *path, const char *cluster);

/** The thread: load it again when a file of it changes.  A pthread start routine. */
void *cr_keep_policy(void *unused);

/** Its path; and when the one in force was loaded, Unix time. */
const char *cr_keep_policy_path(void);
int64_t cr_keep_policy_loaded(void);

/* ---- keep_view.c ------------------------------------------------------------- */

/** Read what the slurmctld before this one left. */
void cr_keep_view_first(void);

/** The thread: ask the controller what changed.  A pthread start routine. */
void *cr_keep_view(void *unused);

/* ---- keep_journal.c ----------------------------------------------------------- */

/** The thread: write what was decided.  A pthread start routine. */
void *cr_keep_journal(void *unused);

#endif
