/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every error and warning found in an input, each with its position, so that
 * all can be reported in one go and not just the first.
 *
 * Positions travel with values: whoever holds a value from a file keeps its
 * struct cr_pos, so that an error found late still names its line.
 * Threads: a list belongs to one thread at a time.
 */
#ifndef CR_BASE_DIAG_H
#define CR_BASE_DIAG_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/** A place in a file.  Lines and columns count from 1, columns in bytes; 0 = not known. */
struct cr_pos {
	const char *file; /* borrowed; NULL = no file */
	uint32_t line;
	uint32_t column;
};

enum cr_severity { CR_WARNING, CR_ERROR };

struct cr_diag {
	enum cr_severity severity;
	uint32_t line, column;
	unsigned code;    /* which kind of fault, in its adder's own table; 0: not said */
	const char *file; /* owned by the list, may be NULL */
	const char *text; /* owned by the list, one line, no position in it */
};

struct cr_diags;

/** A list keeps this many; what comes after is counted, not kept. */
#define CR_DIAGS_KEPT 100

/** New, empty list, or NULL when out of memory.  Free with cr_diags_destroy(). */
struct cr_diags *cr_diags_new(void);

/** Free LIST and all it holds.  NULL is allowed. */
void cr_diags_destroy(struct cr_diags *list);

/**
 * Add one entry.  LIST may be NULL (nothing is kept).  POS is copied, its file
 * name too; a text longer than 400 bytes is cut; control bytes are escaped.
 * Returns -1, always, so that failing is one statement.
 */
int cr_diags_add(struct cr_diags *list, enum cr_severity severity, struct cr_pos pos,
		 const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#define cr_diags_add(...) cr_failed(cr_diags_add(__VA_ARGS__))

/** The same for a fault that has a CODE. */
int cr_diags_add_coded(struct cr_diags *list, unsigned code, enum cr_severity severity,
		       struct cr_pos pos, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

/** How many errors were added, those not kept included.  NULL counts as 0. */
size_t cr_diags_errors(const struct cr_diags *list);

/** How many warnings were added, likewise. */
size_t cr_diags_warnings(const struct cr_diags *list);

/** How many entries are kept: valid indexes for cr_diags_get(). */
size_t cr_diags_kept(const struct cr_diags *list);

/** Entry I in the order of addition, or NULL when out of range.  Owned by LIST. */
const struct cr_diag *cr_diags_get(const struct cr_diags *list, size_t i);

/** Order by file, line and column; equal positions keep their order. */
void cr_diags_sort(struct cr_diags *list);

/**
 * Write entry D as "file:line:column: error: text" into BUF of SIZE bytes,
 * leaving out what is not known.  Always terminated.  Returns BUF.
 */
const char *cr_diag_format(const struct cr_diag *d, char *buf, size_t size);

#endif
