/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory that is given back all at once, with a limit.  For objects that are
 * built whole, used read-only and dropped whole: documents, policies, decisions.
 *
 * An arena can begin on a buffer of the caller's (the stack) and so serve a
 * small job without any call to malloc().  Threads: one at a time; what was
 * built may be read by many.
 */
#ifndef CR_BASE_ARENA_H
#define CR_BASE_ARENA_H

#include <stddef.h>

struct cr_arena {
	struct cr_arena_block *blocks; /* from malloc(), newest first */
	char *at, *end;                /* what is free in the current block */
	size_t used, limit;            /* bytes given out; 0 = no limit */
};

/**
 * Make ARENA empty.  BUF of SIZE bytes (may be NULL, 0) is used first and must
 * outlive the arena; LIMIT bounds the sum of all allocations, 0 = none.  With
 * LIMIT == SIZE the arena never calls malloc().
 */
void cr_arena_init(struct cr_arena *arena, void *buf, size_t size, size_t limit);

/** Give back everything.  The arena is empty, as after init without a buffer. */
void cr_arena_release(struct cr_arena *arena);

/**
 * Give back what was allocated since *MARK, a copy of ARENA made then.  Nothing may
 * have been given back in between.
 */
void cr_arena_rewind(struct cr_arena *arena, const struct cr_arena *mark);

/** SIZE zeroed bytes (0: at least one) aligned for any type; NULL when out of memory or over the
 * limit. */
void *cr_arena_alloc(struct cr_arena *arena, size_t size);

/** COUNT * SIZE zeroed bytes; NULL also when the product overflows. */
void *cr_arena_array(struct cr_arena *arena, size_t count, size_t size);

/** A terminated copy of the LEN bytes at TEXT, or NULL. */
char *cr_arena_strndup(struct cr_arena *arena, const char *text, size_t len);

/** A copy of TEXT, or NULL; NULL gives NULL. */
char *cr_arena_strdup(struct cr_arena *arena, const char *text);

/** Formatted text, or NULL. */
char *cr_arena_printf(struct cr_arena *arena, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
