/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * topology.yaml, and the same from a live controller:
 *
 *	- topology: NAME
 *	  cluster_default: true
 *	  block:   {block_sizes: [N...], blocks: [{block: NAME, nodes: LIST}...]}
 *	  tree:    {switches: [{switch: NAME, nodes: LIST | children: LIST}...]}
 *	  flat:    true | {alpha_step_rank: true}
 *	  ring:    {rings: [{ring: NAME, nodes: LIST}...]}
 *	  torus3d: {toruses: [...]}
 */
#include "topology/read_yaml.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define VALUES_MAX     (4 * 1024 * 1024)
#define TOPOLOGIES_MAX 1000

/* While one topology is read. */
struct entry {
	struct cr_decl decl;
	size_t room;   /* for groups */
	bool has_type; /* decl.type is set */
	bool conflict; /* told already */
};

struct document {
	struct cr_decl *decls;
	size_t count, room;
};

static int take_name(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return cr_read_text(r, value, &((struct entry *)into)->decl.name);
}

static int take_default(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return cr_read_bool(r, value, &((struct entry *)into)->decl.cluster_default);
}

/* The entry is of TYPE from here on, unless it has one. */
static int set_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
		    struct entry *e, enum cr_topology_type type)
{
	if (e->has_type)
		return cr_diags_add(r->diags, CR_ERROR, cr_yaml_key_pos(r->doc, value),
				    "'%s' and '%s' in one topology: it has one type",
				    cr_topology_type_name(type),
				    cr_topology_type_name(e->decl.type));
	e->has_type = true;
	e->decl.type = type;
	return 0;
}

/* In the file's order; what they are called differs. */
static struct cr_decl_group *new_group(struct cr_topology_reading *r,
				       const struct cr_yaml_node *node, struct cr_decl *decl)
{
	struct cr_decl_group *g = &decl->groups[decl->group_count++];

	*g = (struct cr_decl_group){.pos = cr_yaml_pos(r->doc, node)};
	return g;
}

static int take_group_name(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			   void *into)
{
	struct cr_decl_group *g = into;

	g->pos = cr_yaml_pos(r->doc, value);
	return cr_read_text(r, value, &g->name);
}

/* In a file an empty list is a list; a controller prints what is not set as an empty one. */
static int take_list(struct cr_topology_reading *r, const struct cr_yaml_node *value,
		     const char **list, struct cr_pos *pos)
{
	*pos = cr_yaml_pos(r->doc, value);
	if (r->rules->live && cr_yaml_is_null(value))
		return 0;
	return cr_read_text(r, value, list);
}

static int take_nodes(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	struct cr_decl_group *g = into;

	return take_list(r, value, &g->nodes, &g->nodes_pos);
}

static int take_children(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			 void *into)
{
	struct cr_decl_group *g = into;

	return take_list(r, value, &g->children, &g->children_pos);
}

static int take_switch(struct cr_topology_reading *r, const struct cr_yaml_node *item, void *into)
{
	static const struct cr_read_key keys[] = {{"switch", 0, take_group_name},
						  {"children", 0, take_children},
						  {"nodes", 0, take_nodes}};

	return cr_read_mapping(r, item, keys, COUNT(keys), new_group(r, item, into));
}

static int take_block(struct cr_topology_reading *r, const struct cr_yaml_node *item, void *into)
{
	static const struct cr_read_key keys[] = {{"block", 0, take_group_name},
						  {"nodes", 0, take_nodes}};

	return cr_read_mapping(r, item, keys, COUNT(keys), new_group(r, item, into));
}

static int take_ring(struct cr_topology_reading *r, const struct cr_yaml_node *item, void *into)
{
	static const struct cr_read_key keys[] = {{"ring", 0, take_group_name},
						  {"nodes", 0, take_nodes}};

	return cr_read_mapping(r, item, keys, COUNT(keys), new_group(r, item, into));
}

