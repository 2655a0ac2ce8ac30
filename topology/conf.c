/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of slurm.conf and topology.conf as Slurm joins and splits them, includes followed. */
#include "topology/conf.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A file that is being read; an Include puts another on top. */
struct frame {
	char *name, *buf; /* owned, except the first's */
	const char *at, *end;
	uint32_t line; /* of AT */
};

/* Where a physical line's text stands in the joined line. */
struct piece {
	size_t from;
	uint32_t line, column;
};

#define PIECES_MAX 4096 /* physical lines in one joined line */

struct reader {
	struct frame stack[CR_CONF_INCLUDE_MAX];
	unsigned depth, files;
	const struct cr_conf_loader *loader;
	struct cr_diags *diags;
	char *line; /* joined, comments gone, escapes resolved, terminated */
	size_t len, room;
	struct piece *pieces;
	size_t piece_count;
	char cluster[64]; /* ClusterName so far, for %c in Include */
	struct cr_conf_pair pairs[CR_CONF_PAIRS_MAX];
};

static struct frame *top_frame(struct reader *r)
{
	return &r->stack[r->depth - 1];
}

/* The place in the file of byte OFFSET of the joined line. */
static struct cr_pos pos_of(struct reader *r, size_t offset)
{
	size_t i = r->piece_count;

	while (i > 1 && r->pieces[i - 1].from > offset)
		i--;
	return (struct cr_pos){top_frame(r)->name, r->pieces[i - 1].line,
			       r->pieces[i - 1].column +
				       (uint32_t)(offset - r->pieces[i - 1].from)};
}

static int fail_at(struct reader *r, size_t offset, const char *what)
{
	return cr_diags_add(r->diags, CR_ERROR, pos_of(r, offset), "%s", what);
}

/* Length of the physical line at AT without its comment: up to a `#` that no backslash escapes. */
static size_t without_comment(const char *at, size_t len)
{
	size_t backslashes = 0;

	for (size_t i = 0; i < len; i++) {
		if (at[i] == '#' && backslashes % 2 == 0)
			return i;
		backslashes = at[i] == '\\' ? backslashes + 1 : 0;
	}
	return len;
}

/* Does it end in an odd number of backslashes?  Then *LEN becomes what stands before the last. */
static bool line_continues(const char *at, size_t *len)
{
	size_t end = *len, backslashes = 0;

	while (end > 0 && isspace((unsigned char)at[end - 1]))
		end--;
	while (backslashes < end && at[end - backslashes - 1] == '\\')
		backslashes++;
	if (backslashes % 2 == 0)
		return false;
	*len = end - 1;
	return true;
}

/* Append LEN bytes, each backslash standing for the byte after it. */
static int append_text(struct reader *r, const char *at, size_t len)
{
	if (r->len + len + 1 > r->room) {
		size_t room = (r->room + len + 1) * 2;
		char *line = realloc(r->line, room);

		if (!line)
			return cr_diags_add(
				r->diags, CR_ERROR,
				(struct cr_pos){top_frame(r)->name, top_frame(r)->line, 1},
				"out of memory");
		r->line = line;
		r->room = room;
	}
	for (size_t i = 0; i < len; i++) {
		i += at[i] == '\\';
		if (i < len)
			r->line[r->len++] = at[i];
	}
	r->line[r->len] = '\0';
	return 0;
}

/* The next physical line.  Returns 1 when it goes on in the one after, 0 at its end, or -1. */
static int take_physical(struct reader *r)
{
	struct frame *f = top_frame(r);
	const char *newline = memchr(f->at, '\n', (size_t)(f->end - f->at));
	size_t whole = (size_t)((newline ? newline : f->end) - f->at);
	size_t len = without_comment(f->at, whole);
	bool more = line_continues(f->at, &len);

	if (r->piece_count == PIECES_MAX)
		return fail_at(r, r->len, "too many lines joined by backslashes");
	r->pieces[r->piece_count++] = (struct piece){r->len, f->line, 1};
	if (memchr(f->at, '\0', whole))
		return fail_at(r, r->len, "a NUL byte");
	if (append_text(r, f->at, len) != 0)
		return -1;
	f->at += whole + (newline ? 1 : 0);
	f->line++;
	return more && f->at < f->end;
}

static int take_line(struct reader *r)
{
	int more;

	r->len = 0;
	r->piece_count = 0;
	do
		more = take_physical(r);
	while (more > 0);
	return more;
}

static char *skip_space(char *at)
{
	while (isspace((unsigned char)*at))
		at++;
	return at;
}

static bool is_key_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The end of the value at AT: past the closing quote, or at a blank. */
static char *value_end(char *at)
{
	char *close = *at == '"' ? strchr(at + 1, '"') : NULL;

	if (close && (!close[1] || isspace((unsigned char)close[1])))
		return close + 1;
	while (*at && !isspace((unsigned char)*at))
		at++;
	return at;
}

