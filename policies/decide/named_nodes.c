/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nodes that the user names: which partitions have all of -w, and what -x leaves of
 * each.  Slurm's rules (job_mgr.c, eval_nodes_block.c; seen on 26.05.5): a partition
 * must have all nodes of -w; a node in both lists is no node; -w without -N is as many
 * nodes as it names, while fewer by -N are taken from among them.
 */
#include "policies/decide/candidate.h"

#include "policies/cluster/node_index.h"
#include "topology/hostlist.h"
#include "topology/slurm_versions.h"

#include <string.h>

#define NAMED_MAX                                                                                  \
	4096 /* names of one list that are looked up: 100 us in a range, 300 us one by one */

/* One list while it is read: every known node once. */
struct reading {
	const struct cr_node_index *index;
	uint64_t *seen; /* a bit for each node */
	uint32_t *node;
	size_t count;
	const char *unknown; /* the first name that no node has */
	const char *unread;  /* why it could not be read */
};

static bool in_set(const uint64_t *set, size_t i)
{
	return set[i / 64] >> i % 64 & 1;
}

static void read_name(struct cr_deciding *g, struct reading *r, const char *name)
{
	uint32_t node = cr_node_index_find(r->index, name);

	if (node == CR_NO_NODE) {
		if (!r->unknown)
			r->unknown = cr_say(g, "%.64s", name);
		return;
	}
	if (in_set(r->seen, node))
		return;
	r->seen[node / 64] |= UINT64_C(1) << node % 64;
	r->node[r->count++] = node;
}

static void read_list(struct cr_deciding *g, struct reading *r, const char *option,
		      const char *text)
{
	struct cr_hostlist *list;
	struct cr_error err;
	size_t words, room;

	*r = (struct reading){.index = g->view->nodes};
	if (!r->index) {
		r->unread = cr_say(g, "%s names nodes, which are not known here", option);
		return;
	}
	list = cr_hostlist_expand(text, NAMED_MAX, &err);
	if (!list) {
		r->unread = cr_say(g, "%s cannot be read here: %s", option, err.text);
		return;
	}
	words = cr_node_index_count(r->index) / 64 + 1;
	room = cr_hostlist_count(list) + 1;
	r->seen = cr_arena_array(g->arena, words, sizeof(*r->seen));
	r->node = cr_arena_array(g->arena, room, sizeof(*r->node));
	g->no_memory |= !r->seen || !r->node;
	for (size_t i = 0; !g->no_memory && i < cr_hostlist_count(list); i++)
		read_name(g, r, cr_hostlist_names(list)[i]);
	cr_hostlist_destroy(list);
}

/* The partitions that have all nodes of R. */
static const uint64_t *find_holders(struct cr_deciding *g, const struct reading *r)
{
	size_t words = cr_node_index_words(r->index);
	uint64_t *held = cr_arena_array(g->arena, words, sizeof(*held));

	g->no_memory |= !held;
	if (held)
		memset(held, 0xff, words * sizeof(*held));
	for (size_t i = 0; held && i < r->count; i++) {
		const uint64_t *in = cr_node_index_partitions(r->index, r->node[i]);

		for (size_t k = 0; k < words; k++)
			held[k] &= in[k];
	}
	return held;
}

/* Of each partition, how many nodes R names. */
static const uint32_t *count_members(struct cr_deciding *g, const struct reading *r)
{
	size_t partitions = g->view->partition_count;
	uint32_t *counts = cr_arena_array(g->arena, partitions + 1, sizeof(*counts));

	g->no_memory |= !counts;
	for (size_t i = 0; counts && i < r->count; i++) {
		const uint64_t *in = cr_node_index_partitions(r->index, r->node[i]);

		for (size_t k = 0; k < partitions; k++)
			counts[k] += in_set(in, k);
	}
	return counts;
}

static bool is_max_open(const struct cr_request *r)
{
	return !cr_is_number(r->max_nodes) || !r->max_nodes;
}

/* What -w says of the number of nodes, where -N sets no maximum: so many at least. */
static void count_nodes(struct cr_deciding *g, size_t count)
{
	const struct cr_request *given = g->request;
	struct cr_request *r;

	if (!is_max_open(given) || (cr_is_number(given->min_nodes) && given->min_nodes >= count))
		return;
	r = cr_arena_alloc(g->arena, sizeof(*r));
	g->no_memory |= !r;
	if (!r)
		return;
	*r = *given;
	r->min_nodes = (uint32_t)count;
	g->request = r;
}

