/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes counted by what they are: architecture, GPUs, CPUs, memory, features. */
#include "live/shape.h"

#include "live/name_list.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_names(const struct cr_names *a, const struct cr_names *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->name[i], b->name[i]) != 0)
			return false;
	return true;
}

static bool same_shape(const struct cr_shape *a, const struct cr_shape *b)
{
	return a->gpus == b->gpus && a->cpus == b->cpus && a->sockets == b->sockets &&
	       a->memory == b->memory && same_text(a->arch, b->arch) &&
	       same_text(a->gpu_type, b->gpu_type) && same_names(&a->features, &b->features);
}

/* An unreadable gres text counts as no GPU: nothing is routed there for one. */
static int read_gpus(const node_info_t *node, struct cr_arena *arena, struct cr_shape *shape)
{
	struct cr_gpus gpus = CR_GPUS_INIT;

	if (cr_request_gpus(node->gres, false, &gpus, NULL) != 0 || gpus.count == CR_UNSET)
		return 0;
	shape->gpus = gpus.count;
	if (!gpus.type[0])
		return 0;
	shape->gpu_type = cr_arena_strdup(arena, gpus.type);
	return shape->gpu_type ? 0 : -1;
}

static int read_shape(const node_info_t *node, struct cr_arena *arena, struct cr_shape *shape)
{
	const char *features = node->features_act ? node->features_act : node->features;

	*shape = (struct cr_shape){
		.cpus = node->cpus_efctv ? node->cpus_efctv : node->cpus,
		.sockets = node->sockets,
		.memory = node->real_memory,
	};
	if (node->arch && *node->arch) {
		shape->arch = cr_arena_strdup(arena, node->arch);
		if (!shape->arch)
			return -1;
	}
	if (cr_live_names(arena, features, &shape->features) != 0)
		return -1;
	return read_gpus(node, arena, shape);
}

/* ---- each once ----------------------------------------------------------- */

/* Where a shape is among those known, by its hash: a rack's name in the features makes many. */
struct slots {
	uint32_t *slot; /* 0: empty; else one more than the index */
	size_t mask;
};

static int make_slots(struct slots *slots, size_t nodes)
{
	size_t room = 16;

	while (room < nodes * 2)
		room *= 2;
	*slots = (struct slots){calloc(room, sizeof(*slots->slot)), room - 1};
	return slots->slot ? 0 : -1;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return (hash ^ 0xff) * UINT64_C(0x100000001b3); /* where it ends */
}

static uint64_t hash_shape(const struct cr_shape *s)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ s->memory ^ (uint64_t)s->cpus << 32 ^
			(uint64_t)s->gpus << 8 ^ s->sockets;

	hash = hash_text(hash_text(hash, s->arch), s->gpu_type);
	for (size_t i = 0; i < s->features.count; i++)
		hash = hash_text(hash, s->features.name[i]);
	return hash ^ hash >> 29;
}

/* The index of SHAPE among those known, added if it is *NEW. */
static uint32_t intern_shape(struct cr_shapes *shapes, struct slots *slots,
			     const struct cr_shape *shape, bool *new)
{
	size_t at = hash_shape(shape) & slots->mask;

	for (; slots->slot[at]; at = (at + 1) & slots->mask)
		if (same_shape(&shapes->shape[slots->slot[at] - 1], shape))
			return slots->slot[at] - 1;
	*new = true;
	shapes->shape[shapes->count] = *shape;
	slots->slot[at] = (uint32_t)++shapes->count;
	return slots->slot[at] - 1;
}

/* Texts of a shape that is known already are given back. */
static int read_node(const node_info_t *node, struct cr_arena *arena, struct slots *slots,
		     struct cr_shapes *shapes, uint32_t *index)
{
	const struct cr_arena mark = *arena;
	struct cr_shape shape;
	bool new = false;

	*index = CR_UNSET;
	if (!node->name)
		return 0;
	if (read_shape(node, arena, &shape) != 0)
		return -1;
	*index = intern_shape(shapes, slots, &shape, &new);
	if (!new)
		cr_arena_rewind(arena, &mark);
	return 0;
}

