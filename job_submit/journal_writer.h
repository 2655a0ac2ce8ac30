/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The thread's side of the journal: what is queued goes into the files.  See journal.h. */
#ifndef CR_JOB_SUBMIT_JOURNAL_WRITER_H
#define CR_JOB_SUBMIT_JOURNAL_WRITER_H

#include "job_submit/journal.h"

/** What the status says beside the counters.  Texts may be NULL. */
struct cr_status {
	bool standby; /* another slurmctld is in control */
	const char *policy, *hash, *mode;
	int64_t policy_loaded, view_taken; /* Unix time; 0: never */
	size_t partitions, topologies;
	const struct cr_lua_stats *lua; /* of the policy's script; NULL: it has none */
};

/** How large the journal may become.  0: the default. */
struct cr_journal_size {
	int64_t bytes;  /* of one file */
	unsigned files; /* old ones that are kept */
};

/** Write into directory DIR (copied; NULL: nowhere).  Called once, by the keeper. */
void cr_journal_open(const char *dir);

/**
 * Write what is queued, and the status if anything was counted since.  A standby writes neither:
 * its status goes into commroute.status.HOST, which is removed when it takes over.  What goes wrong
 * is counted, and logged once a minute.  One thread; what is queued when the process ends is
 * written by the one that ends it.
 */
void cr_journal_write(const struct cr_status *status, const struct cr_journal_size *size);

#endif
