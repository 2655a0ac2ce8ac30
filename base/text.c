/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text of strangers made harmless to print, and names compared: nearest, natural order, globs. */
#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define NEAR_MAX 63

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_alnum(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* One byte as it may be shown: up to four characters. */
static size_t escape_byte(char out[5], char c)
{
	unsigned char byte = (unsigned char)c;

	if (c == '\n' || c == '\t' || c == '\\')
		return (size_t)snprintf(out, 5, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : '\\');
	if (byte < 0x20 || byte >= 0x7f)
		return (size_t)snprintf(out, 5, "\\x%02x", byte);
	out[0] = c;
	return 1;
}

const char *cr_text_printable(char *buf, size_t size, const char *text, size_t len)
{
	size_t used = 0;
	size_t whole = 0; /* where the text may be cut to leave room for "..." */
	char piece[5];

	if (size == 0)
		return buf;
	for (size_t i = 0; i < len; i++) {
		size_t n = escape_byte(piece, text[i]);

		if (used + n >= size) {
			used = whole;
			for (int dot = 0; dot < 3 && used + 1 < size; dot++)
				buf[used++] = '.';
			break;
		}
		memcpy(buf + used, piece, n);
		used += n;
		if (used + 3 < size)
			whole = used;
	}
	buf[used] = '\0';
	return buf;
}

static unsigned least_of(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

/* Damerau's distance with adjacent swaps, three rows. */
static unsigned edit_distance(const char *a, size_t la, const char *b, size_t lb)
{
	unsigned rows[3][NEAR_MAX + 1];
	unsigned *before = rows[0], *above = rows[1], *row = rows[2];

	for (size_t j = 0; j <= lb; j++)
		above[j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned *spare = before;

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			bool same = to_lower(a[i - 1]) == to_lower(b[j - 1]);

			row[j] = least_of(above[j] + 1, row[j - 1] + 1, above[j - 1] + !same);
			if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
			    to_lower(a[i - 2]) == to_lower(b[j - 1]) && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
		before = above;
		above = row;
		row = spare;
	}
	return above[lb];
}

const char *cr_text_nearest(const char *word, const char *const *candidates, size_t count)
{
	const char *best = NULL;
	unsigned best_distance = UINT32_MAX;
	size_t len = strlen(word);

	if (len > NEAR_MAX)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		size_t other = candidates[i] ? strlen(candidates[i]) : SIZE_MAX;
		size_t longer = other > len ? other : len;
		unsigned d;

		if (other > NEAR_MAX)
			continue;
		d = edit_distance(word, len, candidates[i], other);
		if (d < best_distance && d <= (longer / 3 ? longer / 3 : 1)) {
			best = candidates[i];
			best_distance = d;
		}
	}
	return best;
}

static int compare_numbers(const char **pa, const char **pb)
{
	const char *a = *pa, *b = *pb;
	size_t zeros_a = strspn(a, "0"), zeros_b = strspn(b, "0");
	size_t la, lb;
	int order;

	a += zeros_a;
	b += zeros_b;
	la = strspn(a, "0123456789");
	lb = strspn(b, "0123456789");
	*pa = a + la;
	*pb = b + lb;
	if (la != lb)
		return la < lb ? -1 : 1;
	order = strncmp(a, b, la);
	return order;
}

int cr_text_natural(const char *a, const char *b)
{
	const char *whole_a = a, *whole_b = b;

	while (*a && *b) {
		if (is_digit(*a) && is_digit(*b)) {
			int order = compare_numbers(&a, &b);

			if (order)
				return order;
		} else if (*a != *b) {
			return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
		} else {
			a++;
			b++;
		}
	}
	if (*a || *b)
		return *a ? 1 : -1;
	/* Alike but for leading zeros: fewer first. */
	if (strlen(whole_a) != strlen(whole_b))
		return strlen(whole_a) < strlen(whole_b) ? -1 : 1;
	return strcmp(whole_a, whole_b);
}

bool cr_text_glob(const char *pattern, const char *name)
{
	const char *star = NULL, *resume = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = pattern++;
			resume = name;
		} else if (*pattern == '?' || *pattern == *name) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star + 1;
			name = ++resume;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

bool cr_text_is_name(const char *name, size_t max)
{
	size_t len = strnlen(name, max + 1);

	if (len == 0 || len > max || !is_alnum(name[0]))
		return false;
	for (size_t i = 0; i < len; i++)
		if (!is_alnum(name[i]) && !strchr("_-.", name[i]))
			return false;
	return true;
}

bool cr_text_next(const char **list, char *name, size_t size)
{
	const char *at = *list ? *list : "";
	size_t len;

	at += strspn(at, ",");
	len = strcspn(at, ",");
	*list = at + len;
	if (!len)
		return false;
	if (len >= size)
		len = 0;
	memcpy(name, at, len);
	name[len] = '\0';
	return true;
}

bool cr_text_list_has(const char *list, const char *name)
{
	size_t len = name ? strlen(name) : 0;

	for (const char *at = list; at && len; at = strchr(at, ',')) {
		at += *at == ',';
		if (strncasecmp(at, name, len) == 0 && (!at[len] || at[len] == ','))
			return true;
	}
	return false;
}

bool cr_names_has(const struct cr_names *list, const char *name)
{
	for (size_t i = 0; name && i < list->count; i++)
		if (strcasecmp(list->name[i], name) == 0)
			return true;
	return false;
}

bool cr_names_match(const struct cr_names *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (cr_text_glob(list->name[i], text))
			return true;
	return false;
}
