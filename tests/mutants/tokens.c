/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The least of C's lexer that changes by one token need: good for code that compiles. */
#include "tests/mutants/tokens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest first. */
static const char *const signs[] = {
	"<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"->",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

struct reader {
	struct tokens *out;
	const char *at;
	size_t room;
	unsigned line;
	bool line_begins;
};

void *tokens_grow(void *all, size_t size)
{
	void *grown = realloc(all, size);

	if (!grown) {
		perror("mutate");
		exit(2);
	}
	return grown;
}

static void add_token(struct reader *r, enum token_kind kind, const char *end)
{
	struct tokens *out = r->out;

	if (out->count == r->room) {
		r->room = r->room ? 2 * r->room : 1024;
		out->all = tokens_grow(out->all, r->room * sizeof(*out->all));
	}
	out->all[out->count++] = (struct token){kind, (size_t)(r->at - out->text),
						(size_t)(end - out->text), r->line};
	r->line_begins = false;
}

static void skip_to(struct reader *r, const char *end)
{
	for (; r->at < end && *r->at; r->at++)
		if (*r->at == '\n') {
			r->line++;
			r->line_begins = true;
		}
}

/* A preprocessor line with what it goes on in. */
static const char *end_of_directive(const char *at)
{
	while (*at && (*at != '\n' || at[-1] == '\\'))
		at++;
	return at;
}

static const char *end_of_comment(const char *at)
{
	const char *end = at[1] == '*' ? strstr(at + 2, "*/") : strchr(at, '\n');

	if (!end)
		return at + strlen(at);
	return at[1] == '*' ? end + 2 : end;
}

static const char *end_of_quoted(const char *at)
{
	char quote = *at++;

	while (*at && *at != quote)
		at += *at == '\\' && at[1] ? 2 : 1;
	return *at ? at + 1 : at;
}

static const char *end_of_word(const char *at)
{
	while (isalnum((unsigned char)*at) || *at == '_')
		at++;
	return at;
}

static const char *end_of_sign(const char *at)
{
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strncmp(at, signs[i], strlen(signs[i])) == 0)
			return at + strlen(signs[i]);
	return at + 1;
}

static void read_token(struct reader *r)
{
	const char *end;
	enum token_kind kind = TOKEN_SIGN;

	if (isdigit((unsigned char)*r->at)) {
		kind = TOKEN_NUMBER;
		end = end_of_word(r->at);
	} else if (isalpha((unsigned char)*r->at) || *r->at == '_') {
		kind = TOKEN_WORD;
		end = end_of_word(r->at);
	} else if (*r->at == '"' || *r->at == '\'') {
		kind = TOKEN_TEXT;
		end = end_of_quoted(r->at);
	} else {
		end = end_of_sign(r->at);
	}
	add_token(r, kind, end);
	skip_to(r, end);
}

void tokens_read(struct tokens *tokens, const char *text)
{
	struct reader r = {.out = tokens, .at = text, .line = 1, .line_begins = true};

	*tokens = (struct tokens){.text = text};
	while (*r.at) {
		if (isspace((unsigned char)*r.at))
			skip_to(&r, r.at + 1);
		else if (*r.at == '#' && r.line_begins)
			skip_to(&r, end_of_directive(r.at));
		else if (*r.at == '/' && (r.at[1] == '*' || r.at[1] == '/'))
			skip_to(&r, end_of_comment(r.at));
		else
			read_token(&r);
	}
}

bool token_is(const struct tokens *tokens, size_t at, const char *word)
{
	const struct token *t = &tokens->all[at];

	return at < tokens->count && t->kind != TOKEN_TEXT && strlen(word) == t->end - t->begin &&
	       memcmp(tokens->text + t->begin, word, t->end - t->begin) == 0;
}

size_t token_closing(const struct tokens *tokens, size_t open)
{
	size_t depth = 0;

	for (size_t i = open; i < tokens->count; i++) {
		if (token_is(tokens, i, "(") || token_is(tokens, i, "[") ||
		    token_is(tokens, i, "{"))
			depth++;
		else if ((token_is(tokens, i, ")") || token_is(tokens, i, "]") ||
			  token_is(tokens, i, "}")) &&
			 --depth == 0)
			return i;
	}
	return tokens->count;
}
