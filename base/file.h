/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Read a configuration file as a process with privileges may: a regular file,
 * opened without following a link, never waiting on a FIFO, of bounded size.
 */
#ifndef CR_BASE_FILE_H
#define CR_BASE_FILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** What a file must be to be trusted. */
struct cr_file_rules {
	size_t max_bytes;
	/*
	 * Owned by root, by this process's effective user or by OWNER, and
	 * writable by nobody else.  Off: any owner and mode (a file named by
	 * the user who runs us with their own rights).
	 */
	bool trusted_owner;
	uid_t owner; /* one more accepted owner; 0 (root) adds none */
};

/** What tells one state of a file from another: equal = nothing changed. */
struct cr_file_mark {
	dev_t dev;
	ino_t ino;
	off_t size;
	long long mtime_ns, ctime_ns;
};

/**
 * Read PATH whole under RULES.  On success returns 0 and sets *BUF (freed by
 * the caller with free(); one NUL byte follows the *LEN bytes) and, if MARK is
 * not NULL, *MARK to the state that was read.  On failure returns -1, sets ERR
 * to "PATH: why (remedy)" and touches nothing else.
 */
int cr_file_read(const char *path, const struct cr_file_rules *rules, char **buf, size_t *len,
		 struct cr_file_mark *mark, struct cr_error *err);

/** The state of PATH now, without opening it.  Missing or unreadable: all zero. */
struct cr_file_mark cr_file_mark_of(const char *path);

/** Do A and B name the same state of the same file? */
bool cr_file_mark_equal(const struct cr_file_mark *a, const struct cr_file_mark *b);

#endif