int cr_shapes_read(const node_info_msg_t *msg, struct cr_arena *arena, struct cr_shapes *shapes)
{
	struct cr_shapes found = {.nodes = msg};
	struct slots slots;
	int rc = 0;

	found.shape = cr_arena_array(arena, msg->record_count, sizeof(*found.shape));
	found.of_node = cr_arena_array(arena, msg->record_count, sizeof(*found.of_node));
	if (msg->record_count && (!found.shape || !found.of_node))
		return -1;
	if (make_slots(&slots, msg->record_count) != 0)
		return -1;
	for (uint32_t i = 0; i < msg->record_count && rc == 0; i++)
		rc = read_node(&msg->node_array[i], arena, &slots, &found, &found.of_node[i]);
	free(slots.slot);
	if (rc == 0)
		*shapes = found;
	return rc;
}

/* Powered down by power saving is up: Slurm starts it when a job comes. */
static bool is_up(uint32_t state)
{
	uint32_t base = state & NODE_STATE_BASE;

	return base != NODE_STATE_DOWN && base != NODE_STATE_ERROR && base != NODE_STATE_FUTURE &&
	       base != NODE_STATE_UNKNOWN &&
	       !(state & (NODE_STATE_DRAIN | NODE_STATE_FAIL | NODE_STATE_INVALID_REG));
}

/* Of one shape in one partition. */
struct counts {
	uint32_t nodes, up, idle;
};

static void count_node(const struct cr_shapes *shapes, uint32_t i, struct counts *counted)
{
	uint32_t state = shapes->nodes->node_array[i].node_state;
	struct counts *c;

	if (shapes->of_node[i] == CR_UNSET)
		return;
	c = &counted[shapes->of_node[i]];
	c->nodes++;
	c->up += is_up(state);
	c->idle += is_up(state) && (state & NODE_STATE_BASE) == NODE_STATE_IDLE;
}

/* Those that were counted, with their counts: as many as the partition has, not the cluster. */
static const struct cr_shape *keep_counted(const struct cr_shapes *shapes,
					   const struct counts *counted, struct cr_arena *arena,
					   size_t *count, uint32_t *nodes)
{
	struct cr_shape *kept;
	size_t n = 0;

	for (size_t i = 0; i < shapes->count; i++)
		n += counted[i].nodes != 0;
	kept = cr_arena_array(arena, n + 1, sizeof(*kept));
	*count = *nodes = 0;
	for (size_t i = 0; kept && i < shapes->count; i++) {
		if (!counted[i].nodes)
			continue;
		kept[*count] = shapes->shape[i];
		kept[*count].nodes = counted[i].nodes;
		kept[*count].up = counted[i].up;
		kept[*count].idle = counted[i].idle;
		*nodes += counted[i].nodes;
		++*count;
	}
	return kept;
}

const struct cr_shape *cr_shapes_of(const struct cr_shapes *shapes, const int32_t *ranges,
				    struct cr_arena *arena, size_t *count, uint32_t *nodes)
{
	struct counts *counted = calloc(shapes->count + 1, sizeof(*counted));
	const struct cr_shape *kept;

	if (!counted)
		return NULL;
	for (; ranges && ranges[0] >= 0; ranges += 2)
		for (int32_t i = ranges[0]; i <= ranges[1]; i++)
			if ((uint32_t)i < shapes->nodes->record_count)
				count_node(shapes, (uint32_t)i, counted);
	kept = keep_counted(shapes, counted, arena, count, nodes);
	free(counted);
	return kept;
}

/* Asleep or not made yet: nobody knows when it will tell what it is. */
static bool is_waited_for(const node_info_t *node)
{
	const uint32_t absent = NODE_STATE_CLOUD | NODE_STATE_POWERED_DOWN |
				NODE_STATE_POWERING_UP | NODE_STATE_POWERING_DOWN;

	return node->name && is_up(node->node_state) && !(node->node_state & absent) &&
	       !(node->arch && *node->arch) && node->partitions && *node->partitions;
}

bool cr_shapes_settled(const node_info_msg_t *nodes)
{
	for (uint32_t i = 0; i < nodes->record_count; i++)
		if (is_waited_for(&nodes->node_array[i]))
			return false;
	return true;
}
