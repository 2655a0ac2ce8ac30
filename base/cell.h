/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A place where one thread publishes an immutable object and others use it.
 *
 * Readers take a reference and give it back; a publisher swaps in a new object.
 * The old one is destroyed by whoever lets go of it last, so no reader waits
 * for a publisher and no publisher for a reader.  The lock is held for a
 * pointer and a count.
 */
#ifndef CR_BASE_CELL_H
#define CR_BASE_CELL_H

#include <pthread.h>

struct cr_shared;

struct cr_cell {
	pthread_mutex_t lock;
	struct cr_shared *now; /* NULL: nothing was published yet */
};

#define CR_CELL_INIT {.lock = PTHREAD_MUTEX_INITIALIZER}

/**
 * Publish OBJECT, which CELL owns from now on and gives to DESTROY in the end.
 * Returns 0; or -1 when out of memory: OBJECT is then still the caller's and
 * what was published stays.
 */
int cr_cell_publish(struct cr_cell *cell, void *object, void (*destroy)(void *object));

/** A reference to what is published now, or NULL.  Give it back with cr_shared_put(). */
struct cr_shared *cr_cell_get(struct cr_cell *cell);

/** The object; NULL for NULL.  Valid until the reference is given back. */
void *cr_shared_object(const struct cr_shared *shared);

/** Give a reference back.  NULL is allowed. */
void cr_shared_put(struct cr_shared *shared);

#endif
