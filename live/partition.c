/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One partition as Slurm tells it: its limits, lists, shapes of nodes and topology. */
#include "live/partition.h"

#include "live/name_list.h"
#include "topology/slurm_versions.h"

#include <stdlib.h>
#include <string.h>

enum cr_preempt_mode cr_preempt_mode_of(uint16_t mode, enum cr_preempt_mode unset)
{
	if (mode == NO_VAL16)
		return unset;
	if (mode & PREEMPT_MODE_REQUEUE)
		return CR_PREEMPT_REQUEUE;
	if (mode & PREEMPT_MODE_CANCEL)
		return CR_PREEMPT_CANCEL;
	if (mode & PREEMPT_MODE_SUSPEND)
		return CR_PREEMPT_SUSPEND;
	return mode ? CR_PREEMPT_OFF : unset;
}

static void read_flags(const partition_info_t *info, struct cr_partition *p)
{
	p->up = info->state_up == PARTITION_UP;
	p->takes_jobs = info->state_up & PARTITION_SUBMIT;
	p->is_default = info->flags & PART_FLAG_DEFAULT;
	p->root_only = info->flags & PART_FLAG_ROOT_ONLY;
	p->required_resv = info->flags & PART_FLAG_REQ_RESV;
#ifdef PART_FLAG_EXCLUSIVE_TOPO
	p->exclusive_topo = info->flags & PART_FLAG_EXCLUSIVE_TOPO;
#endif
	p->exclusive_node = info->max_share == 0;
}

static void read_numbers(const partition_info_t *info, struct cr_partition *p)
{
	p->min_nodes = info->min_nodes ? info->min_nodes : CR_UNSET;
	p->max_nodes = info->max_nodes;
	p->max_time = info->max_time;
	p->default_time = info->default_time;
	p->max_cpus_per_node = info->max_cpus_per_node;
	p->priority_tier = info->priority_tier;
	p->preempt_mode = cr_preempt_mode_of(info->preempt_mode, CR_PREEMPT_CLUSTER);
}

/* "ALL" is Slurm's word for no list. */
static int read_list(const char *text, struct cr_arena *arena, struct cr_names *names)
{
	return cr_live_names(arena, text && strcasecmp(text, "all") == 0 ? NULL : text, names);
}

static int read_texts(const partition_info_t *info, struct cr_arena *arena, struct cr_partition *p)
{
	p->name = cr_arena_strdup(arena, info->name ? info->name : "");
	p->qos = info->qos_char && *info->qos_char ? cr_arena_strdup(arena, info->qos_char) : NULL;
	if (!p->name || (info->qos_char && *info->qos_char && !p->qos))
		return -1;
	if (read_list(info->allow_accounts, arena, &p->allow_accounts) != 0 ||
	    read_list(info->deny_accounts, arena, &p->deny_accounts) != 0 ||
	    read_list(info->allow_groups, arena, &p->allow_groups) != 0 ||
	    read_list(info->allow_qos, arena, &p->allow_qos) != 0 ||
	    read_list(info->deny_qos, arena, &p->deny_qos) != 0)
		return -1;
	return 0;
}

/* The names of the nodes in RANGES, COUNT of them; freed by the caller, who owns no name. */
static const char **node_names(const int32_t *ranges, const node_info_msg_t *nodes, size_t *count)
{
	const char **names = calloc((size_t)nodes->record_count + 1, sizeof(*names));
	size_t n = 0;

	for (; names && ranges && ranges[0] >= 0; ranges += 2)
		for (int32_t i = ranges[0]; i <= ranges[1]; i++)
			if ((uint32_t)i < nodes->record_count && nodes->node_array[i].name &&
			    n < nodes->record_count)
				names[n++] = nodes->node_array[i].name;
	*count = n;
	return names;
}

static int read_space(const partition_info_t *info, const node_info_msg_t *nodes,
		      const struct cr_topology *topology, struct cr_partition *p)
{
	size_t count;
	const char **names = node_names(info->node_inx, nodes, &count);

	if (names)
		p->space = cr_space_of(topology, names, count);
	free(names);
	return p->space ? 0 : -1;
}

/* The field came with 25.05; before it there is one topology for all. */
static const char *topology_name(const partition_info_t *info)
{
#if CR_BUILT_SINCE(CR_SINCE_PARTITION_TOPOLOGY)
	return info->topology_name && *info->topology_name ? info->topology_name : NULL;
#else
	(void)info;
	return NULL;
#endif
}

static int read_topology(const partition_info_t *info, const struct cr_partition_source *source,
			 struct cr_arena *arena, struct cr_partition *p)
{
	const char *name = topology_name(info);
	const struct cr_topology *topology = NULL;

	p->topology = cr_arena_strdup(arena, name);
	if (name && !p->topology)
		return -1;
	if (source->topologies)
		topology = cr_topologies_find(source->topologies, name);
	p->topology_unknown = !topology || cr_topology_type(topology) == CR_TOPOLOGY_NONE;
	if (!topology)
		return 0;
	p->topology = cr_topology_name(topology);
	p->topology_type = cr_topology_type(topology);
	/* Nothing is said of fit. */
	if (!cr_topology_is_known(topology))
		return 0;
	return read_space(info, source->shapes->nodes, topology, p);
}

int cr_partition_read(const partition_info_t *info, const struct cr_partition_source *source,
		      struct cr_arena *arena, struct cr_partition *partition)
{
	struct cr_partition p = {0};

	read_flags(info, &p);
	read_numbers(info, &p);
	if (read_texts(info, arena, &p) != 0)
		return -1;
	p.shapes = cr_shapes_of(source->shapes, info->node_inx, arena, &p.shape_count, &p.nodes);
	if (!p.shapes || read_topology(info, source, arena, &p) != 0)
		return -1;
	*partition = p;
	return 0;
}
