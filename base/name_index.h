/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An index from names to numbers, in constant time.
 * The names are borrowed; the index is of fixed capacity and lives in an arena.
 */
#ifndef CR_BASE_NAME_INDEX_H
#define CR_BASE_NAME_INDEX_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

#define CR_NAME_INDEX_NONE UINT32_MAX

struct cr_name_index {
	struct cr_name_index_slot *slots;
	size_t mask;
};

/** Make INDEX for up to COUNT names in ARENA.  Returns 0, or -1 when out of memory. */
int cr_name_index_init(struct cr_name_index *index, struct cr_arena *arena, size_t count);

/**
 * Add NAME as VALUE.  Returns CR_NAME_INDEX_NONE when it was added, else the value
 * that NAME has already, and changes nothing.  At most the COUNT of init.
 */
uint32_t cr_name_index_add(struct cr_name_index *index, const char *name, uint32_t value);

/** The value of NAME, or CR_NAME_INDEX_NONE. */
uint32_t cr_name_index_get(const struct cr_name_index *index, const char *name);

/** Replace every value V by MAP[V]. */
void cr_name_index_renumber(struct cr_name_index *index, const uint32_t *map);

#endif
