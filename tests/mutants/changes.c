/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Each kind of change has a finder that is asked at every token.  To add a kind: a finder, a row
 * in finders[], a line in changes.h, a line in specimen.c and what is expected of it.
 */
#include "tests/mutants/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct finding {
	const struct tokens *tokens;
	struct changes *out;
	size_t room;
};

static struct change *add_change(struct finding *f, size_t first, size_t last)
{
	const struct token *all = f->tokens->all;

	if (f->out->count == f->room) {
		f->room = f->room ? 2 * f->room : 256;
		f->out->all = tokens_grow(f->out->all, f->room * sizeof(*f->out->all));
	}
	f->out->all[f->out->count] = (struct change){
		.begin = all[first].begin, .end = all[last].end, .line = all[first].line};
	return &f->out->all[f->out->count++];
}

static int length_of(const struct tokens *t, size_t at)
{
	return (int)(t->all[at].end - t->all[at].begin);
}

static void replace(struct finding *f, size_t at, const char *with)
{
	struct change *c = add_change(f, at, at);

	snprintf(c->opening, sizeof(c->opening), "%s", with);
	snprintf(c->what, sizeof(c->what), "%.*s becomes %s", length_of(f->tokens, at),
		 f->tokens->text + c->begin, with);
}

static void wrap(struct finding *f, size_t first, size_t last, const char *opening,
		 const char *what)
{
	struct change *c = add_change(f, first, last);

	c->keep = true;
	snprintf(c->opening, sizeof(c->opening), "%s", opening);
	snprintf(c->closing, sizeof(c->closing), "))");
	snprintf(c->what, sizeof(c->what), "%s", what);
}

/* ---- what a token is --------------------------------------------------- */

static bool is_any(const struct tokens *t, size_t at, const char *const *words)
{
	for (; *words; words++)
		if (token_is(t, at, *words))
			return true;
	return false;
}

static bool opens(const struct tokens *t, size_t at)
{
	return token_is(t, at, "(") || token_is(t, at, "[") || token_is(t, at, "{");
}

static bool closes(const struct tokens *t, size_t at)
{
	return token_is(t, at, ")") || token_is(t, at, "]") || token_is(t, at, "}");
}

static bool is_comparison(const struct tokens *t, size_t at)
{
	static const char *const all[] = {"<", "<=", ">", ">=", "==", "!=", NULL};

	return is_any(t, at, all);
}

/* Is what stands from FIRST to LAST one comparison?  Its sign's change negates it already. */
static bool is_one_comparison(const struct tokens *t, size_t first, size_t last)
{
	size_t comparisons = 0, depth = 0;

	for (size_t i = first; i <= last; i++) {
		if (depth == 0 && (token_is(t, i, "&&") || token_is(t, i, "||")))
			return false;
		comparisons += depth == 0 && is_comparison(t, i);
		depth = depth + opens(t, i) - closes(t, i);
	}
	return comparisons == 1;
}

/* "!x", whose change negates it already. */
static bool is_one_negation(const struct tokens *t, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++)
		if (token_is(t, i, "&&") || token_is(t, i, "||") || is_comparison(t, i))
			return false;
	return token_is(t, first, "!");
}

/* Does a statement begin at AT? */
static bool begins_statement(const struct tokens *t, size_t at)
{
	static const char *const before[] = {";", "{", "}", ")", "else", ":", NULL};

	return at > 0 && is_any(t, at - 1, before);
}

/* ---- the kinds --------------------------------------------------------- */

static void find_comparison(struct finding *f, size_t at)
{
	static const char *const becomes[][3] = {
		{"<", "<=", ">="}, {"<=", "<", ">"},   {">", ">=", "<="},
		{">=", ">", "<"},  {"==", "!=", NULL}, {"!=", "==", NULL},
	};

	for (size_t i = 0; i < sizeof(becomes) / sizeof(becomes[0]); i++)
		if (token_is(f->tokens, at, becomes[i][0]))
			for (size_t k = 1; k < 3 && becomes[i][k]; k++)
				replace(f, at, becomes[i][k]);
}

static void find_other(struct finding *f, size_t at)
{
	static const char *const pairs[] = {"&&", "||", "true", "false"};

	for (size_t i = 0; i < 4; i++)
		if (token_is(f->tokens, at, pairs[i]))
			replace(f, at, pairs[i ^ 1]);
}

static void find_not(struct finding *f, size_t at)
{
	if (token_is(f->tokens, at, "!"))
		snprintf(add_change(f, at, at)->what, sizeof(f->out->all->what), "! dropped");
}

static void find_if(struct finding *f, size_t at)
{
	const struct tokens *t = f->tokens;
	size_t last;

	if (!token_is(t, at, "if") || !token_is(t, at + 1, "("))
		return;
	last = token_closing(t, at + 1);
	if (last >= t->count)
		return;
	if (!is_one_comparison(t, at + 2, last - 1) && !is_one_negation(t, at + 2, last - 1))
		wrap(f, at + 1, last, "(!(", "if negated");
	wrap(f, at + 1, last, "(0 && (", "if dropped");
}

