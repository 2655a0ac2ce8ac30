/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was decided, kept for whoever asks later, in slurmctld's StateSaveLocation:
 *
 *	commroute.journal    a line of JSON for each decision, refusals included;
 *	                     at 16 MiB it becomes commroute.journal.1 (.1 becomes
 *	                     .2, .2 becomes .3, .3 goes)
 *	commroute.status     one JSON object: policy, view, counters
 *
 * The submit path counts and puts a line into a bounded queue, and never waits;
 * a thread writes.  A full disk or a full queue loses lines, which are counted,
 * never jobs.
 */
#ifndef CR_JOB_SUBMIT_JOURNAL_H
#define CR_JOB_SUBMIT_JOURNAL_H

#include "job_submit/judge.h"
#include "policies/lua/lua.h"

#include <stddef.h>
#include <stdint.h>

/** Begin to keep the journal in directory DIR (copied).  Called once, by the keeper. */
void cr_journal_open(const char *dir);

/** Take note of a decision (see struct cr_judge).  Lines are kept if cr_journal_keep(true). */
void cr_journal_note(enum cr_event event, const struct cr_request *request,
		     const struct cr_decision *decision, const char *record, char id[32]);

/** Does the policy in force want lines?  They are counted either way. */
void cr_journal_keep(bool lines);

/** Something else that is counted. */
enum cr_journal_counter {
	CR_COUNT_SUBMIT,
	CR_COUNT_UPDATE,
	CR_COUNT_ROUTE,
	CR_COUNT_LEAVE,
	CR_COUNT_REFUSE,
	CR_COUNT_ACTED,      /* of these, in mode enforce */
	CR_COUNT_BORROW,     /* routed so that it may borrow */
	CR_COUNT_NOT_JUDGED, /* unreadable, no view, no memory */
	CR_COUNT_POLICY_LOADED,
	CR_COUNT_POLICY_REFUSED,
	CR_COUNT_LINES, /* written to the journal */
	CR_COUNT_LINES_LOST,
	CR_COUNTS
};
void cr_journal_count(enum cr_journal_counter what);

/** What the status says beside the counters.  Texts may be NULL. */
struct cr_status {
	const char *policy, *hash, *mode;
	int64_t policy_loaded, view_taken; /* Unix time; 0: never */
	size_t partitions, topologies;
	const struct cr_lua_stats *lua; /* of the policy's script; NULL: it has none */
};

/**
 * Write what is queued, and the status if anything was counted since.  Called
 * by one thread only; what goes wrong is counted, and logged once a minute.
 */
void cr_journal_write(const struct cr_status *status);

#endif
