/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * torus3d (26.05): what Slurm checks of it is checked, and its nodes are known by torus,
 * along a path from neighbour to neighbour.  The first of a list sits at 0, 0, 0 (of its
 * region), the next ones follow in x, then y, then z, as in Slurm (torus3d_record.c).
 *
 *	toruses: [{name: NAME, dims: {x: N, y: N, z: N}, nodes: LIST |
 *	           regions: [{anchor: XYZ, dims: XYZ, nodes: LIST}...],
 *	           placements: [{dims: XYZ, anchor_seed: XYZ, anchor_spacing: XYZ}...]}...]
 */
#include "topology/read_yaml.h"

#include "topology/hostlist.h"
#include "topology/torus_path.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define CELLS_MAX (1 << 20) /* of a torus; Slurm's limit is its memory */

struct torus {
	struct cr_decl_group *group;
	const char *nodes;
	struct cr_pos nodes_pos;
	struct cr_xyz dims;
	const struct cr_yaml_node *regions, *placements;
	uint32_t *places; /* on the path, of its nodes as they are listed */
	size_t placed;
};

struct region {
	struct cr_xyz anchor, dims;
	const char *nodes;
};

struct placement {
	struct cr_xyz dims, seed, spacing;
};

static uint64_t count_points(struct cr_xyz d)
{
	return (uint64_t)d.x * d.y * d.z;
}

/* Slurm keeps the low 16 bits of whatever number stands there. */
static int take_axis(struct cr_topology_reading *r, const struct cr_yaml_node *value,
		     uint16_t *axis)
{
	int64_t n;

	if (cr_read_number(r, value, INT64_MIN, INT64_MAX, &n) != 0)
		return -1;
	*axis = (uint16_t)n;
	return 0;
}

static int take_x(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_axis(r, value, &((struct cr_xyz *)into)->x);
}

static int take_y(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_axis(r, value, &((struct cr_xyz *)into)->y);
}

static int take_z(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_axis(r, value, &((struct cr_xyz *)into)->z);
}

static int take_xyz(struct cr_topology_reading *r, const struct cr_yaml_node *value,
		    struct cr_xyz *into)
{
	static const struct cr_read_key keys[] = {
		{"x", 0, take_x}, {"y", 0, take_y}, {"z", 0, take_z}};

	return cr_read_mapping(r, value, keys, COUNT(keys), into);
}

static int take_region_anchor(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			      void *into)
{
	return take_xyz(r, value, &((struct region *)into)->anchor);
}

static int take_region_dims(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			    void *into)
{
	return take_xyz(r, value, &((struct region *)into)->dims);
}

static int take_region_nodes(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			     void *into)
{
	return cr_read_text(r, value, &((struct region *)into)->nodes);
}

static int take_placement_dims(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			       void *into)
{
	return take_xyz(r, value, &((struct placement *)into)->dims);
}

static int take_seed(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_xyz(r, value, &((struct placement *)into)->seed);
}

static int take_spacing(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_xyz(r, value, &((struct placement *)into)->spacing);
}

/* Does LIST name exactly WANT nodes? */
static int check_count(struct cr_topology_reading *r, const struct cr_yaml_node *at,
		       const char *list, uint64_t want)
{
	struct cr_error err;
	size_t count;

	if (cr_hostlist_count_text(list, r->rules->max_nodes, &count, &err) != 0)
		return cr_read_fail(r, at, "%s", err.text);
	if (count != want)
		return cr_read_fail(r, at, "%zu nodes for %llu places", count,
				    (unsigned long long)want);
	return 0;
}

/* Where node I of REG's list sits. */
static struct cr_xyz locate_cell(const struct region *reg, uint64_t i)
{
	const struct cr_xyz *d = &reg->dims;

	return (struct cr_xyz){(uint16_t)(reg->anchor.x + i % d->x),
			       (uint16_t)(reg->anchor.y + i / d->x % d->y),
			       (uint16_t)(reg->anchor.z + i / ((uint64_t)d->x * d->y))};
}

