/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A snapshot as a whole: its JSON, what the tables do not say, and what must be there. */
#include "policies/cluster/node_index.h"
#include "policies/cluster/snapshot_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_MAX ((size_t)256 << 20)
#define DEPTH_MAX 16

static int read_version(struct cr_snapshot_reading *r, struct json_object *root)
{
	struct json_object *value;
	unsigned major, minor, micro;

	if (!json_object_object_get_ex(root, "slurm_version", &value))
		return cr_error_set(r->err, "no 'slurm_version'");
	if (!json_object_is_type(value, json_type_string) ||
	    sscanf(json_object_get_string(value), "%3u.%3u.%3u", &major, &minor, &micro) != 3 ||
	    major > 255 || minor > 255 || micro > 255)
		return cr_error_set(r->err, "'slurm_version': not like 26.05.5");
	r->s->view.slurm_version = CR_SLURM_VERSION(major, minor, micro);
	return 0;
}

/* JSON is YAML: topology.yaml's own reader takes the list. */
static int read_topologies(struct cr_snapshot_reading *r, struct json_object *root)
{
	struct cr_topology_rules rules = {.slurm_version = r->s->view.slurm_version};
	struct json_object *list = json_object_object_get(root, "topologies");
	struct cr_diags *diags;
	const char *text;

	if (!list)
		return 0;
	if (!json_object_is_type(list, json_type_array))
		return cr_error_set(r->err, "topologies: not a list");
	if (json_object_array_length(list) == 0)
		return 0;
	diags = cr_diags_new();
	text = json_object_to_json_string_ext(list, JSON_C_TO_STRING_PLAIN |
							    JSON_C_TO_STRING_NOSLASHESCAPE);
	r->s->topologies = cr_topologies_parse_yaml("topologies", text, strlen(text), &rules,
						    diags);
	if (!r->s->topologies)
		cr_error_set(r->err, "'topologies': %s",
			     cr_diags_kept(diags) ? cr_diags_get(diags, 0)->text : "not read");
	cr_diags_destroy(diags);
	return r->s->topologies ? 0 : -1;
}

/* Any N nodes of the unit will do: a space counts, it does not care which. */
static size_t take_nodes(const struct cr_topology *t, const char *unit, size_t n,
			 const char **names, size_t room)
{
	uint32_t i = cr_topology_unit(t, unit);
	const struct cr_group *g = i == CR_NONE ? NULL : cr_topology_group(t, i);
	size_t k = 0;

	for (; g && k < n && k < room && g->begin + k < g->end; k++)
		names[k] = cr_topology_node_name(t, g->begin + (uint32_t)k);
	return k;
}

static int read_units(struct cr_snapshot_reading *r, struct json_object *units,
		      struct cr_partition *p)
{
	const struct cr_topology *t = cr_topologies_find(r->s->topologies, p->topology);
	size_t room, count = 0;
	const char **names;

	if (!t)
		return cr_error_set(r->err,
				    "partition '%.64s' has units of a topology that the "
				    "snapshot does not hold",
				    p->name);
	room = cr_topology_node_count(t);
	names = calloc(room + 1, sizeof(*names));
	if (!names)
		return cr_error_set(r->err, "out of memory");
	json_object_object_foreach(units, unit, n)
	{
		count += take_nodes(t, unit, (size_t)json_object_get_uint64(n), names + count,
				    room - count);
	}
	p->space = cr_space_of(t, names, count);
	free(names);
	return !p->space ? cr_error_set(r->err, "out of memory") : 0;
}

static int read_spaces(struct cr_snapshot_reading *r, struct json_object *root)
{
	struct json_object *list = json_object_object_get(root, "partitions"), *units;

	for (size_t i = 0; r->s->topologies && i < r->s->view.partition_count; i++) {
		struct cr_partition *p = (struct cr_partition *)&r->s->view.partitions[i];

		if (!p->name)
			return cr_error_set(r->err, "partitions[%zu]: no 'name'", i);
		if (json_object_object_get_ex(json_object_array_get_idx(list, i), "units",
					      &units) &&
		    json_object_is_type(units, json_type_object) && read_units(r, units, p) != 0)
			return -1;
	}
	return 0;
}

