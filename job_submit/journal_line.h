/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of the journal and the text of the status: pure, for any thread. */
#ifndef CR_JOB_SUBMIT_JOURNAL_LINE_H
#define CR_JOB_SUBMIT_JOURNAL_LINE_H

#include "job_submit/journal_fold.h"
#include "job_submit/journal_writer.h"

#include <time.h>

#define CR_JOURNAL_LINE_MAX 4096 /* bytes, line end and NUL included */

/**
 * Write the journal's line for a decision into BUF: whole JSON with a line end,
 * printable ASCII.  RECORD is the decision's JSON, or NULL.  Returns BUF.
 */
const char *cr_journal_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
			    enum cr_event event, const struct cr_request *request,
			    const struct cr_decision *decision, const char *record);

/** The line for a policy that was loaded, or refused (HASH and MODE NULL).  Returns BUF. */
const char *cr_journal_policy_line(char buf[CR_JOURNAL_LINE_MAX], const char *id, time_t now,
				   const char *file, const char *hash, const char *mode);

/** The line for a refusal that was told again.  Returns BUF. */
const char *cr_journal_folded_line(char buf[CR_JOURNAL_LINE_MAX], const struct cr_folded *folded);

/** The line where LOST lines are missing.  Returns BUF. */
const char *cr_journal_gap_line(char buf[CR_JOURNAL_LINE_MAX], time_t now, uint64_t lost);

/** Write the status as JSON into BUF.  Returns BUF. */
const char *cr_journal_status(char buf[CR_JOURNAL_LINE_MAX], time_t now,
			      const struct cr_status *status,
			      uint64_t (*counted)(enum cr_journal_counter what));

#endif