/* Mark the cells of a region as taken; one that was is an overlap. */
static int take_cells(struct cr_topology_reading *r, const struct cr_yaml_node *item,
		      struct torus *t, const struct region *reg, unsigned char *taken)
{
	for (uint64_t i = 0; i < count_points(reg->dims); i++) {
		uint32_t place = cr_torus_place(locate_cell(reg, i), t->dims);

		if (taken[place]++)
			return cr_read_fail(r, item, "regions of torus '%.80s' overlap",
					    t->group->name);
		t->places[t->placed++] = place;
	}
	return 0;
}

static int read_region(struct cr_topology_reading *r, const struct cr_yaml_node *item,
		       struct torus *t, unsigned char *taken)
{
	static const struct cr_read_key keys[] = {{"anchor", 0, take_region_anchor},
						  {"dims", 0, take_region_dims},
						  {"nodes", 0, take_region_nodes}};
	struct region reg = {.nodes = NULL};
	const char *before = t->group->nodes;

	if (cr_read_mapping(r, item, keys, COUNT(keys), &reg) != 0)
		return -1;
	if (!reg.nodes || !*reg.nodes)
		return cr_read_fail(r, item, "a region without nodes");
	if (reg.anchor.x + reg.dims.x > t->dims.x || reg.anchor.y + reg.dims.y > t->dims.y ||
	    reg.anchor.z + reg.dims.z > t->dims.z)
		return cr_read_fail(r, item, "a region beyond the torus");
	if (check_count(r, item, reg.nodes, count_points(reg.dims)) != 0 ||
	    take_cells(r, item, t, &reg, taken) != 0)
		return -1;
	t->group->nodes = cr_arena_printf(&r->arena, "%s%s%s", before ? before : "",
					  before ? "," : "", reg.nodes);
	return t->group->nodes ? 0 : cr_read_fail(r, item, "out of memory");
}

static int read_regions(struct cr_topology_reading *r, struct torus *t)
{
	const struct cr_yaml_node *list = t->regions;
	unsigned char *taken;
	int rc = 0;

	if (list->kind == CR_YAML_SCALAR)
		return cr_read_fail(r, list, "regions: expected a list");
	taken = calloc(count_points(t->dims) + 1, 1);
	if (!taken)
		return cr_read_fail(r, list, "out of memory");
	if (list->kind == CR_YAML_MAPPING)
		rc = read_region(r, list, t, taken);
	for (const struct cr_yaml_node *i = list->first; i && list->kind == CR_YAML_SEQUENCE;
	     i = i->next)
		if (rc == 0)
			rc = read_region(r, i, t, taken);
	free(taken);
	return rc;
}

static bool is_beyond(struct cr_xyz a, struct cr_xyz limit)
{
	return a.x > limit.x || a.y > limit.y || a.z > limit.z;
}

static int take_placement(struct cr_topology_reading *r, const struct cr_yaml_node *item,
			  void *into)
{
	static const struct cr_read_key keys[] = {{"dims", 0, take_placement_dims},
						  {"anchor_seed", 0, take_seed},
						  {"anchor_spacing", 0, take_spacing}};
	const struct torus *t = into;
	struct placement p = {{0}, {0}, {0}};

	if (cr_read_mapping(r, item, keys, COUNT(keys), &p) != 0)
		return -1;
	if (!count_points(p.dims) || is_beyond(p.dims, t->dims))
		return cr_read_fail(r, item, "a placement's dims must be 1 to the torus's");
	if (is_beyond(p.spacing, t->dims))
		return cr_read_fail(r, item, "anchor_spacing beyond the torus");
	if (p.seed.x >= t->dims.x || p.seed.y >= t->dims.y || p.seed.z >= t->dims.z)
		return cr_read_fail(r, item, "anchor_seed beyond the torus");
	return 0;
}

