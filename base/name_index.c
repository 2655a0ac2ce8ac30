/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names found by hash in an open table; never grown, never freed on its own. */
#include "base/name_index.h"

#include <string.h>

struct cr_name_index_slot {
	const char *name; /* NULL = free */
	uint32_t hash, value;
};

/* FNV-1a. */
static uint32_t hash_of(const char *name)
{
	uint32_t h = 2166136261U;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 16777619U;
	return h ^ (h >> 15);
}

int cr_name_index_init(struct cr_name_index *index, struct cr_arena *arena, size_t count)
{
	size_t room = 8;

	while (room < count * 2)
		room *= 2;
	index->slots = cr_arena_array(arena, room, sizeof(*index->slots));
	index->mask = room - 1;
	return index->slots ? 0 : -1;
}

/* The slot that has NAME, or the free one where it belongs. */
static struct cr_name_index_slot *slot_of(const struct cr_name_index *index, const char *name,
					  uint32_t hash)
{
	for (size_t i = hash & index->mask;; i = (i + 1) & index->mask) {
		struct cr_name_index_slot *slot = &index->slots[i];

		if (!slot->name || (slot->hash == hash && strcmp(slot->name, name) == 0))
			return slot;
	}
}

uint32_t cr_name_index_add(struct cr_name_index *index, const char *name, uint32_t value)
{
	uint32_t hash = hash_of(name);
	struct cr_name_index_slot *slot = slot_of(index, name, hash);

	if (slot->name)
		return slot->value;
	*slot = (struct cr_name_index_slot){name, hash, value};
	return CR_NAME_INDEX_NONE;
}

uint32_t cr_name_index_get(const struct cr_name_index *index, const char *name)
{
	const struct cr_name_index_slot *slot;

	if (!index->slots)
		return CR_NAME_INDEX_NONE;
	slot = slot_of(index, name, hash_of(name));
	return slot->name ? slot->value : CR_NAME_INDEX_NONE;
}

void cr_name_index_renumber(struct cr_name_index *index, const uint32_t *map)
{
	for (size_t i = 0; i <= index->mask; i++)
		if (index->slots[i].name)
			index->slots[i].value = map[index->slots[i].value];
}
