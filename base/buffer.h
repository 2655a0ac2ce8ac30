/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text put together in memory of a fixed size, and JSON's quotes within it.
 * Nothing allocates.  Any thread, each with its own buffer.
 *
 *	struct cr_buffer b = cr_buffer(text, sizeof(text));
 *
 *	cr_buffer_add(&b, "{\"name\":");
 *	cr_buffer_add_json(&b, name, 120);
 *	cr_buffer_add(&b, "}");
 *
 * What does not fit is cut and FULL says so; from then on nothing is added, so
 * that no later piece stands behind a gap.  Who wants a piece whole or not at
 * all notes USED before it and takes a cut piece back.
 */
#ifndef CR_BASE_BUFFER_H
#define CR_BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct cr_buffer {
	char *text;  /* always terminated */
	size_t size; /* of TEXT, the NUL included; may be made larger or smaller between calls */
	size_t used; /* bytes, the NUL not included */
	bool full;   /* something was cut */
};

/** A buffer over TEXT of SIZE bytes, 1 at least, which is made empty; TEXT stays the caller's. */
struct cr_buffer cr_buffer(char *text, size_t size);

/** The same, to go on behind the text that stands in TEXT. */
struct cr_buffer cr_buffer_behind(char *text, size_t size);

/** Add TEXT, which may be NULL: nothing. */
void cr_buffer_add(struct cr_buffer *b, const char *text);

/** Add as printf() does. */
void cr_buffer_print(struct cr_buffer *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** Add as vprintf() does. */
void cr_buffer_vprint(struct cr_buffer *b, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/**
 * Add the first MAX bytes of TEXT as a JSON string with its quotes, or null when
 * TEXT is NULL.  What is not printable ASCII becomes '?', which needs no escape
 * and is safe in every log.  Takes 2 * MAX + 2 bytes at most.
 */
void cr_buffer_add_json(struct cr_buffer *b, const char *text, size_t max);

/** Go back to USED bytes, noted earlier, and take more again.  Nothing when there are fewer. */
void cr_buffer_undo(struct cr_buffer *b, size_t used);

#endif
