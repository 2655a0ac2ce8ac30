/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lua's pattern matching, each step of it charged, so that a hostile pattern ends in time. */
#include "policies/lua/pattern.h"

#include "policies/lua/pattern_item.h"

#include <string.h>

/* Nesting of what cannot be done in a loop; each level is one C frame. */
#define DEPTH_MAX 200

static const char *match_here(struct cr_lua_pattern *p, const char *at, const char *pat);

/* ---- repetition -------------------------------------------------------- */

/* As many as can be, then fewer until the rest matches. */
static const char *match_longest(struct cr_lua_pattern *p, const char *at, const char *pat,
				 const char *end)
{
	size_t n = 0;

	while (cr_pattern_match_one(p, at + n, pat, end))
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

		if (found || p->fault || !cr_pattern_match_one(p, at, pat, end))
			return found;
	}
}

/* ---- captures, %b, %f -------------------------------------------------- */

static const char *open_capture(struct cr_lua_pattern *p, const char *at, const char *pat)
{
	bool position = pat + 1 < p->pattern_end && pat[1] == ')';
	const char *found;

	if (p->captures == CR_PATTERN_CAPTURES)
		return cr_pattern_fail(p, "too many captures");
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
		return cr_pattern_fail(p, "invalid pattern capture");
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
		return cr_pattern_fail(p, "invalid capture index in pattern");
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
		return cr_pattern_fail(p, "malformed pattern (missing arguments to '%b')");
	if (at >= p->text_end || *at != pat[0])
		return NULL;
	for (; at < p->text_end && cr_pattern_step(p); at++) {
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

	return !cr_pattern_in_set(p, before, pat, end) && cr_pattern_in_set(p, after, pat, end);
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
		(void)cr_pattern_fail(p, "missing '[' after '%f' in pattern");
	end = p->fault ? NULL : cr_pattern_item_end(p, *pat);
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
	const char *end = cr_pattern_item_end(p, *pat), *found;
	char how = (char)(end && end < p->pattern_end ? *end : '\0');

	if (!end || how == '*' || how == '+' || how == '-') {
		if (!end || (how == '+' && !cr_pattern_match_one(p, *at, *pat, end)))
			*at = NULL;
		else if (how == '-')
			*at = match_shortest(p, *at, *pat, end);
		else
			*at = match_longest(p, *at + (how == '+'), *pat, end);
		return NEXT_DONE;
	}
	if (how == '?' && cr_pattern_match_one(p, *at, *pat, end)) {
		found = match_here(p, *at + 1, end + 1);
		if (found || p->fault || p->spent) {
			*at = found;
			return NEXT_DONE;
		}
	} else if (how != '?') {
		if (!cr_pattern_match_one(p, *at, *pat, end)) {
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
		if (!cr_pattern_step(p) || p->fault)
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
		return cr_pattern_fail(p, "pattern too complex");
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
			return cr_pattern_fail(p, "unfinished capture");
	return found;
}