/* Room for as many groups as VALUE lists, then each. */
static int take_groups(struct cr_topology_reading *r, const struct cr_yaml_node *value,
		       struct cr_decl *decl,
		       int (*take)(struct cr_topology_reading *r, const struct cr_yaml_node *item,
				   void *into))
{
	size_t count = value->kind == CR_YAML_SEQUENCE ? value->count : 1;

	decl->groups = cr_arena_array(&r->arena, count + 1, sizeof(*decl->groups));
	if (!decl->groups)
		return cr_read_fail(r, value, "out of memory");
	return cr_read_list(r, value, take, decl);
}

static int take_switches(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			 void *into)
{
	return take_groups(r, value, into, take_switch);
}

static int take_blocks(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_groups(r, value, into, take_block);
}

static int take_rings(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	return take_groups(r, value, into, take_ring);
}

static int take_size(struct cr_topology_reading *r, const struct cr_yaml_node *item, void *into)
{
	struct cr_decl *decl = into;
	struct cr_decl_size *size = &decl->sizes[decl->size_count];

	size->pos = cr_yaml_pos(r->doc, item);
	if (cr_read_number(r, item, INT32_MIN, INT32_MAX, &size->value) != 0)
		return -1;
	decl->size_count++;
	return 0;
}

/* A list, or one number standing for a list of one. */
static int take_sizes(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	struct cr_decl *decl = into;

	decl->sizes = cr_arena_array(&r->arena, value->count + 1, sizeof(*decl->sizes));
	if (!decl->sizes)
		return cr_read_fail(r, value, "out of memory");
	if (value->kind == CR_YAML_SCALAR)
		return take_size(r, value, decl);
	if (value->kind == CR_YAML_MAPPING)
		return cr_read_fail(r, value, "block_sizes: expected a list, found a mapping");
	return cr_read_list(r, value, take_size, decl);
}

/* The keys below a type's key.  An empty mapping is as if it were not there. */
static int take_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
		     struct entry *e, enum cr_topology_type type, const struct cr_read_key *keys,
		     size_t count)
{
	if (value->kind != CR_YAML_MAPPING)
		return cr_read_fail(r, value, "%s: expected a mapping, found %s",
				    cr_topology_type_name(type), cr_yaml_kind_name(value));
	if (!value->count)
		return 0;
	if (set_type(r, value, e, type) != 0)
		return -1;
	return cr_read_mapping(r, value, keys, count, &e->decl);
}

static int take_block_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			   void *into)
{
	static const struct cr_read_key keys[] = {{"block_sizes", 0, take_sizes},
						  {"blocks", 0, take_blocks}};

	return take_type(r, value, into, CR_TOPOLOGY_BLOCK, keys, COUNT(keys));
}

static int take_tree_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			  void *into)
{
	static const struct cr_read_key keys[] = {{"switches", 0, take_switches}};

	return take_type(r, value, into, CR_TOPOLOGY_TREE, keys, COUNT(keys));
}

static int take_ring_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			  void *into)
{
	static const struct cr_read_key keys[] = {{"rings", 0, take_rings}};

	return take_type(r, value, into, CR_TOPOLOGY_RING, keys, COUNT(keys));
}

static int take_torus_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			   void *into)
{
	static const struct cr_read_key keys[] = {{"toruses", 0, cr_read_toruses}};

	return take_type(r, value, into, CR_TOPOLOGY_TORUS3D, keys, COUNT(keys));
}

static int take_alpha(struct cr_topology_reading *r, const struct cr_yaml_node *value, void *into)
{
	bool alpha;

	(void)into;
	return cr_read_bool(r, value, &alpha);
}

/* true, false, or from 26.05 a mapping; there an empty one counts, unlike the other types'. */
static int take_flat_type(struct cr_topology_reading *r, const struct cr_yaml_node *value,
			  void *into)
{
	static const struct cr_read_key keys[] = {{"alpha_step_rank", 0, take_alpha}};
	bool flat = true;

	if (value->kind == CR_YAML_MAPPING && r->rules->live && !value->count)
		return 0;
	if (value->kind == CR_YAML_MAPPING && r->rules->slurm_version >= CR_SINCE_RING)
		return set_type(r, value, into, CR_TOPOLOGY_FLAT) == 0
			       ? cr_read_mapping(r, value, keys, COUNT(keys), into)
			       : -1;
	if (cr_read_bool(r, value, &flat) != 0)
		return -1;
	return flat ? set_type(r, value, into, CR_TOPOLOGY_FLAT) : 0;
}

