/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A job's nodes in rank order with their units, from slurm.conf and the topology file alone. */
#include "spank/plan.h"

#include "topology/files.h"
#include "topology/hostlist.h"
#include "topology/order_group.h"
#include "topology/slurmconf.h"

#include <stdlib.h>
#include <string.h>

struct cr_plan {
	struct cr_slurmconf *settings;
	struct cr_topologies *set;
	const struct cr_topology *topology;
	const char *partition_nodes; /* as slurm.conf has them, or NULL */
	struct cr_hostlist *nodes;
	uint32_t group;     /* of the order */
	size_t *order;      /* rank -> place in nodes */
	const char **names; /* by rank */
	uint32_t *units;    /* by rank; CR_NONE: in no unit */
};

static int first_error(const struct cr_diags *diags, struct cr_error *err)
{
	char line[sizeof(err->text)] = "out of memory";

	for (size_t i = cr_diags_kept(diags); i-- > 0;)
		if (cr_diags_get(diags, i)->severity == CR_ERROR)
			cr_diag_format(cr_diags_get(diags, i), line, sizeof(line));
	return cr_error_set(err, "%s", line);
}

static int read_files(struct cr_plan *plan, const char *conf, struct cr_error *err)
{
	/* slurmctld runs with them. */
	static const struct cr_topology_rules rules = {.accepted = true};
	struct cr_diags *diags = cr_diags_new();
	int rc = 0;

	plan->settings = cr_slurmconf_read(conf, diags);
	if (plan->settings)
		plan->set = cr_topologies_read_beside(conf, plan->settings, &rules, diags);
	if (!plan->set)
		rc = first_error(diags, err);
	cr_diags_destroy(diags);
	return rc;
}

static int find_topology(struct cr_plan *plan, const char *conf, const char *partition,
			 struct cr_error *err)
{
	bool defined = false;
	const char *name = cr_slurmconf_topology(plan->settings, partition, &defined);

	if (!defined)
		return cr_error_set(err, "%s has no partition '%s'", conf, partition);
	plan->partition_nodes = cr_slurmconf_nodes(plan->settings, partition);
	plan->topology = cr_topologies_find(plan->set, name);
	if (!plan->topology)
		return cr_error_set(err, "partition '%s' names a topology that is not defined",
				    partition);
	if (!cr_topology_is_known(plan->topology))
		return cr_error_set(err, "topology '%s' of partition '%s' cannot be read",
				    cr_topology_name(plan->topology), partition);
	return 0;
}

static int put_in_order(struct cr_plan *plan, uint32_t group, struct cr_error *err)
{
	size_t count = cr_hostlist_count(plan->nodes);

	plan->order = calloc(count, sizeof(*plan->order));
	plan->names = calloc(count, sizeof(*plan->names));
	plan->units = calloc(count, sizeof(*plan->units));
	if (!plan->order || !plan->names || !plan->units)
		return cr_error_set(err, "out of memory");
	for (size_t i = 0; i < count; i++)
		plan->order[i] = i;
	if (group != CR_PLAN_AS_LISTED && !cr_order_takes_group(count, group))
		group = CR_PLAN_RING;
	plan->group = group;
	if (group != CR_PLAN_AS_LISTED &&
	    cr_order_groups(plan->topology, cr_hostlist_names(plan->nodes), count, 0, group,
			    plan->order, err) != 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		uint32_t node;

		plan->names[i] = cr_hostlist_names(plan->nodes)[plan->order[i]];
		node = cr_topology_node(plan->topology, plan->names[i]);
		plan->units[i] = node == CR_NONE ? CR_NONE
						 : cr_topology_unit_of(plan->topology, node);
	}
	return 0;
}

