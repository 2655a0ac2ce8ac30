/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of the journal's files, the oldest first, while slurmctld may write and turn them
 * over.  For one thread.
 */
#ifndef CR_CLI_JOURNAL_FILES_H
#define CR_CLI_JOURNAL_FILES_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define CR_JOURNAL_FILES_MAX 128         /* the policy allows 100 old ones */
#define CR_JOURNAL_READ_MAX  (16 * 1024) /* bytes of a line; slurmctld writes 4 KiB at most */

/** What is read of DIR's journal.  To be closed with cr_journal_files_close(). */
struct cr_journal_files {
	const char *dir;                  /* the caller's */
	FILE *file[CR_JOURNAL_FILES_MAX]; /* the youngest, which still grows, first */
	size_t left;                      /* files not read to their end; the next is left - 1 */
	char line[CR_JOURNAL_READ_MAX + 1];
	size_t used;     /* bytes of a line that has no end yet */
	bool too_long;   /* more of it than there is room for was passed over */
	uint64_t broken; /* lines too long, or with no end where their file ends */
};

/**
 * Open what there is in DIR.  Returns 0; or -1 with ERR set: the youngest is not there, or one
 * cannot be read.
 */
int cr_journal_files_open(struct cr_journal_files *files, const char *dir, struct cr_error *err);

/**
 * The next line without its end, of *LEN bytes and a NUL behind them; NULL: there is none by now.
 * With FOLLOW the youngest file's last line may still become whole, and a file that took its place
 * is gone on with, in a later call.  The line stays until then.
 */
const char *cr_journal_files_next(struct cr_journal_files *files, bool follow, size_t *len);

/** Close what is open. */
void cr_journal_files_close(struct cr_journal_files *files);

#endif