/* One pair at *AT, which moves behind it.  Nothing moves when there is none. */
static bool take_pair(struct reader *r, char **at, struct cr_conf_pair *pair)
{
	char *key = skip_space(*at), *key_end = key, *value, *end;
	bool quoted;

	while (is_key_byte(*key_end))
		key_end++;
	value = skip_space(key_end);
	pair->op = '=';
	if (*value && strchr("-*+/", *value))
		pair->op = *value++;
	if (key_end == key || *value != '=')
		return false;
	value = skip_space(value + 1);
	end = value_end(value);
	if (end == value)
		return false;
	quoted = *value == '"' && end[-1] == '"' && end - value > 1;
	pair->key = key;
	pair->value = value + quoted;
	pair->pos = pos_of(r, (size_t)(key - r->line));
	pair->value_pos = pos_of(r, (size_t)(value - r->line));
	*at = *end ? end + 1 : end;
	*key_end = '\0';
	end[quoted ? -1 : 0] = '\0';
	return true;
}

/* The name after `Include`, which must begin the line, or NULL when the line is another. */
static char *include_name(struct reader *r)
{
	char *at = r->line, *end;

	if (strncasecmp(at, "include", 7) != 0 || !isspace((unsigned char)at[7]))
		return NULL;
	at = skip_space(at + 7);
	end = at + strcspn(at, " \t\r\n\v\f");
	/* A key called Include would have its `=` here. */
	if (*at == '=' || *skip_space(end))
		return NULL;
	*end = '\0';
	return at;
}

/* NAME with the cluster's name for %c, in OUT of SIZE bytes. */
static int expand_name(struct reader *r, const char *name, char *out, size_t size)
{
	size_t len = 0;

	for (; *name && len + sizeof(r->cluster) < size; name++) {
		if (strncmp(name, "%c", 2) != 0) {
			out[len++] = *name;
			continue;
		}
		if (!*r->cluster)
			return -1;
		len = (size_t)(stpcpy(out + len, r->cluster) - out);
		name++;
	}
	out[len] = '\0';
	return *name ? -1 : 0;
}

static int push_file(struct reader *r, const char *written)
{
	struct cr_error err = {.text = ""};
	struct frame next = {.line = 1};
	size_t at = (size_t)(written - r->line), len = 0;
	char name[PATH_MAX];

	if (expand_name(r, written, name, sizeof(name)) != 0)
		return fail_at(r, at, "Include: a name too long, or %c before ClusterName");
	if (!*name)
		return fail_at(r, at, "Include without a file name");
	if (!r->loader)
		return fail_at(r, at, "Include is not possible here");
	if (r->depth == CR_CONF_INCLUDE_MAX || ++r->files > CR_CONF_FILES_MAX)
		return fail_at(r, at, "too many files included by one another");
	if (r->loader->read(name, &next.buf, &len, r->loader->arg, &err) != 0)
		return cr_diags_add(r->diags, CR_ERROR, pos_of(r, at), "Include: %s", err.text);
	next.name = strdup(name);
	if (!next.name) {
		free(next.buf);
		return fail_at(r, at, "out of memory");
	}
	next.at = next.buf;
	next.end = next.buf + len;
	r->stack[r->depth++] = next;
	return 0;
}

static void pop_file(struct reader *r)
{
	struct frame *f = top_frame(r);

	if (--r->depth == 0)
		return; /* the caller's */
	free(f->name);
	free(f->buf);
}

static void note_cluster(struct reader *r, size_t count)
{
	const struct cr_conf_pair *pair = cr_conf_get(r->pairs, count, "ClusterName");

	if (pair && strlen(pair->value) < sizeof(r->cluster))
		(void)stpcpy(r->cluster, pair->value);
}

static int handle_line(struct reader *r, cr_conf_handler handler, void *arg)
{
	char *name = include_name(r), *at = r->line;
	size_t count = 0;

	if (name)
		return push_file(r, name);
	while (count < CR_CONF_PAIRS_MAX && take_pair(r, &at, &r->pairs[count]))
		count++;
	at = skip_space(at);
	if (count == CR_CONF_PAIRS_MAX && *at)
		return fail_at(r, (size_t)(at - r->line), "too many keys in one line");
	if (!count && !*at)
		return 0;
	note_cluster(r, count);
	return handler(r->pairs, count, at, pos_of(r, (size_t)(at - r->line)), arg);
}

int cr_conf_parse(const char *name, const char *buf, size_t len,
		  const struct cr_conf_loader *loader, cr_conf_handler handler, void *arg,
		  struct cr_diags *diags)
{
	struct reader *r = calloc(1, sizeof(*r));
	struct piece *pieces = calloc(PIECES_MAX, sizeof(*pieces));
	int rc = 0;

	if (!r || !pieces) {
		rc = cr_diags_add(diags, CR_ERROR, (struct cr_pos){.file = name}, "out of memory");
		goto out;
	}
	r->loader = loader;
	r->diags = diags;
	r->pieces = pieces;
	r->stack[r->depth++] = (struct frame){(char *)name, NULL, buf, buf + len, 1};
	while (rc == 0 && r->depth) {
		if (top_frame(r)->at >= top_frame(r)->end) {
			pop_file(r);
			continue;
		}
		rc = take_line(r);
		if (rc == 0)
			rc = handle_line(r, handler, arg);
	}
	while (r->depth)
		pop_file(r);
	free(r->line);
out:
	free(pieces);
	free(r);
	return rc == 0 ? 0 : -1;
}

const struct cr_conf_pair *cr_conf_get(const struct cr_conf_pair *pairs, size_t count,
				       const char *key)
{
	while (count-- > 0)
		if (strcasecmp(pairs[count].key, key) == 0)
			return &pairs[count];
	return NULL;
}
