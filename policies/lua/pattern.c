/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lua's pattern matching, each step of it charged, so that a hostile pattern ends in time. */
#include "policies/lua/pattern.h"

#include <string.h>

/* Nesting of what cannot be done in a loop; each level is one C frame. */
#define DEPTH_MAX 200

static const char *match_here(struct cr_lua_pattern *p, const char *at, const char *pat);

static const char *fail_pattern(struct cr_lua_pattern *p, const char *fault)
{
	if (!p->fault)
		p->fault = fault;
	return NULL;
}

static bool count_step(struct cr_lua_pattern *p)
{
	if (p->steps < p->steps_max) {
		p->steps++;
		return true;
	}
	p->spent = true;
	return false;
}

/* ---- one character ----------------------------------------------------- */

static bool in_range(unsigned char c, unsigned char low, unsigned char high)
{
	return c >= low && c <= high;
}

/* ASCII only: a policy means the same under every locale. */
static bool in_class(unsigned char c, char name)
{
	bool alpha = in_range(c | 32, 'a', 'z'), digit = in_range(c, '0', '9'), yes;

	switch (name | 32) {
	case 'a':
		yes = alpha;
		break;
	case 'c':
		yes = c < 32 || c == 127;
		break;
	case 'd':
		yes = digit;
		break;
	case 'g':
		yes = in_range(c, 33, 126);
		break;
	case 'l':
		yes = in_range(c, 'a', 'z');
		break;
	case 'p':
		yes = in_range(c, 33, 126) && !alpha && !digit;
		break;
	case 's':
		yes = c == ' ' || in_range(c, '\t', '\r');
		break;
	case 'u':
		yes = in_range(c, 'A', 'Z');
		break;
	case 'w':
		yes = alpha || digit;
		break;
	case 'x':
		yes = digit || in_range(c | 32, 'a', 'f');
		break;
	default:
		return (unsigned char)name == c; /* an escaped character */
	}
	return in_range((unsigned char)name, 'A', 'Z') ? !yes : yes;
}

/* The end of the item at PAT: `x`, `.`, `%a`, `[...]`.  NULL: faulty. */
static const char *item_end(struct cr_lua_pattern *p, const char *pat)
{
	const char *end = p->pattern_end;

	if (*pat == '%')
		return pat + 1 < end ? pat + 2
				     : fail_pattern(p, "malformed pattern (ends with '%')");
	if (*pat != '[')
		return pat + 1;
	pat++;
	if (pat < end && *pat == '^')
		pat++;
	/* Looked through at each place where the item is tried, however soon it matches. */
	for (bool first = true; pat < end && count_step(p); first = false) {
		if (*pat == ']' && !first)
			return pat + 1;
		pat += *pat == '%' ? 2 : 1;
	}
	if (p->spent)
		return NULL;
	return fail_pattern(p, "malformed pattern (missing ']')");
}

/* Is C in the set from PAT ('[') to END (behind ']')? */
static bool in_set(struct cr_lua_pattern *p, unsigned char c, const char *pat, const char *end)
{
	bool not= pat[1] == '^';
	const char *last = end - 1;

	for (pat += not? 2 : 1; pat < last; pat++) {
		if (!count_step(p))
			return false;
		if (*pat == '%') {
			if (in_class(c, *++pat))
				return !not;
		} else if (pat + 2 < last && pat[1] == '-') {
			if (in_range(c, (unsigned char)pat[0], (unsigned char)pat[2]))
				return !not;
			pat += 2;
		} else if ((unsigned char)*pat == c) {
			return !not;
		}
	}
	return not;
}

/* Does the item PAT..END match the character at AT? */
static bool match_one(struct cr_lua_pattern *p, const char *at, const char *pat, const char *end)
{
	unsigned char c;

	if (at >= p->text_end || !count_step(p))
		return false;
	c = (unsigned char)*at;
	switch (*pat) {
	case '.':
		return true;
	case '%':
		return in_class(c, pat[1]);
	case '[':
		return in_set(p, c, pat, end);
	default:
		return (unsigned char)*pat == c;
	}
}

/* ---- repetition -------------------------------------------------------- */

/* As many as can be, then fewer until the rest matches. */
static const char *match_longest(struct cr_lua_pattern *p, const char *at, const char *pat,
				 const char *end)
{
	size_t n = 0;

	while (match_one(p, at + n, pat, end))
		n++;
	for (;; n--) {
		const char *found = p->spent ? NULL : match_here(p, at + n, end + 1);

		if (found || n == 0 || p->fault || p->spent)
			return found;
	}
}

/* As few as can be. */
static const char *match_shortest(struct cr_lua_pattern *p, const char *at, const char *pat,
				  const char *end)
{
	for (;; at++) {
		const char *found = match_here(p, at, end + 1);

		if (found || p->fault || !match_one(p, at, pat, end))
			return found;
	}
}

/* ---- captures, %b, %f -------------------------------------------------- */

static const char *open_capture(struct cr_lua_pattern *p, const char *at, const char *pat)
{
	bool position = pat + 1 < p->pattern_end && pat[1] == ')';
	const char *found;

	if (p->captures == CR_PATTERN_CAPTURES)
		return fail_pattern(p, "too many captures");
	p->capture[p->captures].start = at;
	p->capture[p->captures].len = position ? CR_CAPTURE_POSITION : CR_CAPTURE_OPEN;
	p->captures++;
	found = match_here(p, at, pat + (position ? 2 : 1));
	if (!found)
		p->captures--;
	return found;
}

