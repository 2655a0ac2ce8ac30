/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reservations: whom they admit, and how many of each partition's nodes they hold. */
#include "live/reservation.h"

#include "live/name_list.h"

#include <stdlib.h>
#include <string.h>

/* How many nodes are in both lists of index pairs; IN has NODE_COUNT marks, all clear. */
static uint32_t common_nodes(const int32_t *a, const int32_t *b, bool *in, uint32_t node_count)
{
	uint32_t common = 0;

	for (const int32_t *r = a; r && r[0] >= 0; r += 2)
		for (int32_t i = r[0]; i <= r[1] && (uint32_t)i < node_count; i++)
			in[i] = true;
	for (const int32_t *r = b; r && r[0] >= 0; r += 2)
		for (int32_t i = r[0]; i <= r[1] && (uint32_t)i < node_count; i++)
			common += in[i];
	memset(in, 0, node_count * sizeof(*in));
	return common;
}

static const uint32_t *count_nodes(const reserve_info_t *info,
				   const partition_info_msg_t *partitions, uint32_t node_count,
				   struct cr_arena *arena)
{
	uint32_t *counts = cr_arena_array(arena, partitions->record_count + 1, sizeof(*counts));
	bool *in = calloc(node_count + 1, sizeof(*in));

	for (uint32_t i = 0; counts && in && i < partitions->record_count; i++)
		counts[i] = common_nodes(info->node_inx, partitions->partition_array[i].node_inx,
					 in, node_count);
	if (!in)
		counts = NULL;
	free(in);
	return counts;
}

/* Slurm writes those it shuts out with a minus in front: "-bob,-carol". */
static int split_names(const char *text, struct cr_arena *arena, struct cr_names *admitted,
		       struct cr_names *denied)
{
	struct cr_names all;
	const char **names;

	if (cr_live_names(arena, text, &all) != 0)
		return -1;
	if (!all.count || all.name[0][0] != '-') {
		*admitted = all;
		return 0;
	}
	names = cr_arena_array(arena, all.count, sizeof(*names));
	if (!names)
		return -1;
	for (size_t i = 0; i < all.count; i++)
		names[i] = all.name[i] + (all.name[i][0] == '-');
	*denied = (struct cr_names){.name = names, .count = all.count};
	return 0;
}

static int read_one(const reserve_info_t *info, time_t now, struct cr_arena *arena,
		    struct cr_reservation *r)
{
	r->name = cr_arena_strdup(arena, info->name ? info->name : "");
	r->partition = cr_arena_strdup(arena, info->partition);
	r->active = info->start_time <= now && now < info->end_time;
	if (!r->name || (info->partition && !r->partition) ||
	    split_names(info->accounts, arena, &r->accounts, &r->denied_accounts) != 0 ||
	    split_names(info->users, arena, &r->users, &r->denied_users) != 0)
		return -1;
	return 0;
}

const struct cr_reservation *cr_reservations_read(const reserve_info_msg_t *msg,
						  const partition_info_msg_t *partitions,
						  uint32_t node_count, time_t now,
						  struct cr_arena *arena)
{
	struct cr_reservation *all = cr_arena_array(arena, msg->record_count, sizeof(*all));

	for (uint32_t i = 0; all && i < msg->record_count; i++) {
		const reserve_info_t *info = &msg->reservation_array[i];

		all[i].nodes_in = count_nodes(info, partitions, node_count, arena);
		if (!all[i].nodes_in || read_one(info, now, arena, &all[i]) != 0)
			return NULL;
	}
	return all;
}
