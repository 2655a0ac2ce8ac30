/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Chunks chained behind the caller's buffer; the limit counts what was handed out, so
 * that input cannot grow it.
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGN     _Alignof(max_align_t)
#define BLOCK_MIN 4096
#define BLOCK_MAX (1024 * 1024)

struct cr_arena_block {
	struct cr_arena_block *next;
	size_t size;
	max_align_t data[];
};

void cr_arena_init(struct cr_arena *arena, void *buf, size_t size, size_t limit)
{
	size_t skip = (size_t)(-(uintptr_t)buf) % ALIGN;

	*arena = (struct cr_arena){.limit = limit};
	if (buf && size > skip) {
		arena->at = (char *)buf + skip;
		arena->end = (char *)buf + size;
		arena->used = skip; /* or the limit would promise bytes that BUF has not */
	}
}

static void free_blocks(struct cr_arena *arena, const struct cr_arena_block *until)
{
	while (arena->blocks != until) {
		struct cr_arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
}

void cr_arena_release(struct cr_arena *arena)
{
	free_blocks(arena, NULL);
	*arena = (struct cr_arena){.limit = arena->limit};
}

void cr_arena_rewind(struct cr_arena *arena, const struct cr_arena *mark)
{
	free_blocks(arena, mark->blocks);
	*arena = *mark;
}

/* Blocks double, so that n bytes cost O(log n) calls to malloc(). */
static int add_block(struct cr_arena *arena, size_t need)
{
	size_t size = arena->blocks ? arena->blocks->size * 2 : BLOCK_MIN;
	struct cr_arena_block *block;

	if (size > BLOCK_MAX)
		size = BLOCK_MAX;
	if (size < need)
		size = need;
	block = malloc(sizeof(*block) + size);
	if (!block)
		return -1;
	block->next = arena->blocks;
	block->size = size;
	arena->blocks = block;
	arena->at = (char *)block->data;
	arena->end = arena->at + size;
	return 0;
}

void *cr_arena_alloc(struct cr_arena *arena, size_t size)
{
	size_t need;
	void *got;

	if (size > SIZE_MAX / 2)
		return NULL;
	need = size ? (size + ALIGN - 1) / ALIGN * ALIGN : ALIGN; /* NULL means failure only */
	if (arena->limit && need > arena->limit - arena->used)
		return NULL;
	if (need > (size_t)(arena->end - arena->at) && add_block(arena, need) != 0)
		return NULL;
	got = arena->at;
	arena->at += need;
	arena->used += need;
	return memset(got, 0, need);
}

void *cr_arena_array(struct cr_arena *arena, size_t count, size_t size)
{
	size_t total;

	if (__builtin_mul_overflow(count, size, &total))
		return NULL;
	return cr_arena_alloc(arena, total);
}

char *cr_arena_strndup(struct cr_arena *arena, const char *text, size_t len)
{
	char *copy = len < SIZE_MAX ? cr_arena_alloc(arena, len + 1) : NULL;

	return copy ? memcpy(copy, text, len) : NULL;
}

char *cr_arena_strdup(struct cr_arena *arena, const char *text)
{
	return text ? cr_arena_strndup(arena, text, strlen(text)) : NULL;
}

char *cr_arena_printf(struct cr_arena *arena, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (len < 0)
		return NULL;
	text = cr_arena_alloc(arena, (size_t)len + 1);
	if (!text)
		return NULL;
	va_start(ap, fmt);
	(void)vsnprintf(text, (size_t)len + 1, fmt, ap);
	va_end(ap);
	return text;
}
