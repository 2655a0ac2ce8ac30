/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A view as JSON, its topologies in the form of topology.yaml: what `commroute snapshot` prints. */
#include "policies/cluster/snapshot.h"

#include "policies/cluster/snapshot_fields.h"
#include "topology/hostlist.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct json_object *write_struct(const struct cr_members *m, const void *from);

/* Takes VALUE over.  An object that cannot grow loses it: json-c is out of memory then. */
static void add_member(struct json_object *to, const char *key, struct json_object *value)
{
	if (value && json_object_object_add(to, key, value) != 0)
		json_object_put(value);
}

static void add_item(struct json_object *to, struct json_object *value)
{
	if (value && json_object_array_add(to, value) != 0)
		json_object_put(value);
}

static struct json_object *make_text(const char *value)
{
	return value && *value ? json_object_new_string(value) : NULL;
}

static struct json_object *write_names(const struct cr_names *names)
{
	struct json_object *list = names->count ? json_object_new_array() : NULL;

	for (size_t i = 0; list && i < names->count; i++)
		add_item(list, json_object_new_string(names->name[i]));
	return list;
}

static struct json_object *write_flags(uint32_t flags, const char *const *words)
{
	struct json_object *list = flags ? json_object_new_array() : NULL;

	for (size_t i = 0; list && words[i]; i++)
		if (flags & 1u << i)
			add_item(list, json_object_new_string(words[i]));
	return list;
}

static struct json_object *write_array(const struct cr_members *m, const void *items, size_t count)
{
	struct json_object *list = count ? json_object_new_array() : NULL;

	for (size_t i = 0; list && i < count; i++)
		add_item(list, write_struct(m, (const char *)items + i * m->size));
	return list;
}

static struct json_object *write_number(uint64_t value, bool set)
{
	return set ? json_object_new_uint64(value) : NULL;
}

static struct json_object *write_limit(uint32_t value)
{
	return value == CR_INFINITE ? make_text(CR_SNAPSHOT_INFINITE)
				    : write_number(value, value != CR_UNSET);
}

static struct json_object *write_member(const struct cr_member *m, const void *from)
{
	size_t at = m->offset;
	unsigned word;

	switch (m->kind) {
	case CR_MEMBER_TEXT:
		return make_text(*cr_at_text(from, at));
	case CR_MEMBER_BOOL:
		return *cr_at_flag(from, at) ? json_object_new_boolean(true) : NULL;
	case CR_MEMBER_U32:
		return write_limit(*cr_at_u32(from, at));
	case CR_MEMBER_COUNT:
		return write_number(*cr_at_u32(from, at), *cr_at_u32(from, at) != 0);
	case CR_MEMBER_U64:
		return write_number(*cr_at_u64(from, at), *cr_at_u64(from, at) != CR_UNSET64);
	case CR_MEMBER_USE:
		return write_number(*cr_at_u64(from, at), *cr_at_u64(from, at) != 0);
	case CR_MEMBER_NAMES:
		return write_names(cr_at_names(from, at));
	case CR_MEMBER_WORD:
		word = *cr_at_word(from, at);
		return word ? make_text(m->words[word]) : NULL;
	case CR_MEMBER_FLAGS:
		return write_flags(*cr_at_u32(from, at), m->words);
	case CR_MEMBER_STRUCT:
		return write_struct(m->of, cr_at_struct(from, at));
	default:
		return write_array(m->of, *cr_at_array(from, at),
				   *cr_at_size(from, m->count_offset));
	}
}

static struct json_object *write_struct(const struct cr_members *m, const void *from)
{
	struct json_object *object = json_object_new_object();

	for (size_t i = 0; object && i < m->count; i++) {
		struct json_object *value = write_member(&m->item[i], from);

		/* An empty object says nothing. */
		if (m->item[i].kind == CR_MEMBER_STRUCT && json_object_object_length(value) == 0) {
			json_object_put(value);
			value = NULL;
		}
		add_member(object, m->item[i].key, value);
	}
	return object;
}

/* ---- topologies, in topology.yaml's form ------------------------------- */

static struct json_object *host_text(const char *const *names, size_t count)
{
	char *folded = cr_hostlist_compact(names, count, NULL);
	struct json_object *value = folded ? json_object_new_string(folded) : NULL;

	free(folded);
	return value;
}

static struct json_object *node_names(const struct cr_topology *t, const struct cr_group *g)
{
	size_t count = g->end - g->begin;
	const char **names = calloc(count + 1, sizeof(*names));
	struct json_object *value;

	if (!names)
		return NULL;
	for (size_t i = 0; i < count; i++)
		names[i] = cr_topology_node_name(t, g->begin + (uint32_t)i);
	value = host_text(names, count);
	free(names);
	return value;
}

static struct json_object *child_names(const struct cr_topology *t, const struct cr_group *g)
{
	const char **names = calloc(cr_topology_group_count(t) + 1, sizeof(*names));
	struct json_object *value;
	size_t n = 0;

	if (!names)
		return NULL;
	for (uint32_t i = g->first_child; i != CR_NONE; i = cr_topology_group(t, i)->next_sibling)
		names[n++] = cr_topology_group(t, i)->name;
	for (uint32_t k = 0; k < g->shared_count; k++)
		names[n++] = cr_topology_group(t, g->shared[k])->name;
	value = host_text(names, n);
	free(names);
	return value;
}

static struct json_object *write_blocks(const struct cr_topology *t)
{
	struct json_object *block = json_object_new_object(), *sizes = json_object_new_array();
	struct json_object *blocks = json_object_new_array();
	size_t levels, base = cr_topology_base_block(t);
	const uint32_t *level = cr_topology_block_levels(t, &levels);

