/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Publishing by counting references: the last to let go of an old object destroys it,
 * on its own thread.
 */
#include "base/cell.h"

#include <stdatomic.h>
#include <stdlib.h>

struct cr_shared {
	atomic_uint references; /* the cell's own counts as one */
	void *object;
	void (*destroy)(void *object);
};

int cr_cell_publish(struct cr_cell *cell, void *object, void (*destroy)(void *object))
{
	struct cr_shared *next = malloc(sizeof(*next));
	struct cr_shared *last;

	if (!next)
		return -1;
	atomic_init(&next->references, 1);
	next->object = object;
	next->destroy = destroy;
	pthread_mutex_lock(&cell->lock);
	last = cell->now;
	cell->now = next;
	pthread_mutex_unlock(&cell->lock);
	cr_shared_put(last);
	return 0;
}

struct cr_shared *cr_cell_get(struct cr_cell *cell)
{
	struct cr_shared *shared;

	/* The lock makes taking the pointer and counting the reference one step. */
	pthread_mutex_lock(&cell->lock);
	shared = cell->now;
	if (shared)
		atomic_fetch_add(&shared->references, 1);
	pthread_mutex_unlock(&cell->lock);
	return shared;
}

void *cr_shared_object(const struct cr_shared *shared)
{
	return shared ? shared->object : NULL;
}

void cr_shared_put(struct cr_shared *shared)
{
	if (!shared || atomic_fetch_sub(&shared->references, 1) != 1)
		return;
	shared->destroy(shared->object);
	free(shared);
}
