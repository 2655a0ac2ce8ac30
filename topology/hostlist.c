/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Host lists unfolded by libslurm, once the guard has counted what it would come to. */
#include "topology/hostlist.h"

#include "base/text.h"
#include "topology/hostlist_guard.h"

#include <ctype.h>
#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 18 /* digits of a number that counts here; longer ones are libslurm's */

struct cr_hostlist {
	const char **names; /* into TEXT, once it no longer moves */
	size_t count;
	char *text; /* the names one after another, each terminated */
	size_t used, room;
};

int cr_hostlist_count_text(const char *text, size_t max, size_t *count, struct cr_error *err)
{
	struct cr_host_token token;
	size_t sum = 0;
	int got;

	if (text) {
		while ((got = cr_host_token_next(&text, max - sum, &token, err)) > 0)
			sum += token.hosts;
		if (got < 0)
			return -1;
	}
	*count = sum;
	return 0;
}

/* Room for NEED more bytes of text. */
static int make_room(struct cr_hostlist *list, size_t need, struct cr_error *err)
{
	size_t room = (list->room + need) * 2;
	char *text;

	if (list->text && list->used + need <= list->room)
		return 0;
	text = realloc(list->text, room);
	if (!text) {
		cr_error_set(err, "out of memory");
		return -1;
	}
	list->text = text;
	list->room = room;
	return 0;
}

static int append_name(struct cr_hostlist *list, const char *name, size_t len, struct cr_error *err)
{
	if (make_room(list, len + 1, err) != 0)
		return -1;
	memcpy(list->text + list->used, name, len);
	list->text[list->used + len] = '\0';
	list->used += len + 1;
	list->count++;
	return 0;
}

/* What libslurm makes of TEXT, which the guard has passed. */
static int append_expanded(struct cr_hostlist *list, const char *text, struct cr_error *err)
{
	hostlist_t *hl = slurm_hostlist_create(text);
	char *name;
	int rc = 0;

	if (!hl)
		return cr_error_set(err, "'%.80s': Slurm refuses it", text);
	while (rc == 0 && (name = slurm_hostlist_shift(hl))) {
		rc = append_name(list, name, strlen(name), err);
		free(name);
	}
	slurm_hostlist_destroy(hl);
	return rc;
}

/* A decimal number as text, right-aligned; counts up without any conversion. */
struct counter {
	char digits[NUMBER_MAX + 2];
	size_t len;
};

static void count_up(struct counter *c)
{
	size_t i = c->len;

	while (i > 0 && c->digits[i - 1] == '9')
		c->digits[--i] = '0';
	if (i > 0) {
		c->digits[i - 1]++;
		return;
	}
	memmove(c->digits + 1, c->digits, c->len++);
	c->digits[0] = '1';
}

/* The host of TOKEN's only pair of brackets with C's number for the range. */
static int append_counted(struct cr_hostlist *list, const char *prefix, size_t before,
			  const struct counter *c, const char *suffix, size_t after,
			  struct cr_error *err)
{
	size_t len = before + c->len + after;

	if (make_room(list, len + 1, err) != 0)
		return -1;
	memcpy(list->text + list->used, prefix, before);
	memcpy(list->text + list->used + before, c->digits, c->len);
	memcpy(list->text + list->used + before + c->len, suffix, after);
	list->text[list->used + len] = '\0';
	list->used += len + 1;
	list->count++;
	return 0;
}

static size_t digits_at(const char *at, const char *end)
{
	size_t n = 0;

	while (at + n < end && isdigit((unsigned char)at[n]))
		n++;
	return n;
}

/*
 * The range at AT of LEN bytes when it is what nearly all are, digits or
 * digits-digits: the same as libslurm makes, ten times as fast (a topology has
 * 100,000 of these).  Returns 1 when it is none of those, 0, or -1 with ERR.
 */
