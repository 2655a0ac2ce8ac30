/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that grow to a bound and never hold half a line.  For one thread. */
#ifndef CR_JOB_SUBMIT_JOURNAL_FILE_H
#define CR_JOB_SUBMIT_JOURNAL_FILE_H

#include "base/error.h"

#include <stdint.h>

#define CR_JOURNAL_FILE_MAX (16 * 1024 * 1024)
#define CR_JOURNAL_FILES    3 /* old ones that are kept: .1 is the youngest */

struct cr_journal_file {
	int fd; /* -1: not open */
	const char *dir;
	int64_t max;    /* bytes; 0: CR_JOURNAL_FILE_MAX */
	unsigned files; /* old ones that are kept; 0: CR_JOURNAL_FILES */
};

/**
 * Append LINE to DIR/commroute.journal, opened or rotated as needed.  Returns
 * 0; or -1 with ERR set, and the file holds no part of LINE.
 */
int cr_journal_file_add(struct cr_journal_file *file, const char *line, struct cr_error *err);

/** Close what cr_journal_file_add() holds open; the next call opens it again. */
void cr_journal_file_close(struct cr_journal_file *file);

/** Remove DIR/NAME, if it is there. */
void cr_journal_file_remove(const char *dir, const char *name);

/**
 * Replace DIR/NAME by TEXT, so that a reader sees the old or the new one, whoever else does the
 * same at that moment, on whatever host.  0, or -1 with ERR set.
 */
int cr_journal_file_replace(const char *dir, const char *name, const char *text,
			    struct cr_error *err);

#endif
