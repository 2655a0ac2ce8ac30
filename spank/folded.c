/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A node's place in a folded host list, found without unfolding it. */
#include "spank/folded.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_MAX 18

/* One range of a bracket: FIRST to LAST, written with WIDTH digits at least. */
struct range {
	uint64_t first, last;
	size_t width;
};

/* What is looked for. */
struct search {
	const char *node;
	size_t len, max;
	size_t rank, count;
	bool found;
};

/* Digits at *AT: 0, *AT past them, *VALUE and *WIDTH set; -1: none, or too many. */
static int read_digits(const char **at, uint64_t *value, size_t *width)
{
	size_t len = strspn(*at, "0123456789");

	if (!len || len > DIGITS_MAX)
		return -1;
	*value = 0;
	*width = len;
	for (; len; len--)
		*value = *value * 10 + (uint64_t)(*(*at)++ - '0');
	return 0;
}

static int read_range(const char **at, struct range *range)
{
	size_t width;

	if (read_digits(at, &range->first, &range->width) != 0)
		return -1;
	range->last = range->first;
	if (**at == '-') {
		(*at)++;
		if (read_digits(at, &range->last, &width) != 0)
			return -1;
	}
	return range->last < range->first ? -1 : 0;
}

/* Is DIGITS how a number of RANGE is written?  Then 0 and *VALUE. */
static int match_digits(const char *digits, const struct range *range, uint64_t *value)
{
	const char *at = digits;
	size_t width;

	if (read_digits(&at, value, &width) != 0 || *at)
		return -1;
	/* As wide as the range's, or wider without zeros in front. */
	if (width != range->width && (width < range->width || digits[0] == '0'))
		return -1;
	return *value >= range->first && *value <= range->last ? 0 : -1;
}

static int count_more(struct search *s, uint64_t more)
{
	if (more > s->max - s->count)
		return -1;
	s->count += (size_t)more;
	return 0;
}

static int look_at_name(struct search *s, const char *name, size_t len)
{
	if (!s->found && len == s->len && memcmp(name, s->node, len) == 0) {
		s->found = true;
		s->rank = s->count;
	}
	return count_more(s, 1);
}

/* "prefix[ranges]": AT is behind the bracket.  Returns what follows, or NULL. */
static const char *look_at_ranges(struct search *s, const char *prefix, size_t len, const char *at)
{
	bool here = !s->found && len < s->len && memcmp(prefix, s->node, len) == 0;

	for (;; at++) {
		struct range range;
		uint64_t value;

		if (read_range(&at, &range) != 0)
			return NULL;
		if (here && !s->found && match_digits(s->node + len, &range, &value) == 0) {
			s->found = true;
			s->rank = s->count + (size_t)(value - range.first);
		}
		if (count_more(s, range.last - range.first + 1) != 0)
			return NULL;
		if (*at != ',')
			break;
	}
	return *at == ']' ? at + 1 : NULL;
}

int cr_folded_find(const char *text, const char *node, size_t max, size_t *rank, size_t *count)
{
	struct search s = {.node = node, .len = strlen(node), .max = max};

	while (*text) {
		size_t len = strcspn(text, ",[]");
		const char *end = text + len;

		if (*end == '[')
			end = look_at_ranges(&s, text, len, end + 1);
		else if (!len || *end == ']' || look_at_name(&s, text, len) != 0)
			return -1;
		if (!end || (*end && *end != ','))
			return -1;
		text = *end ? end + 1 : end;
	}
	if (!s.found)
		return -1;
	*rank = s.rank;
	*count = s.count;
	return 0;
}

int cr_folded_first(const char *text, char *buf, size_t size)
{
	size_t len = strcspn(text, ",[]");
	struct range range;
	const char *at = text + len + 1;
	int n;

	if (text[len] == '[') {
		if (read_range(&at, &range) != 0)
			return -1;
		n = snprintf(buf, size, "%.*s%0*" PRIu64, (int)len, text, (int)range.width,
			     range.first);
	} else {
		n = snprintf(buf, size, "%.*s", (int)len, text);
	}
	return len && n > 0 && (size_t)n < size ? 0 : -1;
}
