/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A place where one thread publishes an immutable object and others use it.
 *
 * Readers take a reference and give it back; a publisher swaps in a new object.
 * An old one that nobody holds any more is destroyed by the publisher, at its next
 * cr_cell_publish() or cr_cell_sweep(): what that costs is never a reader's.  No reader waits
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
	struct cr_shared *old; /* the publisher's: what was published before, and may be held */
};

#define CR_CELL_INIT {.lock = PTHREAD_MUTEX_INITIALIZER}

/**
 * Publish OBJECT, which CELL owns from now on and gives to DESTROY in the end.
 * Returns 0; or -1 when out of memory: OBJECT is then still the caller's and
 * what was published stays.
 */
int cr_cell_publish(struct cr_cell *cell, void *object, void (*destroy)(void *object));

/** Destroy what was published before and nobody holds any more.  By the publishing thread. */
void cr_cell_sweep(struct cr_cell *cell);

/** A reference to what is published now, or NULL.  Give it back with cr_shared_put(). */
struct cr_shared *cr_cell_get(struct cr_cell *cell);

/** The object; NULL for NULL.  Valid until the reference is given back. */
void *cr_shared_object(const struct cr_shared *shared);

/** Give a reference back; never destroys.  NULL is allowed. */
void cr_shared_put(struct cr_shared *shared);

#endif
