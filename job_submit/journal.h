/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was decided, kept for whoever asks later, in slurmctld's StateSaveLocation:
 *
 *	commroute.journal    a line of JSON for each decision, refusals included, and for
 *	                     each policy that was loaded; at 16 MiB (record.journal_mb) it
 *	                     becomes commroute.journal.1 (.1 becomes .2 ... the oldest of
 *	                     record.journal_files goes)
 *	commroute.status     one JSON object: policy, view, counters
 *
 * The submit path counts and puts a line into a bounded queue, and never waits; a thread
 * writes it within milliseconds, and what is queued when slurmctld ends is written then.  A
 * full disk or a full queue loses lines, which are counted and marked in the journal, never
 * jobs.
 */
#ifndef CR_JOB_SUBMIT_JOURNAL_H
#define CR_JOB_SUBMIT_JOURNAL_H

#include "job_submit/judge.h"
#include "policies/lua/lua.h"

#include <stddef.h>
#include <stdint.h>

/* ---- the submit path's side: journal.c ------------------------------------- */

/** Begin to number decisions, in the slurmctld of number PLACE.  Called once, by the keeper. */
void cr_journal_begin(int place);

/** A number of its own for a decision: the log, the journal and the job's record have it. */
void cr_journal_give_id(char id[CR_ID_MAX]);

/**
 * Take note of a decision (see struct cr_judge).  Lines are kept if cr_journal_keep(true);
 * a refusal that its user was told within the last minute is counted (journal_fold.h).
 */
void cr_journal_note(enum cr_event event, const struct cr_request *request,
		     const struct cr_decision *decision, const char *record, const char *id);

/** Count what was not judged whole, and log it at level error, once a minute (see cr_judge). */
void cr_journal_note_unjudged(enum cr_event event, const struct cr_request *request,
			      const char *why);

/** Does the policy in force want lines?  They are counted either way. */
void cr_journal_keep(bool lines);

/** Note that a policy was loaded (HASH, MODE) or refused (both NULL); FILE is its path. */
void cr_journal_note_policy(const char *file, const char *hash, const char *mode);

/** Something else that is counted. */
enum cr_journal_counter {
	CR_COUNT_SUBMIT,
	CR_COUNT_UPDATE,
	CR_COUNT_ROUTE,
	CR_COUNT_LEAVE,
	CR_COUNT_REFUSE,
	CR_COUNT_ACTED,      /* of these, in mode enforce */
	CR_COUNT_BORROW,     /* routed so that it may borrow */
	CR_COUNT_NOT_JUDGED, /* not judged whole: no view, no memory */
	CR_COUNT_POLICY_LOADED,
	CR_COUNT_POLICY_REFUSED,
	CR_COUNT_LINES, /* written to the journal */
	CR_COUNT_LINES_LOST,
	CR_COUNT_FOLDED, /* refusals that share a line */
	CR_COUNTS
};
void cr_journal_count(enum cr_journal_counter what);

/* ---- the thread's side ------------------------------------------------------ */

/** What a counter stands at. */
uint64_t cr_journal_counted(enum cr_journal_counter what);

/** Wait until there is a line to write, for at most MS milliseconds. */
void cr_journal_wait(long ms);

/** The next line, to be freed by the caller; NULL: none waits. */
char *cr_journal_take_line(void);

/** Queue a line for each refusal that was told again; with ALL for those of the last minute too. */
void cr_journal_unfold(bool all);

#endif