static const char *close_capture(struct cr_lua_pattern *p, const char *at, const char *pat)
{
	size_t i = p->captures;
	const char *found;

	while (i > 0 && p->capture[i - 1].len != CR_CAPTURE_OPEN)
		i--;
	if (i == 0)
		return fail_pattern(p, "invalid pattern capture");
	p->capture[i - 1].len = at - p->capture[i - 1].start;
	found = match_here(p, at, pat + 1);
	if (!found)
		p->capture[i - 1].len = CR_CAPTURE_OPEN;
	return found;
}

/* %1: what the first capture took, again. */
static const char *match_capture(struct cr_lua_pattern *p, const char *at, char digit)
{
	size_t i = (size_t)(digit - '1'), len;

	if (digit == '0' || i >= p->captures || p->capture[i].len < 0)
		return fail_pattern(p, "invalid capture index in pattern");
	len = (size_t)p->capture[i].len;
	p->steps += len / 8;
	if ((size_t)(p->text_end - at) < len || memcmp(p->capture[i].start, at, len) != 0)
		return NULL;
	return at + len;
}

/* %b(): from an opening character to the closing one that balances it. */
static const char *match_balanced(struct cr_lua_pattern *p, const char *at, const char *pat)
{
	size_t nesting = 0;

	if (p->pattern_end - pat < 2)
		return fail_pattern(p, "malformed pattern (missing arguments to '%b')");
	if (at >= p->text_end || *at != pat[0])
		return NULL;
	for (; at < p->text_end && count_step(p); at++) {
		if (*at == pat[1] && nesting && --nesting == 0)
			return at + 1;
		if (*at == pat[0] && (pat[0] != pat[1] || !nesting))
			nesting++;
	}
	return NULL;
}

/* %f[set]: between a character outside the set and one inside; \0 stands at both ends. */
static bool match_frontier(struct cr_lua_pattern *p, const char *at, const char *pat,
			   const char *end)
{
	unsigned char before = at == p->text ? 0 : (unsigned char)at[-1];
	unsigned char after = at == p->text_end ? 0 : (unsigned char)*at;

	return !in_set(p, before, pat, end) && in_set(p, after, pat, end);
}

/* ---- the whole --------------------------------------------------------- */

enum next { NEXT_GO_ON, NEXT_DONE, NEXT_ORDINARY };

/* %b, %f, %1: what is not a class.  Moves *AT and *PAT on, or ends with *FOUND. */
static enum next match_escape(struct cr_lua_pattern *p, const char **at, const char **pat)
{
	const char *end;
	char c = (char)(*pat + 1 < p->pattern_end ? (*pat)[1] : '\0');

	if (c == 'b') {
		*at = match_balanced(p, *at, *pat + 2);
		*pat += 4;
		return *at ? NEXT_GO_ON : NEXT_DONE;
	}
	if (c >= '0' && c <= '9') {
		*at = match_capture(p, *at, c);
		*pat += 2;
		return *at ? NEXT_GO_ON : NEXT_DONE;
	}
	if (c != 'f')
		return NEXT_ORDINARY;
	*pat += 2;
	if (*pat >= p->pattern_end || **pat != '[')
		(void)fail_pattern(p, "missing '[' after '%f' in pattern");
	end = p->fault ? NULL : item_end(p, *pat);
	if (!end || !match_frontier(p, *at, *pat, end)) {
		*at = NULL;
		return NEXT_DONE;
	}
	*pat = end;
	return NEXT_GO_ON;
}

/* One item with what follows it; as match_escape(). */
static enum next match_item(struct cr_lua_pattern *p, const char **at, const char **pat)
{
	const char *end = item_end(p, *pat), *found;
	char how = (char)(end && end < p->pattern_end ? *end : '\0');

	if (!end || how == '*' || how == '+' || how == '-') {
		if (!end || (how == '+' && !match_one(p, *at, *pat, end)))
			*at = NULL;
		else if (how == '-')
			*at = match_shortest(p, *at, *pat, end);
		else
			*at = match_longest(p, *at + (how == '+'), *pat, end);
		return NEXT_DONE;
	}
	if (how == '?' && match_one(p, *at, *pat, end)) {
		found = match_here(p, *at + 1, end + 1);
		if (found || p->fault || p->spent) {
			*at = found;
			return NEXT_DONE;
		}
	} else if (how != '?') {
		if (!match_one(p, *at, *pat, end)) {
			*at = NULL;
			return NEXT_DONE;
		}
		(*at)++;
	}
	*pat = end + (how == '?');
	return NEXT_GO_ON;
}

static const char *match_on(struct cr_lua_pattern *p, const char *at, const char *pat)
{
	enum next next;

	while (pat < p->pattern_end) {
		if (!count_step(p) || p->fault)
			return NULL;
		if (*pat == '(')
			return open_capture(p, at, pat);
		if (*pat == ')')
			return close_capture(p, at, pat);
		if (*pat == '$' && pat + 1 == p->pattern_end)
			return at == p->text_end ? at : NULL;
		next = *pat == '%' ? match_escape(p, &at, &pat) : NEXT_ORDINARY;
		if (next == NEXT_ORDINARY)
			next = match_item(p, &at, &pat);
		if (next == NEXT_DONE)
			return at;
	}
	return at;
}

static const char *match_here(struct cr_lua_pattern *p, const char *at, const char *pat)
{
	const char *found;

	if (p->depth == DEPTH_MAX)
		return fail_pattern(p, "pattern too complex");
	p->depth++;
	found = match_on(p, at, pat);
	p->depth--;
	return found;
}

const char *cr_pattern_match(struct cr_lua_pattern *p, const char *at)
{
	const char *found;

	p->captures = 0;
	p->depth = 0;
	found = match_here(p, at, p->pattern);
	if (p->fault || p->spent)
		return NULL;
	for (size_t i = 0; found && i < p->captures; i++)
		if (p->capture[i].len == CR_CAPTURE_OPEN)
			return fail_pattern(p, "unfinished capture");
	return found;
}