static int read_reserved_count(struct cr_snapshot_reading *r, size_t i, struct json_object *n,
			       uint32_t *to)
{
	int64_t count = json_object_is_type(n, json_type_int) ? json_object_get_int64(n) : -1;

	if (count < 0 || !cr_is_number(count))
		return cr_error_set(r->err, "reservations[%zu]: 'nodes': not a number of nodes", i);
	*to = (uint32_t)count;
	return 0;
}

static int read_reserved(struct cr_snapshot_reading *r, struct json_object *root)
{
	struct json_object *list = json_object_object_get(root, "reservations"), *nodes, *n;
	const struct cr_view *view = &r->s->view;

	for (size_t i = 0; i < view->reservation_count; i++) {
		uint32_t *in = cr_arena_array(&r->s->arena, view->partition_count + 1, sizeof(*in));

		if (!in)
			return cr_error_set(r->err, "out of memory");
		((struct cr_reservation *)&view->reservations[i])->nodes_in = in;
		if (!json_object_object_get_ex(json_object_array_get_idx(list, i), "nodes", &nodes))
			continue;
		for (size_t k = 0; k < view->partition_count; k++)
			if (json_object_object_get_ex(nodes, view->partitions[k].name, &n) &&
			    read_reserved_count(r, i, n, &in[k]) != 0)
				return -1;
	}
	return 0;
}

/* Names that a decision compares cannot be missing. */
static int check_names(struct cr_snapshot_reading *r)
{
	const struct cr_view *v = &r->s->view;

	for (size_t i = 0; i < v->partition_count; i++)
		if (!v->partitions[i].name)
			return cr_error_set(r->err, "partitions[%zu]: no 'name'", i);
	for (size_t i = 0; i < v->qos_count; i++)
		if (!v->qos[i].name)
			return cr_error_set(r->err, "qos[%zu]: no 'name'", i);
	for (size_t i = 0; i < v->reservation_count; i++)
		if (!v->reservations[i].name)
			return cr_error_set(r->err, "reservations[%zu]: no 'name'", i);
	for (size_t i = 0; i < r->s->accounts.count; i++)
		if (!r->s->accounts.item[i].assoc.account)
			return cr_error_set(r->err, "accounts[%zu]: no 'account'", i);
	return 0;
}

static int check_limits(struct cr_snapshot_reading *r, const struct cr_limits *limits,
			const char *whose)
{
	for (size_t i = 0; i < limits->tres_count; i++)
		if (!limits->tres[i].tres)
			return cr_error_set(r->err, "limits of '%s': tres[%zu]: no 'tres'", whose,
					    i);
	return 0;
}

static int check_use(struct cr_snapshot_reading *r)
{
	for (size_t i = 0; i < r->s->accounts.use_count; i++) {
		const struct cr_use *use = &r->s->accounts.use[i];

		if (!use->qos)
			return cr_error_set(r->err, "use[%zu]: no 'qos'", i);
		for (size_t k = 0; k < use->tres_count; k++)
			if (!use->tres[k].tres)
				return cr_error_set(r->err, "use[%zu]: tres[%zu]: no 'tres'", i, k);
	}
	return 0;
}

static int check_all_limits(struct cr_snapshot_reading *r)
{
	for (size_t i = 0; i < r->s->view.qos_count; i++)
		if (check_limits(r, &r->s->view.qos[i].limits, r->s->view.qos[i].name) != 0)
			return -1;
	for (size_t i = 0; i < r->s->accounts.count; i++)
		if (check_limits(r, &r->s->accounts.item[i].assoc.limits,
				 r->s->accounts.item[i].assoc.account) != 0)
			return -1;
	return 0;
}