static int take_torus_name(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			   void *into)
{
	struct torus *t = into;

	t->group->pos = cr_yaml_pos(r->doc, value);
	return cr_read_text(r, value, &t->group->name);
}

static int take_torus_nodes(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			    void *into)
{
	struct torus *t = into;

	t->group->nodes_pos = cr_yaml_pos(r->doc, value);
	return cr_read_text(r, value, &t->nodes);
}

static int take_torus_dims(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			   void *into)
{
	return take_xyz(r, value, &((struct torus *)into)->dims);
}

static int take_placements(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			   void *into)
{
	(void)r;
	((struct torus *)into)->placements = value;
	return 0;
}

static int take_regions(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	(void)r;
	((struct torus *)into)->regions = value;
	return 0;
}

static int take_all(struct cr_topology_reading *r, const struct cr_yaml_node *item, struct torus *t)
{
	const struct region whole = {.dims = t->dims};

	if (check_count(r, item, t->nodes, count_points(t->dims)) != 0)
		return -1;
	t->group->nodes = t->nodes;
	while (t->placed < count_points(t->dims)) {
		t->places[t->placed] = cr_torus_place(locate_cell(&whole, t->placed), t->dims);
		t->placed++;
	}
	return 0;
}

static int check_torus(struct cr_topology_reading *r, const struct cr_yaml_node *item,
		       struct torus *t)
{
	if (!t->group->name || !*t->group->name)
		return cr_read_fail(r, item, "a torus without a name");
	if (t->nodes && t->regions && (t->regions->count || t->regions->kind == CR_YAML_SCALAR))
		return cr_read_fail(r, item, "torus '%.80s' has both nodes and regions",
				    t->group->name);
	if (!count_points(t->dims) || count_points(t->dims) > CELLS_MAX)
		return cr_read_fail(r, item, "torus '%.80s': dims x, y and z must be above zero",
				    t->group->name);
	t->places = cr_arena_array(&r->arena, count_points(t->dims), sizeof(*t->places));
	if (!t->places)
		return cr_read_fail(r, item, "out of memory");
	if (t->regions && t->regions->count)
		return read_regions(r, t);
	return t->nodes && *t->nodes ? take_all(r, item, t) : 0;
}

/* Of the cells that no region has there are no places. */
static int lay_path(struct cr_topology_reading *r, const struct cr_yaml_node *item, struct torus *t)
{
	if (cr_torus_close_gaps(t->places, t->placed, count_points(t->dims)) != 0)
		return cr_read_fail(r, item, "out of memory");
	t->group->path = t->places;
	return 0;
}

static int take_torus(struct cr_topology_reading *r, const struct cr_yaml_node *item, void *into)
{
	static const struct cr_read_key keys[] = {{"name", 0, take_torus_name},
						  {"nodes", 0, take_torus_nodes},
						  {"dims", 0, take_torus_dims},
						  {"placements", 0, take_placements},
						  {"regions", 0, take_regions}};
	struct cr_decl *decl = into;
	struct torus t = {.group = &decl->groups[decl->group_count++]};

	*t.group = (struct cr_decl_group){.pos = cr_yaml_pos(r->doc, item),
					  .nodes_pos = cr_yaml_pos(r->doc, item)};
	if (cr_read_mapping(r, item, keys, COUNT(keys), &t) != 0 || check_torus(r, item, &t) != 0 ||
	    lay_path(r, item, &t) != 0)
		return -1;
	return t.placements ? cr_read_list(r, t.placements, take_placement, &t) : 0;
}

int cr_read_toruses(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	struct cr_decl *decl = into;
	size_t count = value->kind == CR_YAML_SEQUENCE ? value->count : 1;

	decl->groups = cr_arena_array(&r->arena, count + 1, sizeof(*decl->groups));
	if (!decl->groups)
		return cr_read_fail(r, value, "out of memory");
	return cr_read_list(r, value, take_torus, decl);
}
