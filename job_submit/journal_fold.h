/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A user's loop that is refused over and over: the first refusal has its line in the journal,
 * those that say the same within a minute are counted, and one more line tells how often.
 * Pure; the caller keeps threads apart.
 */
#ifndef CR_JOB_SUBMIT_JOURNAL_FOLD_H
#define CR_JOB_SUBMIT_JOURNAL_FOLD_H

#include "job_submit/judge.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define CR_FOLD_SECONDS 60
#define CR_FOLD_ENTRIES 64 /* different refusals at a time; more are not folded */

/** A refusal that was told TIMES more. */
struct cr_folded {
	char id[CR_ID_MAX]; /* of its line */
	time_t first, last;
	uint64_t times;
};

/** What was refused of late.  All zero at the beginning. */
struct cr_fold {
	struct {
		uint64_t key; /* 0: free */
		struct cr_folded seen;
	} entry[CR_FOLD_ENTRIES];
};

/** What LINE, a line of the journal, says but for its ID and time; never 0. */
uint64_t cr_fold_key(const char *line, const char *id);

/** Is this the same as a refusal within the last minute, which is counted?  Else it is kept. */
bool cr_fold_count(struct cr_fold *fold, uint64_t key, const char *id, time_t now);

/**
 * Take out one that was told more than once and whose minute is over, or, with ALL, any.
 * False: there is none.
 */
bool cr_fold_take(struct cr_fold *fold, time_t now, bool all, struct cr_folded *folded);

#endif
