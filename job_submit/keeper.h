/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a submission is judged by, kept current behind its back: the policy and
 * the cluster's view, each by a thread of its own; and a thread that writes the
 * journal (job_submit/journal.h).
 *
 * The threads are detached, block all signals and hold no lock while they read
 * or write files or ask the controller; nothing ever waits for them.  slurmctld does not
 * end them either: a reconfigure replaces the process.
 */
#ifndef CR_JOB_SUBMIT_KEEPER_H
#define CR_JOB_SUBMIT_KEEPER_H

#include "base/cell.h"
#include "live/live.h"
#include "policies/file/policy.h"

/**
 * Load the policy now and start the threads.  Called from init(), and again
 * from a process that was forked since (the threads did not come along).
 * What goes wrong is logged; there is nothing a caller could do.
 */
void cr_keeper_start(void);

/** The policy in force, or NULL when there is none.  Give back with cr_shared_put(). */
struct cr_shared *cr_keeper_policy(void);

/** The last view (a struct cr_live), or NULL when none was loaded yet.  Likewise. */
struct cr_shared *cr_keeper_view(void);

/**
 * The view that the slurmctld before this one left, for the time until there is
 * one of this; or NULL.  Read when the keeper started, never freed.
 */
const struct cr_view *cr_keeper_kept_view(void);

#endif
