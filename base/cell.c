/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Publishing by counting references: what has none left is the publisher's to destroy. */
#include "base/cell.h"

#include <stdatomic.h>
#include <stdlib.h>

struct cr_shared {
	atomic_uint references; /* the cell's own counts as one */
	void *object;
	void (*destroy)(void *object);
	struct cr_shared *next; /* of the old ones */
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
	next->next = NULL;
	pthread_mutex_lock(&cell->lock);
	last = cell->now;
	cell->now = next;
	pthread_mutex_unlock(&cell->lock);
	if (last) {
		last->next = cell->old;
		cell->old = last;
		cr_shared_put(last);
	}
	cr_cell_sweep(cell);
	return 0;
}

void cr_cell_sweep(struct cr_cell *cell)
{
	struct cr_shared **at = &cell->old, *shared;

	while ((shared = *at) != NULL) {
		/* It is not published any more: without a reference nobody gets one again. */
		if (atomic_load(&shared->references)) {
			at = &shared->next;
			continue;
		}
		*at = shared->next;
		shared->destroy(shared->object);
		free(shared);
	}
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
	if (shared)
		atomic_fetch_sub(&shared->references, 1);
}
