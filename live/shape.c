/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes counted by what they are: architecture, GPUs, CPUs, memory, features. */
#include "live/shape.h"

#include "live/name_list.h"

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

/* The index of SHAPE among those known, added if new. */
static uint32_t intern_shape(struct cr_shapes *shapes, const struct cr_shape *shape)
{
	for (size_t i = 0; i < shapes->count; i++)
		if (same_shape(&shapes->shape[i], shape))
			return (uint32_t)i;
	shapes->shape[shapes->count] = *shape;
	return (uint32_t)shapes->count++;
}

int cr_shapes_read(const node_info_msg_t *msg, struct cr_arena *arena, struct cr_shapes *shapes)
{
	struct cr_shapes found = {.nodes = msg};

	found.shape = cr_arena_array(arena, msg->record_count, sizeof(*found.shape));
	found.of_node = cr_arena_array(arena, msg->record_count, sizeof(*found.of_node));
	if (msg->record_count && (!found.shape || !found.of_node))
		return -1;
	for (uint32_t i = 0; i < msg->record_count; i++) {
		struct cr_shape shape;

		found.of_node[i] = CR_UNSET;
		if (!msg->node_array[i].name)
			continue;
		if (read_shape(&msg->node_array[i], arena, &shape) != 0)
			return -1;
		found.of_node[i] = intern_shape(&found, &shape);
	}
	*shapes = found;
	return 0;
}

/* Powered down by power saving is up: Slurm starts it when a job comes. */
static bool is_up(uint32_t state)
{
	uint32_t base = state & NODE_STATE_BASE;

	return base != NODE_STATE_DOWN && base != NODE_STATE_ERROR && base != NODE_STATE_FUTURE &&
	       base != NODE_STATE_UNKNOWN &&
	       !(state & (NODE_STATE_DRAIN | NODE_STATE_FAIL | NODE_STATE_INVALID_REG));
}

static void count_node(const struct cr_shapes *shapes, uint32_t i, struct cr_shape *counted)
{
	uint32_t state = shapes->nodes->node_array[i].node_state;
	struct cr_shape *shape;

	if (shapes->of_node[i] == CR_UNSET)
		return;
	shape = &counted[shapes->of_node[i]];
	shape->nodes++;
	shape->up += is_up(state);
	shape->idle += is_up(state) && (state & NODE_STATE_BASE) == NODE_STATE_IDLE;
}

const struct cr_shape *cr_shapes_of(const struct cr_shapes *shapes, const int32_t *ranges,
				    struct cr_arena *arena, size_t *count, uint32_t *nodes)
{
	struct cr_shape *counted = cr_arena_array(arena, shapes->count + 1, sizeof(*counted));
	size_t kept = 0;

	if (!counted)
		return NULL;
	if (shapes->count)
		memcpy(counted, shapes->shape, shapes->count * sizeof(*counted));
	for (; ranges && ranges[0] >= 0; ranges += 2)
		for (int32_t i = ranges[0]; i <= ranges[1]; i++)
			if ((uint32_t)i < shapes->nodes->record_count)
				count_node(shapes, (uint32_t)i, counted);
	*nodes = 0;
	for (size_t i = 0; i < shapes->count; i++) {
		*nodes += counted[i].nodes;
		if (counted[i].nodes)
			counted[kept++] = counted[i];
	}
	*count = kept;
	return counted;
}
