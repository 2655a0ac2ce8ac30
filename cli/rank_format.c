/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The forms of `commroute rank`: node list, lines, tasks, rankfile, JSON. */
#include "cli/rank.h"

#include "cli/command.h"
#include "cli/output.h"
#include "cli/topo_quality.h"
#include "topology/group_quality.h"
#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

static int print_nodelist(const struct cr_rank *rank)
{
	struct cr_error err;
	char *text = cr_hostlist_compact(rank->nodes, rank->count, &err);

	if (!text) {
		cr_cli_say("%s", err.text);
		return CR_CLI_SYSTEM;
	}
	puts(text);
	free(text);
	return cr_cli_finish();
}

static int print_lines(const struct cr_rank *rank)
{
	for (size_t i = 0; i < rank->count; i++)
		puts(rank->nodes[i]);
	return cr_cli_finish();
}

/* One line for each task: what `srun -m arbitrary` and Open MPI's seq mapper read. */
static int print_tasks(const struct cr_rank *rank)
{
	for (size_t i = 0; i < rank->count; i++)
		for (uint32_t k = 0; k < rank->tasks_per_node; k++)
			puts(rank->nodes[i]);
	return cr_cli_finish();
}

static int print_rankfile(const struct cr_rank *rank)
{
	size_t n = 0, slot = 0;

	/* A host that is there again goes on with its slots. */
	for (size_t i = 0; i < rank->count; i++) {
		if (i && strcmp(rank->nodes[i], rank->nodes[i - 1]) != 0)
			slot = 0;
		for (uint32_t k = 0; k < rank->tasks_per_node; k++)
			printf("rank %zu=%s slot=%zu\n", n++, rank->nodes[i], slot++);
	}
	return cr_cli_finish();
}

static struct json_object *node_json(const struct cr_rank *rank, size_t i)
{
	uint32_t n = cr_topology_node(rank->t, rank->nodes[i]);
	struct json_object *o = json_object_new_object();
	char path[1024];

	json_object_object_add(o, "node", json_object_new_string(rank->nodes[i]));
	json_object_object_add(o, "node_rank", json_object_new_int64((int64_t)i));
	json_object_object_add(o, "first_rank",
			       json_object_new_int64((int64_t)(i * rank->tasks_per_node)));
	if (n == CR_NONE)
		return o;
	cr_topology_path(rank->t, n, path, sizeof(path));
	json_object_object_add(o, "path", json_object_new_string(path));
	json_object_object_add(
		o, "unit",
		json_object_new_string(
			cr_topology_group(rank->t, cr_topology_unit_of(rank->t, n))->name));
	return o;
}

/* The groups at each level: how many lie across, and how few could. */
static struct json_object *groups_json(const struct cr_rank *rank)
{
	struct json_object *o, *levels;
	struct cr_group_quality q;

	if (cr_group_quality_of(rank->t, rank->nodes, rank->count, rank->group, &q) != 0)
		return NULL;
	o = json_object_new_object();
	levels = json_object_new_array();
	json_object_object_add(o, "size", json_object_new_int64(rank->group));
	json_object_object_add(o, "count", json_object_new_int64((int64_t)q.groups));
	for (unsigned i = 0; i < q.levels; i++) {
		struct json_object *level = json_object_new_object();

		json_object_object_add(level, "split",
				       json_object_new_int64((int64_t)q.level[i].split));
		json_object_object_add(level, "fewest",
				       json_object_new_int64((int64_t)q.level[i].fewest));
		json_object_array_add(levels, level);
	}
	json_object_object_add(o, "levels", levels);
	return o;
}

static int print_json(const struct cr_rank *rank)
{
	struct json_object *o = json_object_new_object(), *nodes = json_object_new_array();
	char *list = cr_hostlist_compact(rank->nodes, rank->count, NULL);

	json_object_object_add(o, "topology", json_object_new_string(cr_topology_name(rank->t)));
	json_object_object_add(
		o, "topology_type",
		json_object_new_string(cr_topology_type_name(cr_topology_type(rank->t))));
	json_object_object_add(o, "anchor",
			       rank->anchor ? json_object_new_string(rank->anchor) : NULL);
	json_object_object_add(o, "tasks_per_node", json_object_new_int64(rank->tasks_per_node));
	json_object_object_add(o, "nodelist", json_object_new_string(list ? list : ""));
	for (size_t i = 0; i < rank->count; i++)
		json_object_array_add(nodes, node_json(rank, i));
	json_object_object_add(o, "nodes", nodes);
	if (rank->group > 1)
		json_object_object_add(o, "groups", groups_json(rank));
	json_object_object_add(o, "quality", cr_topo_quality_json(&rank->quality, rank->t));
	free(list);
	return cr_cli_json(o);
}

const struct cr_rank_format cr_rank_formats[] = {
	{"nodelist", "a folded host list, in rank order", print_nodelist},
	{"lines", "one node a line", print_lines},
	{"hostfile", "one line a task: SLURM_HOSTFILE with srun -m arbitrary", print_tasks},
	{"rankfile", "Open MPI: mpirun --map-by rankfile:file=", print_rankfile},
	{"seq", "Open MPI: mpirun --hostfile F --map-by seq, one line a task", print_tasks},
	{"json", "everything, with each node's path and the order's quality", print_json},
	{NULL, NULL, NULL},
};

const struct cr_rank_format *cr_rank_format(const char *name)
{
	for (const struct cr_rank_format *f = cr_rank_formats; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}
