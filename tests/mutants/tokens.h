/* SPDX-License-Identifier: GPL-2.0-or-later */
/* C text as tokens: comments and preprocessor lines are left out. */
#ifndef CR_TESTS_MUTANTS_TOKENS_H
#define CR_TESTS_MUTANTS_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_SIGN };

struct token {
	enum token_kind kind;
	size_t begin, end; /* in the text */
	unsigned line;     /* from 1 */
};

struct tokens {
	const char *text;
	struct token *all;
	size_t count;
};

/**
 * Read TEXT, which ends with a NUL byte and stays the caller's, into TOKENS; free(tokens->all)
 * afterwards.  Never fails but for want of memory, which ends the program.
 */
void tokens_read(struct tokens *tokens, const char *text);

/** Is token AT the word or sign WORD?  False beyond the last one. */
bool token_is(const struct tokens *tokens, size_t at, const char *word);

/** The token that closes what token OPEN ("(", "[" or "{") opens; tokens->count: none does. */
size_t token_closing(const struct tokens *tokens, size_t open);

/** realloc() that ends the program for want of memory. */
void *tokens_grow(void *all, size_t size);

#endif
