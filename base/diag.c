/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list that errors and warnings of an input are gathered in: bounded, owned, printable. */
#include "base/diag.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX 400

struct cr_diags {
	size_t errors, warnings, kept;
	struct cr_diag entry[CR_DIAGS_KEPT];
};

struct cr_diags *cr_diags_new(void)
{
	return calloc(1, sizeof(struct cr_diags));
}

static void free_entry(struct cr_diag *d)
{
	free((char *)d->file);
	free((char *)d->text);
}

void cr_diags_destroy(struct cr_diags *list)
{
	if (!list)
		return;
	for (size_t i = 0; i < list->kept; i++)
		free_entry(&list->entry[i]);
	free(list);
}

/* An entry that memory has no room for is still counted: the verdict stays right. */
static void keep_entry(struct cr_diags *list, struct cr_diag d, const char *file, const char *text)
{
	d.text = strdup(text);
	if (!d.text)
		return;
	d.file = file ? strdup(file) : NULL;
	list->entry[list->kept++] = d;
}

__attribute__((format(printf, 4, 0))) static void add_entry(struct cr_diags *list, struct cr_diag d,
							    const char *file, const char *fmt,
							    va_list ap)
{
	char raw[TEXT_MAX], text[TEXT_MAX + 1];

	if (!list)
		return;
	if (d.severity == CR_ERROR)
		list->errors++;
	else
		list->warnings++;
	if (list->kept == CR_DIAGS_KEPT)
		return;
	(void)vsnprintf(raw, sizeof(raw), fmt, ap);
	keep_entry(list, d, file, cr_text_printable(text, sizeof(text), raw, strlen(raw)));
}

int(cr_diags_add)(struct cr_diags *list, enum cr_severity severity, struct cr_pos pos,
		  const char *fmt, ...)
{
	struct cr_diag d = {.severity = severity, .line = pos.line, .column = pos.column};
	va_list ap;

	va_start(ap, fmt);
	add_entry(list, d, pos.file, fmt, ap);
	va_end(ap);
	return -1;
}

int cr_diags_add_coded(struct cr_diags *list, unsigned code, enum cr_severity severity,
		       struct cr_pos pos, const char *fmt, ...)
{
	struct cr_diag d = {severity, pos.line, pos.column, .code = code};
	va_list ap;

	va_start(ap, fmt);
	add_entry(list, d, pos.file, fmt, ap);
	va_end(ap);
	return -1;
}

size_t cr_diags_errors(const struct cr_diags *list)
{
	return list ? list->errors : 0;
}

size_t cr_diags_warnings(const struct cr_diags *list)
{
	return list ? list->warnings : 0;
}

size_t cr_diags_kept(const struct cr_diags *list)
{
	return list ? list->kept : 0;
}

const struct cr_diag *cr_diags_get(const struct cr_diags *list, size_t i)
{
	return list && i < list->kept ? &list->entry[i] : NULL;
}

static int position_order(const struct cr_diag *a, const struct cr_diag *b)
{
	int by_file = strcmp(a->file ? a->file : "", b->file ? b->file : "");

	if (by_file)
		return by_file;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->column < b->column ? -1 : a->column > b->column;
}

/* Insertion sort: stable, and the list is short by construction. */
void cr_diags_sort(struct cr_diags *list)
{
	for (size_t i = 1; list && i < list->kept; i++) {
		struct cr_diag d = list->entry[i];
		size_t at = i;

		for (; at > 0 && position_order(&list->entry[at - 1], &d) > 0; at--)
			list->entry[at] = list->entry[at - 1];
		list->entry[at] = d;
	}
}

const char *cr_diag_format(const struct cr_diag *d, char *buf, size_t size)
{
	const char *kind = d->severity == CR_ERROR ? "error" : "warning";
	const char *file = d->file ? d->file : "";
	const char *colon = d->file ? ": " : "";

	if (d->line && d->column)
		(void)snprintf(buf, size, "%s:%u:%u: %s: %s", file, d->line, d->column, kind,
			       d->text);
	else if (d->line)
		(void)snprintf(buf, size, "%s:%u: %s: %s", file, d->line, kind, d->text);
	else
		(void)snprintf(buf, size, "%s%s%s: %s", file, colon, kind, d->text);
	return buf;
}
