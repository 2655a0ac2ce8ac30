/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The grammar is libslurm's, oddities included (Slurm's hostlist.c, 24.11 to
 * 26.05): separators inside brackets do not separate; of a token's bracket pairs
 * the last is found first; "n[1-]" is n1; blanks in a range count as width.
 * Three differences: functions are refused (slurmctld 26.05.5 crashes on one in a
 * topology file), control bytes are, and so is "[x]a[1]b[2]", of which libslurm says that it is
 * wrong and then goes on without those hosts.
 */
#include "topology/hostlist_guard.h"

#include "base/text.h"
#include "topology/hostlist.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS_MAX 4     /* bracket pairs in a token; libslurm recurses on them */
#define RANGES_MAX 65536 /* ranges in a token; libslurm has 256K and then ends the process */
#define RANGE_MAX  65536 /* hosts in a range, as libslurm (MAX_SLURM_NODES) */
#define DIGITS_MAX 64    /* width of a number */

static const char separators[] = "\t, \n";

static int refuse_list(struct cr_error *err, const char *text, size_t len, const char *why)
{
	char shown[96];

	return cr_error_set(err, "'%s': %s", cr_text_printable(shown, sizeof(shown), text, len),
			    why);
}

/* Where the token beginning at TEXT ends: at a separator outside bracket pairs. */
static size_t token_length(const char *text)
{
	const char *end = text, *parse = text;

	for (;;) {
		const char *open, *close;

		end += strcspn(end, separators);
		open = memchr(parse, '[', (size_t)(end - parse));
		if (!open)
			return (size_t)(end - text);
		/* A pair may close behind the separator; then the token goes on there. */
		close = strchr(parse, ']');
		if (!close || close < open)
			return (size_t)(end - text);
		parse = close + 1;
		if (close >= end)
			end = close + 1;
	}
}

/* TEXT of LEN bytes as one of libslurm's ranges: sets *COUNT to its hosts. */
static int count_range(const char *text, size_t len, size_t *count, struct cr_error *err)
{
	char copy[2 * DIGITS_MAX + 2], *dash, *end;
	unsigned long lo, hi;

	if (len >= sizeof(copy))
		return refuse_list(err, text, len, "a range with too many digits");
	memcpy(copy, text, len);
	copy[len] = '\0';
	dash = strchr(copy, '-');
	if (dash)
		*dash++ = '\0';
	if (strlen(copy) > DIGITS_MAX)
		return refuse_list(err, text, len, "a range with too many digits");
	lo = strtoul(copy, &end, 10);
	if (end == copy || memchr(text, 'x', len) || (dash && *dash == '-'))
		return refuse_list(err, text, len, "is no range of numbers");
	hi = lo;
	if (dash && *dash) {
		char *from = dash;

		hi = strtoul(from, &end, 10);
		if (end == from)
			return refuse_list(err, text, len, "is no range of numbers");
	}
	if (*end)
		return refuse_list(err, text, len, "is no range of numbers");
	/* libslurm counts up to it, for ever. */
	if (hi == ULONG_MAX)
		return refuse_list(err, text, len, "a number too large");
	if (lo > hi)
		return refuse_list(err, text, len, "a range that runs backwards");
	if (hi - lo >= RANGE_MAX)
		return refuse_list(err, text, len, "a range of more than 65536 hosts");
	*count = hi - lo + 1;
	return 0;
}

/* The LEN bytes between two brackets.  Multiplies *HOSTS, adds to TOKEN's ranges. */
static int count_group(const char *text, size_t len, size_t max, struct cr_host_token *token,
		       struct cr_error *err)
{
	const char *end = text + len;
	size_t sum = 0;

	for (const char *at = text;; at++) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const char *stop = comma ? comma : end;
		size_t hosts = 0;

		if (count_range(at, (size_t)(stop - at), &hosts, err) != 0)
			return -1;
		sum += hosts;
		if (++token->ranges > RANGES_MAX)
			return refuse_list(err, text, len, "too many ranges in one name");
		if (!comma)
			break;
		at = comma;
	}
	if (++token->groups > GROUPS_MAX)
		return refuse_list(err, token->text, token->len, "more than 4 pairs of brackets");
	if (!sum || token->hosts > max / sum)
		return cr_error_set(err, "more than %zu hosts", max);
	token->hosts *= sum;
	return 0;
}

static const char *last_of(const char *text, size_t len, char c)
{
	return len ? memrchr(text, c, len) : NULL;
}

/* The last pair first, then to the left in what stands before it. */
static int count_token(size_t max, struct cr_host_token *token, struct cr_error *err)
{
	const char *text = token->text;
	const char *open = last_of(text, token->len, '[');
	const char *close;

	token->hosts = 1;
	if (!open)
		return 0;
	close = memchr(open, ']', token->len - (size_t)(open - text));
	if (!close)
		return refuse_list(err, text, token->len, "a bracket is not closed");
	while (close) {
		size_t before = (size_t)(open - text);

		if (count_group(open + 1, (size_t)(close - open - 1), max, token, err) != 0)
			return -1;
		open = last_of(text, before, '[');
		close = open ? last_of(open, before - (size_t)(open - text), ']') : NULL;
	}
	return 0;
}

/* An upper bound for the names' length: what stands outside brackets, and all digits. */
static size_t longest_name(const struct cr_host_token *token)
{
	size_t outside = 0;
	bool inside = false;

	for (size_t i = 0; i < token->len; i++) {
		inside = token->text[i] == '[' || (inside && token->text[i] != ']');
		outside += !inside;
	}
	return outside;
}

/* No host has one, and libslurm skips some of them when it compares names. */
static bool has_control_byte(const struct cr_host_token *token)
{
	for (size_t i = 0; i < token->len; i++) {
		unsigned char c = (unsigned char)token->text[i];

		if (c == 0x7f || (c < ' ' && c != '\t' && c != '\n'))
			return true;
	}
	return false;
}

int cr_host_token_next(const char **at, size_t max, struct cr_host_token *token,
		       struct cr_error *err)
{
	*at += strspn(*at, separators);
	if (!**at)
		return 0;
	*token = (struct cr_host_token){.text = *at, .len = token_length(*at)};
	*at += token->len;
	if (memchr(token->text, '{', token->len))
		return refuse_list(
			err, token->text, token->len,
			"a host-list function, which only a running slurmctld can resolve");
	if (has_control_byte(token))
		return refuse_list(err, token->text, token->len, "a control byte in a host name");
	if (longest_name(token) > CR_HOST_NAME_MAX)
		return refuse_list(err, token->text, token->len, "longer than a host name can be");
	if (count_token(max, token, err) != 0)
		return -1;
	return token->hosts > max ? cr_error_set(err, "more than %zu hosts", max) : 1;
}
