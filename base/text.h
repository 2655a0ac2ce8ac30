/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text that comes from strangers: made printable, compared, corrected.
 * All functions are pure; no locale is consulted.  Any thread.
 */
#ifndef CR_BASE_TEXT_H
#define CR_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Write the LEN bytes at TEXT into BUF of SIZE bytes as printable ASCII:
 * control bytes, quotes' backslash and anything beyond ASCII become \n, \t, \\
 * or \xNN.  Too long a text ends in "...".  Always terminated.  Returns BUF.
 * Use it for every byte of a user's that goes to a log or a message.
 */
const char *cr_text_printable(char *buf, size_t size, const char *text, size_t len);

/**
 * The candidate nearest to WORD by edit distance (case ignored), if it is near
 * enough to be a misspelling: at most a third of the longer one's length, at
 * least 1.  CANDIDATES has COUNT entries, NULL entries are skipped.  Returns a
 * candidate or NULL.  Words longer than 63 bytes are never near.
 */
const char *cr_text_nearest(const char *word, const char *const *candidates, size_t count);

/**
 * Compare like strcmp(), but runs of digits by their value: n2 before n10.
 * Equal values with more leading zeros come later, so the order is total.
 */
int cr_text_natural(const char *a, const char *b);

/**
 * Does NAME match the glob PATTERN?  `*` is any run, `?` one byte, anything
 * else itself.  Time is linear in both lengths' product; no recursion.
 */
bool cr_text_glob(const char *pattern, const char *name);

/**
 * Is NAME fit for a name of ours (a profile, a tenant)?  1 to MAX bytes of
 * letters, digits, `_`, `-` and `.`, beginning with a letter or a digit.
 */
bool cr_text_is_name(const char *name, size_t max);

/** Bytes of a name in a list, the NUL included: no name in Slurm that we know is longer. */
#define CR_NAME_MAX 256

/**
 * The next name of a list "a,b,c" of any length: *LIST (may be NULL) goes on
 * behind it, NAME gets it.  Empty ones are passed over; one that SIZE does not
 * hold becomes "", as no name is.  False, and NAME untouched, at the end.
 */
bool cr_text_next(const char **list, char *name, size_t size);

/** Is NAME one of the names in LIST, "a,b,c", whatever their case?  NULL is none, and has none. */
bool cr_text_list_has(const char *list, const char *name);

/** A list of names. */
struct cr_names {
	const char *const *name; /* NULL when count is 0 */
	size_t count;
};

/** Is NAME (may be NULL) in LIST?  ASCII case is ignored, as in Slurm's accounts and QOS. */
bool cr_names_has(const struct cr_names *list, const char *name);

/** Does a glob of LIST match TEXT, by cr_text_glob()? */
bool cr_names_match(const struct cr_names *list, const char *text);

#endif
