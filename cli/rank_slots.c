/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A host file's slots: the same on every line, or the same on every host once its lines are added.
 */
#include "cli/rank.h"

#include "base/arena.h"
#include "base/name_index.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_known(uint32_t slots)
{
	return slots && slots != CR_RANK_SLOTS_UNREADABLE;
}

/* Two lines of one host: their sum, nothing where one says nothing. */
static uint32_t add_slots(uint32_t a, uint32_t b)
{
	if (!a || !b)
		return 0;
	if (!is_known(a) || !is_known(b) || a + b > CR_RANK_TASKS_MAX)
		return CR_RANK_SLOTS_UNREADABLE;
	return a + b;
}

/* The first of COUNT SLOTS that is not as the first one, or COUNT. */
static size_t first_that_differs(const uint32_t *slots, size_t count)
{
	size_t i = 0;

	while (i < count && slots[i] == slots[0])
		i++;
	return i;
}

/*
 * LIST's hosts, each once where it stands first, into NAMES, their sums into SLOTS.
 * Returns how many those are, 0 when out of memory.
 */
static size_t add_up(const struct cr_hostlist *list, const char **names, uint32_t *slots,
		     struct cr_arena *arena)
{
	size_t lines = cr_hostlist_count(list), count = 0;
	struct cr_name_index index;

	if (cr_name_index_init(&index, arena, lines) != 0)
		return 0;
	for (size_t i = 0; i < lines; i++) {
		const char *name = cr_hostlist_names(list)[i];
		uint32_t at = cr_name_index_add(&index, name, (uint32_t)count);

		if (at != CR_NAME_INDEX_NONE) {
			slots[at] = add_slots(slots[at], slots[i]);
			continue;
		}
		names[count] = name;
		slots[count++] = slots[i];
	}
	return count;
}

static const char *slots_text(uint32_t slots, char text[16])
{
	if (slots == CR_RANK_SLOTS_UNREADABLE)
		return "too many or unreadable";
	if (!slots)
		return "none given";
	(void)snprintf(text, 16, "%u", slots);
	return text;
}

/* HOSTS' list becomes the COUNT NAMES. */
static int replace_list(struct cr_rank_hosts *hosts, const char *const *names, size_t count,
			struct cr_error *err)
{
	char *text = cr_hostlist_compact(names, count, err);
	struct cr_hostlist *list = text ? cr_hostlist_expand(text, CR_HOSTS_MAX, err) : NULL;

	free(text);
	if (!list)
		return -1;
	cr_hostlist_destroy(hosts->list);
	hosts->list = list;
	return 0;
}

static int fold_lines(struct cr_rank_hosts *hosts, uint32_t *slots, const char **names,
		      struct cr_arena *arena, struct cr_error *err)
{
	size_t count = add_up(hosts->list, names, slots, arena), other;
	char a[16], b[16];

	if (!count)
		return cr_error_set(err, "out of memory");
	other = first_that_differs(slots, count);
	if (other < count || !is_known(slots[0])) {
		other = other < count ? other : 0;
		cr_error_set(&hosts->differ, "slots differ: %.100s: %s, %.100s: %s", names[0],
			     slots_text(slots[0], a), names[other], slots_text(slots[other], b));
		return 0;
	}
	hosts->tasks_per_node = slots[0];
	return replace_list(hosts, names, count, err);
}

int cr_rank_take_slots(struct cr_rank_hosts *hosts, uint32_t *slots, struct cr_error *err)
{
	size_t count = cr_hostlist_count(hosts->list);
	struct cr_arena arena;
	const char **names;
	int rc;

	if (!count)
		return 0;
	if (first_that_differs(slots, count) == count && slots[0] != CR_RANK_SLOTS_UNREADABLE) {
		hosts->tasks_per_node = slots[0];
		return 0;
	}
	cr_arena_init(&arena, NULL, 0, 0);
	names = cr_arena_array(&arena, count, sizeof(*names));
	rc = names ? fold_lines(hosts, slots, names, &arena, err)
		   : cr_error_set(err, "out of memory");
	cr_arena_release(&arena);
	return rc;
}
