/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nodes sorted by the set of partitions that each is in: equal sets lie side by side. */
#include "live/membership.h"

#include "policies/cluster/node_index.h"
#include "topology/hostlist.h"

#include <stdlib.h>
#include <string.h>

/* A node by its place in the answer, with its set of partitions. */
struct node_set {
	const uint64_t *set;
	size_t words;
	uint32_t node;
};

static int compare_sets(const void *a, const void *b)
{
	const struct node_set *x = a, *y = b;
	int by_set = memcmp(x->set, y->set, x->words * sizeof(*x->set));

	return by_set ? by_set : x->node < y->node ? -1 : x->node > y->node;
}

static void mark_partition(const int32_t *ranges, uint32_t node_count, size_t partition,
			   uint64_t *sets, size_t words)
{
	for (; ranges && ranges[0] >= 0; ranges += 2)
		for (int32_t i = ranges[0]; i <= ranges[1] && (uint32_t)i < node_count; i++)
			sets[(size_t)i * words + partition / 64] |= UINT64_C(1) << partition % 64;
}

/* The nodes that have a name, equal sets together; how many in *COUNT.  NULL: out of memory. */
static struct node_set *sort_nodes(const node_info_msg_t *nodes, const uint64_t *sets, size_t words,
				   size_t *count)
{
	struct node_set *all = calloc((size_t)nodes->record_count + 1, sizeof(*all));
	size_t n = 0;

	for (uint32_t i = 0; all && i < nodes->record_count; i++)
		if (nodes->node_array[i].name)
			all[n++] = (struct node_set){sets + i * words, words, i};
	if (all)
		qsort(all, n, sizeof(*all), compare_sets);
	*count = n;
	return all;
}

static size_t count_equal(const struct node_set *all, size_t count)
{
	size_t n = 1;

	while (n < count && memcmp(all[n].set, all->set, all->words * sizeof(*all->set)) == 0)
		n++;
	return n;
}

static int name_partitions(const uint64_t *set, const struct cr_view *view, struct cr_arena *arena,
			   struct cr_names *names)
{
	const char **name;
	size_t n = 0;

	for (size_t i = 0; i < view->partition_count; i++)
		n += set[i / 64] >> i % 64 & 1;
	name = cr_arena_array(arena, n + 1, sizeof(*name));
	n = 0;
	for (size_t i = 0; name && i < view->partition_count; i++)
		if (set[i / 64] >> i % 64 & 1)
			name[n++] = view->partitions[i].name;
	*names = (struct cr_names){name, n};
	return name ? 0 : -1;
}

static const char *fold_names(const node_info_msg_t *nodes, const struct node_set *group,
			      size_t count, struct cr_arena *arena)
{
	const char **names = calloc(count + 1, sizeof(*names));
	const char *kept;
	char *text;

	for (size_t i = 0; names && i < count; i++)
		names[i] = nodes->node_array[group[i].node].name;
	text = names ? cr_hostlist_compact_sorted(names, count, NULL) : NULL;
	kept = text ? cr_arena_strdup(arena, text) : NULL;
	free(text);
	free(names);
	return kept;
}

static int add_memberships(const node_info_msg_t *nodes, const struct node_set *all, size_t count,
			   struct cr_arena *arena, struct cr_view *view)
{
	struct cr_membership *m;
	size_t groups = 0, n;

	for (size_t i = 0; i < count; i += count_equal(all + i, count - i))
		groups++;
	m = cr_arena_array(arena, groups + 1, sizeof(*m));
	if (!m)
		return -1;
	view->memberships = m;
	for (size_t i = 0; i < count; i += n, m++) {
		n = count_equal(all + i, count - i);
		m->nodes = fold_names(nodes, all + i, n, arena);
		if (!m->nodes || name_partitions(all[i].set, view, arena, &m->partitions) != 0)
			return -1;
	}
	view->membership_count = groups;
	return 0;
}

int cr_memberships_read(const node_info_msg_t *nodes, const partition_info_msg_t *partitions,
			struct cr_arena *arena, struct cr_view *view, struct cr_error *err)
{
	size_t words = partitions->record_count / 64 + 1, count = 0;
	uint64_t *sets = calloc((size_t)nodes->record_count + 1, words * sizeof(*sets));
	struct cr_view found = *view;
	struct node_set *all;
	int rc = -1;

	for (uint32_t i = 0; sets && i < partitions->record_count; i++)
		mark_partition(partitions->partition_array[i].node_inx, nodes->record_count, i,
			       sets, words);
	all = sets ? sort_nodes(nodes, sets, words, &count) : NULL;
	if (!all)
		cr_error_set(err, "out of memory");
	else if (add_memberships(nodes, all, count, arena, &found) != 0)
		cr_error_set(err, "the names of its nodes cannot be folded");
	else
		rc = (found.nodes = cr_node_index_make(&found, arena, err)) ? 0 : -1;
	free(all);
	free(sets);
	if (rc == 0)
		*view = found;
	return rc;
}
