/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which characters one item of a pattern stands for: `x`, `.`, `%a`, `[...]`. */
#include "policies/lua/pattern_item.h"

const char *cr_pattern_fail(struct cr_lua_pattern *p, const char *fault)
{
	if (!p->fault)
		p->fault = fault;
	return NULL;
}

bool cr_pattern_step(struct cr_lua_pattern *p)
{
	if (p->steps < p->steps_max) {
		p->steps++;
		return true;
	}
	p->spent = true;
	return false;
}

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

const char *cr_pattern_item_end(struct cr_lua_pattern *p, const char *pat)
{
	const char *end = p->pattern_end;

	if (*pat == '%')
		return pat + 1 < end ? pat + 2
				     : cr_pattern_fail(p, "malformed pattern (ends with '%')");
	if (*pat != '[')
		return pat + 1;
	pat++;
	if (pat < end && *pat == '^')
		pat++;
	/* Looked through at each place where the item is tried, however soon it matches. */
	for (bool first = true; pat < end && cr_pattern_step(p); first = false) {
		if (*pat == ']' && !first)
			return pat + 1;
		pat += *pat == '%' ? 2 : 1;
	}
	if (p->spent)
		return NULL;
	return cr_pattern_fail(p, "malformed pattern (missing ']')");
}

bool cr_pattern_in_set(struct cr_lua_pattern *p, unsigned char c, const char *pat, const char *end)
{
	bool not= pat[1] == '^';
	const char *last = end - 1;

	for (pat += not? 2 : 1; pat < last; pat++) {
		if (!cr_pattern_step(p))
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

bool cr_pattern_match_one(struct cr_lua_pattern *p, const char *at, const char *pat,
			  const char *end)
{
	unsigned char c;

	if (at >= p->text_end || !cr_pattern_step(p))
		return false;
	c = (unsigned char)*at;
	switch (*pat) {
	case '.':
		return true;
	case '%':
		return in_class(c, pat[1]);
	case '[':
		return cr_pattern_in_set(p, c, pat, end);
	default:
		return (unsigned char)*pat == c;
	}
}