/* The first token of the condition that the "?" at AT asks. */
static size_t begin_of_condition(const struct tokens *t, size_t at)
{
	static const char *const before[] = {
		"=", ",", "?", ":", ";", "return", "+=", "-=", "|=", "&=", "*=", "/=", NULL};
	size_t depth = 0;

	for (; at > 0; at--) {
		if (depth == 0 && (opens(t, at - 1) || is_any(t, at - 1, before)))
			break;
		depth = depth + closes(t, at - 1) - opens(t, at - 1);
	}
	return at;
}

static void find_question(struct finding *f, size_t at)
{
	const struct tokens *t = f->tokens;
	size_t first;

	if (at == 0 || !token_is(t, at, "?"))
		return;
	first = begin_of_condition(t, at);
	if (first < at && !is_one_comparison(t, first, at - 1) &&
	    !is_one_negation(t, first, at - 1))
		wrap(f, first, at - 1, "(!(", "? negated");
}

static void find_else(struct finding *f, size_t at)
{
	struct change *c;

	if (!token_is(f->tokens, at, "else") || token_is(f->tokens, at + 1, "if"))
		return;
	c = add_change(f, at, at);
	snprintf(c->opening, sizeof(c->opening), "else if (0)");
	snprintf(c->what, sizeof(c->what), "else dropped");
}

static void drop(struct finding *f, size_t first, size_t last, size_t name)
{
	struct change *c = add_change(f, first, last);

	snprintf(c->opening, sizeof(c->opening), ";");
	snprintf(c->what, sizeof(c->what), "%.*s dropped", length_of(f->tokens, name),
		 f->tokens->text + f->tokens->all[name].begin);
}

static void find_jump(struct finding *f, size_t at)
{
	static const char *const jumps[] = {"break", "continue", "return", NULL};

	if (is_any(f->tokens, at, jumps) && token_is(f->tokens, at + 1, ";"))
		drop(f, at, at + 1, at);
}

/* What is not freed is seen by the tests under ASan and valgrind, not by these. */
static bool frees(const struct tokens *t, size_t at)
{
	static const char *const words[] = {"free", "destroy", "release", "json_object_put"};
	const struct token *name = &t->all[at];

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (memmem(t->text + name->begin, name->end - name->begin, words[i],
			   strlen(words[i])))
			return true;
	return false;
}

static void find_call(struct finding *f, size_t at)
{
	static const char *const no_calls[] = {"if",     "for",    "while",  "switch",
					       "return", "sizeof", "typeof", "_Static_assert",
					       NULL};
	const struct tokens *t = f->tokens;
	size_t name = at, last;

	if (!begins_statement(t, at))
		return;
	if (token_is(t, at, "(") && token_is(t, at + 1, "void") && token_is(t, at + 2, ")"))
		name += 3;
	if (name + 1 >= t->count || t->all[name].kind != TOKEN_WORD || is_any(t, name, no_calls) ||
	    !token_is(t, name + 1, "(") || frees(t, name))
		return;
	last = token_closing(t, name + 1) + 1;
	if (token_is(t, last, ";"))
		drop(f, at, last, name);
}

/* The size in "char text[60]": a larger array is no other program. */
static bool is_array_size(const struct tokens *t, size_t at)
{
	size_t open = at;

	while (open > 0 && !token_is(t, open, "[") && !token_is(t, open, ";"))
		open--;
	return open > 1 && token_is(t, open, "[") && token_closing(t, open) > at &&
	       t->all[open - 1].kind == TOKEN_WORD &&
	       (t->all[open - 2].kind == TOKEN_WORD || token_is(t, open - 2, "*")) &&
	       !token_is(t, open - 2, "return");
}

static void find_number(struct finding *f, size_t at)
{
	const struct tokens *t = f->tokens;
	char with[24], *end;
	unsigned long long n;

	if (t->all[at].kind != TOKEN_NUMBER)
		return;
	n = strtoull(t->text + t->all[at].begin, &end, 0);
	if (end < t->text + t->all[at].end && !strchr("uUlL", *end))
		return;
	/* Of -1 only whether it is there: what is negative is "failed", however much. */
	if (!(at && token_is(t, at - 1, "-") && n == 1) && !is_array_size(t, at)) {
		snprintf(with, sizeof(with), "%llu", n + 1);
		replace(f, at, with);
	}
	if (n) {
		snprintf(with, sizeof(with), "%llu", n - 1);
		replace(f, at, with);
	}
}

static void (*const finders[])(struct finding *, size_t) = {
	find_comparison, find_other, find_not,  find_if,     find_question,
	find_else,       find_jump,  find_call, find_number,
};

void changes_find(struct changes *changes, const struct tokens *tokens)
{
	struct finding f = {.tokens = tokens, .out = changes};

	*changes = (struct changes){0};
	for (size_t i = 0; i < tokens->count; i++)
		for (size_t k = 0; k < sizeof(finders) / sizeof(finders[0]); k++)
			finders[k](&f, i);
}
