/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lua's patterns (reference manual, 6.4.1) with a bound on the steps of a match:
 * the matcher of Lua's own library backtracks without one, so that a pattern of
 * a few dozen characters can hold a processor for years.
 *
 * Pure; any thread.
 */
#ifndef CR_POLICIES_LUA_PATTERN_H
#define CR_POLICIES_LUA_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CR_PATTERN_CAPTURES 32

struct cr_capture {
	const char *start;
	ptrdiff_t len; /* CR_CAPTURE_OPEN while matching, CR_CAPTURE_POSITION: `()` */
};

#define CR_CAPTURE_OPEN     (-1)
#define CR_CAPTURE_POSITION (-2)

struct cr_lua_pattern {
	const char *text, *text_end;       /* what is searched */
	const char *pattern, *pattern_end; /* without a leading ^ */
	uint64_t steps, steps_max;         /* taken so far; the bound */
	const char *fault;                 /* what is wrong with the pattern; NULL: nothing */
	bool spent;                        /* the bound was reached */
	unsigned depth;
	size_t captures;
	struct cr_capture capture[CR_PATTERN_CAPTURES];
};

/**
 * Does the pattern match at AT, within its text?  Returns where the match ends,
 * or NULL: no, or FAULT or SPENT is set.  The captures are those of the match.
 */
const char *cr_pattern_match(struct cr_lua_pattern *p, const char *at);

#endif
