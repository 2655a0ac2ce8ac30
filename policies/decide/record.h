/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A decision as it stands in the job's record (admin_comment): one line of
 * JSON under 1 KB, printable ASCII, with the keys in a fixed order:
 *
 *	{"commroute":1,"verdict":"route","mode":"enforce","profile":"moe",
 *	 "tenant":"nlp","partition":"ultra","topology":"ultra","type":"block",
 *	 "qos":"nlp,spare","segment":4,"switches":2,"own":["switches"],"why":["..."]}
 *
 * Keys without a value are left out; "own" names those whose value the user gave;
 * "why" is shortened until the line fits.
 */
#ifndef CR_POLICIES_DECIDE_RECORD_H
#define CR_POLICIES_DECIDE_RECORD_H

#include "policies/decide/decision.h"

#define CR_RECORD_MAX 1024 /* bytes, the NUL included */

/**
 * Write DECISION, made under the policy whose hash is HASH (may be NULL), into
 * BUF; ID is its number in the journal, or NULL.  Always terminated, always whole JSON.  Returns
 * BUF.
 */
const char *cr_record_format(const struct cr_decision *decision, const char *hash, const char *id,
			     char buf[CR_RECORD_MAX]);

/** Does TEXT (may be NULL) hold what would be read as a record of ours? */
bool cr_record_is_in(const char *text);

/** A record read back.  Texts live in the arena given. */
struct cr_record {
	struct cr_decision decision;  /* of it, what is recorded; the rest is unset */
	bool has[CR_DECISION_FIELDS]; /* which of it the record says */
	bool own[CR_DECISION_FIELDS]; /* which of that the user gave */
	const char *hash;             /* of the policy; or NULL */
	const char *const *why;
	size_t why_count;
};

/**
 * Read TEXT (at most 64 KB; other text may stand before and after the JSON
 * object).  Returns 0 and sets *RECORD, or -1 with ERR set when there is no
 * record of ours in it.
 */
int cr_record_parse(const char *text, struct cr_arena *arena, struct cr_record *record,
		    struct cr_error *err);

#endif
