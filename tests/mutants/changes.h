/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can be changed in a C file by one token. */
#ifndef CR_TESTS_MUTANTS_CHANGES_H
#define CR_TESTS_MUTANTS_CHANGES_H

#include "tests/mutants/tokens.h"

/* Put OPENING before, and CLOSING behind, what stands from BEGIN to END; or, with neither kept
 * nor wrapped, put OPENING in its place. */
struct change {
	size_t begin, end; /* in the text */
	unsigned line;
	bool keep; /* what stands there stays, between OPENING and CLOSING */
	char opening[24], closing[4];
	char what[80]; /* "< becomes <=": names it within its line */
};

struct changes {
	struct change *all;
	size_t count;
};

/**
 * All the changes there are to TOKENS, in the order of the text:
 *   < <= > >= == !=	the boundary moved by one, and the opposite
 *   && ||		the other one
 *   !			dropped
 *   if, ?		condition negated (where no comparison is all of it); branch dropped
 *   else		dropped
 *   break continue return;	dropped
 *   f(...);		call dropped, but for those that free
 *   12			one more, one less; of an array declared one less
 *   true false		the other one
 * free(changes->all) afterwards.  Want of memory ends the program.
 */
void changes_find(struct changes *changes, const struct tokens *tokens);

#endif