static int take_entry(struct cr_topology_reading *r, const struct cr_yaml_node *item, void *into)
{
	static const struct cr_read_key keys[] = {
		{"topology", 0, take_name},
		{"cluster_default", 0, take_default},
		{"block", 0, take_block_type},
		{"flat", 0, take_flat_type},
		{"ring", CR_SINCE_RING, take_ring_type},
		{"torus3d", CR_SINCE_RING, take_torus_type},
		{"tree", 0, take_tree_type},
	};
	struct document *d = into;
	struct entry e = {.decl.pos = cr_yaml_pos(r->doc, item)};
	int rc = cr_read_mapping(r, item, keys, COUNT(keys), &e);

	if (rc == 0 && !e.has_type)
		rc = cr_read_fail(
			r, item, "topology '%.80s' has no type%s", e.decl.name ? e.decl.name : "",
			r->rules->live ? ": what is in topology.conf a controller does not tell"
				       : " (block, tree, flat...)");
	/* Of what Slurm runs with, one that cannot be read costs itself alone. */
	e.decl.unknown = rc != 0;
	if (d->count < d->room)
		d->decls[d->count++] = e.decl;
	return r->rules->accepted ? 0 : rc;
}

static int read_document(struct cr_topology_reading *r, struct document *d)
{
	const struct cr_yaml_node *root = cr_yaml_root(r->doc);

	if (root->kind == CR_YAML_SCALAR)
		return cr_read_fail(r, root, "expected a list of topologies, found %s",
				    cr_yaml_kind_name(root));
	d->room = root->kind == CR_YAML_SEQUENCE ? root->count : 1;
	if (!d->room)
		return cr_read_fail(r, root, "an empty list: no topology is defined");
	if (d->room > TOPOLOGIES_MAX)
		return cr_read_fail(r, root, "more than %d topologies", TOPOLOGIES_MAX);
	d->decls = cr_arena_array(&r->arena, d->room, sizeof(*d->decls));
	if (!d->decls)
		return cr_read_fail(r, root, "out of memory");
	return cr_read_list(r, root, take_entry, d);
}

static struct cr_topologies *parse_text(const char *name, const char *buf, size_t len,
					const struct cr_topology_rules *rules,
					struct cr_diags *diags)
{
	static const struct cr_yaml_rules yaml_rules = {.max_nodes = VALUES_MAX,
							.max_depth = CR_YAML_DEPTH_MAX,
							.duplicate_keys = CR_WARNING,
							.first_document = true};
	struct cr_yaml *doc = cr_yaml_parse(name, buf, len, &yaml_rules, diags);
	struct cr_topology_reading r = {.doc = doc, .rules = rules, .diags = diags};
	struct cr_topologies *set = NULL;
	struct document d = {0};

	if (!doc)
		return NULL;
	cr_arena_init(&r.arena, NULL, 0, 0);
	if (read_document(&r, &d) == 0)
		set = cr_build_set(d.decls, d.count, rules, diags);
	cr_arena_release(&r.arena);
	cr_yaml_destroy(doc);
	return set;
}

struct cr_topologies *cr_topologies_parse_yaml(const char *name, const char *buf, size_t len,
					       const struct cr_topology_rules *rules,
					       struct cr_diags *diags)
{
	struct cr_topology_rules full = cr_rules_complete(rules);
	struct cr_diags *own = diags ? NULL : cr_diags_new();
	struct cr_topologies *set = NULL;

	/* The steps count errors to know whether they made one: a list is needed. */
	if (diags || own)
		set = parse_text(name, buf, len, &full, diags ? diags : own);
	cr_diags_destroy(own);
	return set;
}