static int append_plain_range(struct cr_hostlist *list, const char *prefix, size_t before,
			      const char *at, size_t len, const char *suffix, size_t after,
			      struct cr_error *err)
{
	const char *end = at + len, *to = at;
	struct counter c = {.len = digits_at(at, end)};
	size_t to_len = c.len;

	if (c.len < len && at[c.len] == '-') {
		to = at + c.len + 1;
		to_len = digits_at(to, end);
	}
	if (!c.len || !to_len || to + to_len != end || c.len > NUMBER_MAX || to_len > NUMBER_MAX)
		return 1;
	memcpy(c.digits, at, c.len);
	for (unsigned long i = strtoul(at, NULL, 10), last = strtoul(to, NULL, 10);; i++) {
		if (append_counted(list, prefix, before, &c, suffix, after, err) != 0)
			return -1;
		if (i >= last)
			return 0;
		count_up(&c);
	}
}

/*
 * One pair of brackets, range by range: taking hosts from a list of r ranges
 * costs libslurm r steps each, and 30,000 ranges in one pair do occur.
 */
static int append_ranges(struct cr_hostlist *list, const struct cr_host_token *token, char *piece,
			 struct cr_error *err)
{
	const char *open = memrchr(token->text, '[', token->len);
	size_t before = (size_t)(open - token->text) + 1;
	const char *close = memchr(open, ']', token->len - before + 1);
	size_t after = token->len - (size_t)(close - token->text);
	int rc = 0;

	memcpy(piece, token->text, before);
	for (const char *at = open + 1; rc == 0 && at < close; at++) {
		const char *comma = memchr(at, ',', (size_t)(close - at));
		size_t len = (size_t)((comma ? comma : close) - at);

		rc = append_plain_range(list, token->text, before - 1, at, len, close + 1,
					after - 1, err);
		if (rc <= 0) {
			at += len;
			continue;
		}
		memcpy(piece + before, at, len);
		memcpy(piece + before + len, close, after);
		piece[before + len + after] = '\0';
		rc = append_expanded(list, piece, err);
		at += len;
	}
	return rc;
}

static int append_token(struct cr_hostlist *list, const struct cr_host_token *token,
			struct cr_error *err)
{
	char *copy;
	int rc;

	if (!token->groups)
		return append_name(list, token->text, token->len, err);
	copy = malloc(token->len + 1);
	if (!copy)
		return cr_error_set(err, "out of memory");
	if (token->groups == 1) {
		rc = append_ranges(list, token, copy, err);
	} else {
		memcpy(copy, token->text, token->len);
		copy[token->len] = '\0';
		rc = append_expanded(list, copy, err);
	}
	free(copy);
	return rc;
}

/* The names' places are known only when their text has stopped growing. */
static int index_names(struct cr_hostlist *list, struct cr_error *err)
{
	char *at = list->text;

	list->names = calloc(list->count + 1, sizeof(*list->names));
	if (!list->names)
		return cr_error_set(err, "out of memory");
	for (size_t i = 0; i < list->count; i++) {
		list->names[i] = at;
		at += strlen(at) + 1;
	}
	return 0;
}

struct cr_hostlist *cr_hostlist_expand(const char *text, size_t max, struct cr_error *err)
{
	struct cr_hostlist *list = calloc(1, sizeof(*list));
	struct cr_host_token token;
	int got = 0;

	if (!list) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	if (!text)
		text = "";
	while ((got = cr_host_token_next(&text, max - list->count, &token, err)) > 0)
		if (append_token(list, &token, err) != 0)
			goto fail;
	if (got == 0 && index_names(list, err) == 0)
		return list;
fail:
	cr_hostlist_destroy(list);
	return NULL;
}

void cr_hostlist_destroy(struct cr_hostlist *list)
{
	if (!list)
		return;
	free(list->names);
	free(list->text);
	free(list);
}

size_t cr_hostlist_count(const struct cr_hostlist *list)
{
	return list->count;
}

const char *const *cr_hostlist_names(const struct cr_hostlist *list)
{
	return list->names;
}