struct cr_plan *cr_plan_make(const char *conf, const char *partition, const char *nodelist,
			     uint32_t group, struct cr_error *err)
{
	struct cr_plan *plan = calloc(1, sizeof(*plan));

	if (!plan) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	plan->nodes = cr_hostlist_expand(nodelist, CR_PLAN_NODES_MAX, err);
	if (!plan->nodes)
		goto failed;
	if (!cr_hostlist_count(plan->nodes)) {
		cr_error_set(err, "an empty list of nodes");
		goto failed;
	}
	if (read_files(plan, conf, err) == 0 && find_topology(plan, conf, partition, err) == 0 &&
	    put_in_order(plan, group, err) == 0)
		return plan;
failed:
	cr_plan_destroy(plan);
	return NULL;
}

void cr_plan_destroy(struct cr_plan *plan)
{
	if (!plan)
		return;
	free(plan->order);
	free(plan->names);
	free(plan->units);
	cr_hostlist_destroy(plan->nodes);
	cr_topologies_destroy(plan->set);
	cr_slurmconf_destroy(plan->settings);
	free(plan);
}

const struct cr_topology *cr_plan_topology(const struct cr_plan *plan)
{
	return plan->topology;
}

uint32_t cr_plan_group(const struct cr_plan *plan)
{
	return plan->group;
}

size_t cr_plan_count(const struct cr_plan *plan)
{
	return cr_hostlist_count(plan->nodes);
}

const char *const *cr_plan_names(const struct cr_plan *plan)
{
	return plan->names;
}

size_t cr_plan_index(const struct cr_plan *plan, size_t rank)
{
	return plan->order[rank];
}

/* Slurm writes both lists, in the order of its node table: names are compared by their places. */
bool cr_plan_has_just(const struct cr_plan *plan, const char *nodelist)
{
	struct cr_hostlist *other = cr_hostlist_expand(nodelist, CR_PLAN_NODES_MAX, NULL);
	size_t count = cr_plan_count(plan);
	bool same = other && cr_hostlist_count(other) == count;

	for (size_t i = 0; same && i < count; i++)
		same = strcmp(cr_hostlist_names(other)[i], cr_hostlist_names(plan->nodes)[i]) == 0;
	cr_hostlist_destroy(other);
	return same;
}

static int compare_names(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

size_t cr_plan_units(const struct cr_plan *plan)
{
	size_t count = cr_plan_count(plan), units = 0;
	uint32_t *sorted = malloc(count * sizeof(*sorted));

	for (size_t i = 0; sorted && i < count; i++)
		sorted[i] = plan->units[i];
	if (sorted)
		qsort(sorted, count, sizeof(*sorted), compare_names);
	for (size_t i = 0; sorted && i < count; i++)
		units += sorted[i] != CR_NONE && (i == 0 || sorted[i] != sorted[i - 1]);
	free(sorted);
	return units;
}

const char *cr_plan_unit(const struct cr_plan *plan, size_t rank)
{
	uint32_t unit = plan->units[rank];
	const struct cr_group *group = unit == CR_NONE ? NULL
						       : cr_topology_group(plan->topology, unit);

	return group && group->name ? group->name : "";
}

struct cr_space *cr_plan_space(const struct cr_plan *plan)
{
	struct cr_space *space = NULL;

	if (plan->partition_nodes)
		space = cr_space_of_hostlist(plan->topology, plan->partition_nodes, NULL);
	/* ALL, a node set: no list of names. */
	if (space && cr_space_nodes(space) >= cr_plan_count(plan))
		return space;
	cr_space_destroy(space);
	return cr_space_whole(plan->topology);
}

struct spot {
	uint32_t unit;
	size_t place;
};

static int compare_spots(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

int cr_plan_slurm_order(const struct cr_plan *plan, size_t *places)
{
	size_t count = cr_plan_count(plan);
	struct spot *spots = malloc(count * sizeof(*spots));

	if (!spots)
		return -1;
	for (size_t i = 0; i < count; i++)
		spots[i] = (struct spot){plan->units[i], plan->order[i]};
	qsort(spots, count, sizeof(*spots), compare_spots);
	for (size_t i = 0; i < count; i++)
		places[i] = spots[i].place;
	free(spots);
	return 0;
}
