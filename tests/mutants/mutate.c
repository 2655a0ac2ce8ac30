/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * mutate list SEED FILE...	each change that there is, one a line (tabs between)
 * mutate write FILE N		FILE with change N made, on standard output
 *
 * A line of the list: a number drawn from SEED and from what the change is, not from where it
 * stands, so that the lowest ones are a sample that other code's growth leaves alone; file; N;
 * line; the change; the line's text, blanks squeezed; the text of the line before that is more
 * than a brace.  A change that its line has twice is "#2".
 */
#include "tests/mutants/changes.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct source {
	const char *path;
	const char *text;
	struct tokens tokens;
	struct changes changes;
};

/* One file at a time: the text is valid until the next is read. */
static const char *read_file(const char *path)
{
	static char text[1 << 20];
	FILE *file = fopen(path, "r");
	size_t n = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

	if (!n || !feof(file) || fclose(file) != 0) {
		fprintf(stderr, "mutate: cannot read %s, or not as a source\n", path);
		exit(2);
	}
	text[n] = '\0';
	return text;
}

static void source_read(struct source *s, const char *path)
{
	*s = (struct source){.path = path, .text = read_file(path)};
	tokens_read(&s->tokens, s->text);
	changes_find(&s->changes, &s->tokens);
}

static void source_free(struct source *s)
{
	free(s->changes.all);
	free(s->tokens.all);
}

/* The text of the line that OFFSET stands in, blanks squeezed. */
static void copy_line(const char *text, size_t offset, char *buf, size_t size)
{
	const char *at = text + offset;
	size_t used = 0;

	while (at > text && at[-1] != '\n')
		at--;
	for (; *at && *at != '\n' && used + 2 < size; at++) {
		if (!isspace((unsigned char)*at))
			buf[used++] = *at;
		else if (used && buf[used - 1] != ' ')
			buf[used++] = ' ';
	}
	buf[used] = '\0';
}

/* The same of the line before it that is more than a brace. */
static void copy_line_before(const char *text, size_t offset, char *buf, size_t size)
{
	buf[0] = '\0';
	while (offset && (!*buf || strcmp(buf, "{") == 0 || strcmp(buf, "}") == 0)) {
		while (offset && text[offset - 1] != '\n')
			offset--;
		if (offset)
			copy_line(text, --offset, buf, size);
	}
}

/* FNV-1a, and a last stir: its low bits go into the high ones. */
static uint64_t hash(uint64_t h, const char *text)
{
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
}

/* How many changes before I are the same in words: in its line, and in lines of its text. */
static void count_same(const struct source *s, size_t i, const char *line, unsigned *in_line,
		       unsigned *in_file)
{
	const struct change *all = s->changes.all;
	char other[256];

	*in_line = *in_file = 0;
	for (size_t k = 0; k < i; k++) {
		if (strcmp(all[k].what, all[i].what) != 0)
			continue;
		copy_line(s->text, all[k].begin, other, sizeof(other));
		*in_line += all[k].line == all[i].line;
		*in_file += strcmp(other, line) == 0;
	}
}

static void list_change(const struct source *s, const char *seed, size_t i)
{
	const struct change *c = &s->changes.all[i];
	unsigned in_line, in_file;
	char line[256], before[256], what[100];
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	copy_line(s->text, c->begin, line, sizeof(line));
	count_same(s, i, line, &in_line, &in_file);
	h = hash(hash(hash(hash(h, seed), s->path), line), c->what);
	for (; in_file; in_file--)
		h = hash(h, "again");
	snprintf(what, sizeof(what), in_line ? "%s #%u" : "%s", c->what, in_line + 1);
	copy_line_before(s->text, c->begin, before, sizeof(before));
	printf("%016" PRIx64 "\t%s\t%zu\t%u\t%s\t%s\t%s\n", h, s->path, i, c->line, what, line,
	       before);
}

static void write_changed(const struct source *s, const struct change *c)
{
	fwrite(s->text, 1, c->begin, stdout);
	fputs(c->opening, stdout);
	if (c->keep)
		fwrite(s->text + c->begin, 1, c->end - c->begin, stdout);
	fputs(c->closing, stdout);
	/* The lines behind keep their numbers. */
	for (size_t i = c->begin; !c->keep && i < c->end; i++)
		if (s->text[i] == '\n')
			putchar('\n');
	fputs(s->text + c->end, stdout);
}

static int list_all(int count, char **args)
{
	for (int i = 1; i < count; i++) {
		struct source s;

		source_read(&s, args[i]);
		for (size_t k = 0; k < s.changes.count; k++)
			list_change(&s, args[0], k);
		source_free(&s);
	}
	return 0;
}

static int write_one(const char *path, const char *number)
{
	size_t n = strtoul(number, NULL, 10);
	struct source s;
	int rc = 0;

	source_read(&s, path);
	if (n < s.changes.count)
		write_changed(&s, &s.changes.all[n]);
	else
		rc = 2;
	source_free(&s);
	return rc;
}

int main(int argc, char **argv)
{
	int rc = 2;

	if (argc >= 4 && strcmp(argv[1], "list") == 0)
		rc = list_all(argc - 2, argv + 2);
	else if (argc == 4 && strcmp(argv[1], "write") == 0)
		rc = write_one(argv[2], argv[3]);
	else
		fputs("usage: mutate list SEED FILE... | mutate write FILE N\n", stderr);
	return fflush(stdout) == 0 ? rc : 2;
}