/* A snapshot without nodes, as older ones are, tells of none by name. */
static int read_nodes(struct cr_snapshot_reading *r)
{
	struct cr_view *view = &r->s->view;

	if (!view->membership_count)
		return 0;
	for (size_t i = 0; i < view->membership_count; i++)
		if (!view->memberships[i].nodes)
			return cr_error_set(r->err, "nodes[%zu]: no 'nodes'", i);
	view->nodes = cr_node_index_make(view, &r->s->arena, r->err);
	return view->nodes ? 0 : cr_error_prefix(r->err, "'nodes'");
}

static int read_accounts(struct cr_snapshot_reading *r, struct json_object *root)
{
	struct json_object *list;
	void *items = NULL;
	size_t count = 0;

	if (!json_object_object_get_ex(root, "accounts", &list))
		return 0;
	r->s->view.have_assocs = true;
	if (cr_snapshot_read_array(r, &cr_members_account, "accounts", list, &items, &count) != 0)
		return -1;
	r->s->accounts = (struct cr_accounts){.item = items, .count = count};
	if (!json_object_object_get_ex(root, "use", &list))
		return 0;
	if (cr_snapshot_read_array(r, &cr_members_use, "use", list, &items, &count) != 0)
		return -1;
	r->s->accounts.use = items;
	r->s->accounts.use_count = count;
	return 0;
}

static int read_root(struct cr_snapshot_reading *r, struct json_object *root)
{
	struct json_object *mark, *taken;

	if (!json_object_object_get_ex(root, "commroute_snapshot", &mark) ||
	    json_object_get_int(mark) != 1)
		return cr_error_set(r->err, "not a snapshot of version 1 (commroute_snapshot: 1)");
	if (cr_snapshot_read_struct(r, &cr_members_view, root, &r->s->view) != 0 ||
	    read_version(r, root) != 0)
		return -1;
	if (json_object_object_get_ex(root, "taken", &taken))
		r->s->view.taken = json_object_get_int64(taken);
	if (read_accounts(r, root) != 0 || check_names(r) != 0 || check_all_limits(r) != 0 ||
	    check_use(r) != 0 || read_topologies(r, root) != 0 || read_spaces(r, root) != 0)
		return -1;
	return read_reserved(r, root) == 0 ? read_nodes(r) : -1;
}

static struct json_object *parse_json(const char *buf, size_t len, struct cr_error *err)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
	struct json_object *root = NULL;

	if (tokener && len <= INT32_MAX)
		root = json_tokener_parse_ex(tokener, buf, (int)len);
	if (!root || json_tokener_get_error(tokener) != json_tokener_success) {
		cr_error_set(err, "not valid JSON: %s",
			     tokener ? json_tokener_error_desc(json_tokener_get_error(tokener))
				     : "out of memory");
		json_object_put(root);
		root = NULL;
	} else if (!json_object_is_type(root, json_type_object)) {
		cr_error_set(err, "not a JSON object");
		json_object_put(root);
		root = NULL;
	}
	json_tokener_free(tokener);
	return root;
}

struct cr_snapshot *cr_snapshot_parse(const char *name, const char *buf, size_t len,
				      struct cr_error *err)
{
	struct cr_snapshot_reading r = {.s = calloc(1, sizeof(*r.s)), .err = err};
	struct json_object *root = r.s ? parse_json(buf, len, err) : NULL;
	int rc = -1;

	if (!r.s) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	cr_arena_init(&r.s->arena, NULL, 0, ARENA_MAX);
	if (root)
		rc = read_root(&r, root);
	json_object_put(root);
	if (rc == 0)
		return r.s;
	cr_error_prefix(err, "%s", name);
	cr_snapshot_destroy(r.s);
	return NULL;
}

void cr_snapshot_destroy(struct cr_snapshot *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->view.partition_count; i++)
		cr_space_destroy((struct cr_space *)s->view.partitions[i].space);
	cr_topologies_destroy(s->topologies);
	cr_arena_release(&s->arena);
	free(s);
}

const struct cr_view *cr_snapshot_view(const struct cr_snapshot *s)
{
	return &s->view;
}

const struct cr_accounts *cr_snapshot_accounts(const struct cr_snapshot *s)
{
	return &s->accounts;
}