static void read_named(struct cr_deciding *g, struct reading *r)
{
	struct cr_named_nodes *n = &g->named_nodes;

	read_list(g, r, "-w", g->request->nodelist);
	n->unread = r->unread;
	n->unknown = r->unknown;
	n->uncounted = r->unread && is_max_open(g->request);
	if (r->unread || r->unknown || !r->count)
		return;
	n->node = r->node;
	n->count = r->count;
	n->held = find_holders(g, r);
	count_nodes(g, r->count);
}

static void read_excluded(struct cr_deciding *g)
{
	struct cr_named_nodes *n = &g->named_nodes;
	struct reading r;

	read_list(g, &r, "-x", g->request->exclude);
	if (!n->unknown)
		n->unknown = r.unknown;
	if (!r.count || g->no_memory)
		return;
	n->excluded = count_members(g, &r);
	for (size_t i = 0; i < n->count && !n->both; i++)
		if (in_set(r.seen, n->node[i]))
			n->both = cr_node_index_name(r.index, n->node[i]);
}

void cr_named_nodes_read(struct cr_deciding *g)
{
	struct reading named = {0};

	if (g->request->nodelist)
		read_named(g, &named);
	if (g->request->exclude && !g->no_memory)
		read_excluded(g);
	g->d->unknown_node = g->named_nodes.unknown;
}

/* ---- what it means for a partition --------------------------------------- */

static const char *say_partitions(struct cr_deciding *g, const uint64_t *in)
{
	const char *name[8];
	struct cr_names names = {name, 0};

	for (size_t i = 0; i < g->view->partition_count && names.count < 8; i++)
		if (in_set(in, i))
			name[names.count++] = g->view->partitions[i].name;
	return names.count ? cr_say(g, "of %s", cr_join(g, &names)) : "of no partition";
}

static const char *why_not_held(struct cr_deciding *g, const struct cr_candidate *c)
{
	const struct cr_node_index *index = g->view->nodes;
	const struct cr_named_nodes *n = &g->named_nodes;

	for (size_t i = 0; i < n->count; i++) {
		const uint64_t *in = cr_node_index_partitions(index, n->node[i]);

		if (!in_set(in, c->index))
			return cr_say(g, "-w names '%s', which is %s",
				      cr_node_index_name(index, n->node[i]), say_partitions(g, in));
	}
	return NULL;
}

static bool is_together(struct cr_deciding *g, const struct cr_candidate *c)
{
	const struct cr_topology *t = cr_space_topology(c->part->space);
	const struct cr_named_nodes *n = &g->named_nodes;
	uint32_t *units = cr_arena_array(g->arena, n->count, sizeof(*units));

	g->no_memory |= !units;
	if (!units)
		return true;
	for (size_t i = 0; i < n->count; i++)
		units[i] = cr_topology_unit_of(
			t, cr_topology_node(t, cr_node_index_name(g->view->nodes, n->node[i])));
	return cr_fit_spans(c->part->space, c->demand.nodes, units, n->count);
}

/* Blocks: with a segment all nodes are named, or they must lie where one job of that size does. */
static const char *why_not_together(struct cr_deciding *g, struct cr_candidate *c)
{
	uint32_t version = g->view->slurm_version, segment = g->request->segment;
	uint32_t nodes = c->demand.nodes;

	if (c->part->topology_type != CR_TOPOLOGY_BLOCK || !c->part->space)
		return NULL;
	if (!segment || !cr_is_number(segment) || segment >= nodes)
		return is_together(g, c)
			       ? NULL
			       : cr_say(g,
					"-w names nodes of blocks that Slurm does not put "
					"together for %u nodes",
					nodes);
	if (g->named_nodes.count >= nodes || (version && version < CR_SINCE_SEGMENTS_NAME_ALL))
		return NULL;
	return cr_say(g,
		      "-w names %zu of %u nodes, and of several segments Slurm takes all or none",
		      g->named_nodes.count, nodes);
}

const char *cr_check_named(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_named_nodes *n = &g->named_nodes;
	uint32_t out = n->excluded ? n->excluded[c->index] : 0;

	if (n->unknown)
		return cr_say(g, "no node is called '%s' here", n->unknown);
	if (n->both)
		return cr_say(g, "-w and -x both name '%s'", n->both);
	if (n->count && !in_set(n->held, c->index))
		return why_not_held(g, c);
	if (out && c->demand.nodes > c->part->nodes - out)
		return cr_say(g, "%u nodes asked, it has %u without those of -x", c->demand.nodes,
			      c->part->nodes - out);
	return n->count ? why_not_together(g, c) : NULL;
}
