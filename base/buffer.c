/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One bounded append for the record, the journal and every message that grows by pieces. */
#include "base/buffer.h"

#include <stdio.h>
#include <string.h>

struct cr_buffer cr_buffer(char *text, size_t size)
{
	text[0] = '\0';
	return (struct cr_buffer){.text = text, .size = size};
}

struct cr_buffer cr_buffer_behind(char *text, size_t size)
{
	return (struct cr_buffer){.text = text, .size = size, .used = strlen(text)};
}

static void add_bytes(struct cr_buffer *b, const char *bytes, size_t len)
{
	size_t room = b->size > b->used ? b->size - b->used - 1 : 0;

	if (b->full)
		return;
	if (len > room) {
		len = room;
		b->full = true;
	}
	memcpy(b->text + b->used, bytes, len);
	b->used += len;
	b->text[b->used] = '\0';
}

void cr_buffer_add(struct cr_buffer *b, const char *text)
{
	if (text)
		add_bytes(b, text, strlen(text));
}

void cr_buffer_vprint(struct cr_buffer *b, const char *fmt, va_list ap)
{
	size_t room = b->size > b->used ? b->size - b->used : 0;
	int n;

	if (b->full)
		return;
	n = vsnprintf(room ? b->text + b->used : NULL, room, fmt, ap);
	b->full = n < 0 || (size_t)n >= room;
	if (!b->full)
		b->used += (size_t)n;
	else if (room)
		b->used += strlen(b->text + b->used);
}

void cr_buffer_print(struct cr_buffer *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	cr_buffer_vprint(b, fmt, ap);
	va_end(ap);
}

void cr_buffer_add_json(struct cr_buffer *b, const char *text, size_t max)
{
	if (!text) {
		cr_buffer_add(b, "null");
		return;
	}
	add_bytes(b, "\"", 1);
	for (size_t i = 0; i < max && text[i]; i++) {
		const char piece[] = {'\\', text[i], '\0'};

		if (text[i] < ' ' || text[i] > '~')
			add_bytes(b, "?", 1);
		else if (text[i] == '"' || text[i] == '\\')
			add_bytes(b, piece, 2);
		else
			add_bytes(b, piece + 1, 1);
	}
	add_bytes(b, "\"", 1);
}

void cr_buffer_undo(struct cr_buffer *b, size_t used)
{
	if (used > b->used || used >= b->size)
		return;
	b->used = used;
	b->text[used] = '\0';
	b->full = false;
}