	for (size_t i = 0; i < levels; i++)
		add_item(sizes, json_object_new_uint64(base * level[i]));
	for (uint32_t i = 0; i < cr_topology_unit_count(t); i++) {
		struct json_object *one = json_object_new_object();

		add_member(one, "block", make_text(cr_topology_group(t, i)->name));
		add_member(one, "nodes", node_names(t, cr_topology_group(t, i)));
		add_item(blocks, one);
	}
	add_member(block, "block_sizes", sizes);
	add_member(block, "blocks", blocks);
	return block;
}

static struct json_object *write_switches(const struct cr_topology *t)
{
	struct json_object *tree = json_object_new_object(), *switches = json_object_new_array();

	for (uint32_t i = 0; i < cr_topology_group_count(t); i++) {
		const struct cr_group *g = cr_topology_group(t, i);
		struct json_object *one = json_object_new_object();

		add_member(one, "switch", make_text(g->name));
		if (g->level)
			add_member(one, "children", child_names(t, g));
		else if (g->end > g->begin)
			add_member(one, "nodes", node_names(t, g));
		add_item(switches, one);
	}
	add_member(tree, "switches", switches);
	return tree;
}

/* Rings and tori hold no job of ours: they are named as flat. */
static struct json_object *write_topology(const struct cr_topology *t)
{
	struct json_object *object = json_object_new_object();

	add_member(object, "topology", make_text(cr_topology_name(t)));
	add_member(object, "cluster_default",
		   json_object_new_boolean(cr_topology_cluster_default(t)));
	if (cr_topology_type(t) == CR_TOPOLOGY_BLOCK)
		add_member(object, "block", write_blocks(t));
	else if (cr_topology_type(t) == CR_TOPOLOGY_TREE)
		add_member(object, "tree", write_switches(t));
	else
		add_member(object, "flat", json_object_new_boolean(true));
	return object;
}

static struct json_object *write_topologies(const struct cr_topologies *set)
{
	struct json_object *list = json_object_new_array();

	for (size_t i = 0; set && i < cr_topologies_count(set); i++)
		if (cr_topology_is_known(cr_topologies_get(set, i)))
			add_item(list, write_topology(cr_topologies_get(set, i)));
	return list;
}

/* ---- what the tables do not say ---------------------------------------- */

/* How many nodes of each unit the partition has. */
static struct json_object *write_units(const struct cr_space *space)
{
	const struct cr_topology *t = space ? cr_space_topology(space) : NULL;
	struct json_object *units = NULL;

	for (uint32_t i = 0; t && i < cr_topology_unit_count(t); i++) {
		size_t n = cr_space_group_nodes(space, i);

		if (n && !units)
			units = json_object_new_object();
		if (n)
			add_member(units, cr_topology_group(t, i)->name, json_object_new_uint64(n));
	}
	return units;
}

static void add_units(struct json_object *root, const struct cr_view *view)
{
	struct json_object *list = json_object_object_get(root, "partitions");

	for (size_t i = 0; list && i < view->partition_count; i++)
		add_member(json_object_array_get_idx(list, i), "units",
			   write_units(view->partitions[i].space));
}

static void add_reserved(struct json_object *root, const struct cr_view *view)
{
	struct json_object *list = json_object_object_get(root, "reservations");

	for (size_t i = 0; list && i < view->reservation_count; i++) {
		const uint32_t *in = view->reservations[i].nodes_in;
		struct json_object *nodes = json_object_new_object();

		for (size_t k = 0; in && k < view->partition_count; k++)
			if (in[k])
				add_member(nodes, view->partitions[k].name,
					   json_object_new_uint64(in[k]));
		add_member(json_object_array_get_idx(list, i), "nodes", nodes);
	}
}

static struct json_object *write_version(uint32_t v)
{
	char version[32];

	(void)snprintf(version, sizeof(version), "%u.%02u.%u", v >> 16 & 0xff, v >> 8 & 0xff,
		       v & 0xff);
	return json_object_new_string(version);
}

static struct json_object *write_accounts(const struct cr_accounts *accounts)
{
	return write_array(&cr_members_account, accounts->item, accounts->count);
}

static struct json_object *write_use(const struct cr_accounts *accounts)
{
	return write_array(&cr_members_use, accounts->use, accounts->use_count);
}

char *cr_snapshot_format(const struct cr_view *view, const struct cr_topologies *topologies,
			 const struct cr_accounts *accounts, struct cr_error *err)
{
	struct json_object *root = json_object_new_object();
	struct json_object *body = write_struct(&cr_members_view, view);
	const int flags = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE |
			  JSON_C_TO_STRING_SPACED;
	char *copy = NULL;

	add_member(root, "commroute_snapshot", json_object_new_int(1));
	add_member(root, "slurm_version", write_version(view->slurm_version));
	add_member(root, "taken", view->taken ? json_object_new_int64(view->taken) : NULL);
	add_member(root, "topologies", write_topologies(topologies));
	if (body) {
		json_object_object_foreach(body, key, value)
		{
			add_member(root, key, json_object_get(value));
		}
	}
	add_units(root, view);
	add_reserved(root, view);
	if (accounts)
		add_member(root, "accounts", write_accounts(accounts));
	if (accounts)
		add_member(root, "use", write_use(accounts));
	if (root && asprintf(&copy, "%s\n", json_object_to_json_string_ext(root, flags)) < 0)
		copy = NULL;
	json_object_put(body);
	json_object_put(root);
	if (!copy)
		cr_error_set(err, "out of memory");
	return copy;
}
