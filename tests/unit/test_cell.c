/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/cell: readers and publishers at once; nothing is freed under a reader. */
#include "unit.h"

#include "base/cell.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define ROUNDS 20000

static struct cr_cell cell = CR_CELL_INIT;
static atomic_int alive;
static atomic_bool stop;

struct thing {
	int a, b; /* always equal while it lives */
};

static void destroy(void *object)
{
	struct thing *thing = object;

	thing->a = -1;
	free(thing);
	atomic_fetch_sub(&alive, 1);
}

static void publish(int n)
{
	struct thing *thing = malloc(sizeof(*thing));

	assert_non_null(thing);
	*thing = (struct thing){n, n};
	atomic_fetch_add(&alive, 1);
	assert_int_equal(cr_cell_publish(&cell, thing, destroy), 0);
}

static void *read_on(void *bad)
{
	while (!atomic_load(&stop)) {
		struct cr_shared *shared = cr_cell_get(&cell);
		const struct thing *thing = cr_shared_object(shared);

		if (thing && (thing->a != thing->b || thing->a < 0))
			*(int *)bad = 1;
		cr_shared_put(shared);
	}
	return NULL;
}

static void empty_cell(void **state)
{
	(void)state;
	assert_null(cr_cell_get(&cell));
	assert_null(cr_shared_object(NULL));
	cr_shared_put(NULL);
}

static void swaps_under_readers(void **state)
{
	pthread_t reader[2];
	int bad[2] = {0, 0};

	(void)state;
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&reader[i], NULL, read_on, &bad[i]), 0);
	for (int n = 0; n < ROUNDS; n++)
		publish(n);
	atomic_store(&stop, true);
	for (int i = 0; i < 2; i++) {
		pthread_join(reader[i], NULL);
		assert_int_equal(bad[i], 0);
	}
	cr_cell_sweep(&cell);
	assert_int_equal(atomic_load(&alive), 1);
}

static void the_next_publishing_sweeps(void **state)
{
	struct cr_shared *first, *second;

	(void)state;
	publish(1);
	first = cr_cell_get(&cell);
	publish(2);
	second = cr_cell_get(&cell);
	publish(3);
	assert_int_equal(atomic_load(&alive), 3);
	cr_shared_put(first); /* the one in the middle of what is old */
	publish(4);
	assert_int_equal(atomic_load(&alive), 2); /* and what nobody ever held */
	cr_shared_put(second);
	cr_cell_sweep(&cell);
	assert_int_equal(atomic_load(&alive), 1);
}

static void a_reference_outlives_the_swap(void **state)
{
	struct cr_shared *held;

	(void)state;
	publish(1);
	held = cr_cell_get(&cell);
	publish(2);
	assert_int_equal(((struct thing *)cr_shared_object(held))->a, 1);
	assert_int_equal(atomic_load(&alive), 2);
	/* A reader lets go of it and destroys nothing: that is the publisher's. */
	cr_shared_put(held);
	assert_int_equal(atomic_load(&alive), 2);
	cr_cell_sweep(&cell);
	assert_int_equal(atomic_load(&alive), 1);
	cr_shared_put(cell.now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty_cell),
		cmocka_unit_test(swaps_under_readers),
		cmocka_unit_test(the_next_publishing_sweeps),
		cmocka_unit_test(a_reference_outlives_the_swap),
	};

	return cmocka_run_group_tests_name("cell", tests, NULL, NULL);
}
