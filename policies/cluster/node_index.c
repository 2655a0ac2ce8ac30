/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which partitions a node is in, by its name: one set of partitions for nodes that share it. */
#include "policies/cluster/node_index.h"

#include "base/name_index.h"
#include "topology/hostlist.h"

#include <string.h>

struct cr_node_index {
	struct cr_name_index names, partitions;
	const char **name; /* node => its name */
	uint32_t *set_of;  /* node => its membership */
	size_t count;
	uint64_t *sets; /* membership => `words` words */
	size_t words;
};

size_t cr_node_index_count(const struct cr_node_index *index)
{
	return index->count;
}

uint32_t cr_node_index_find(const struct cr_node_index *index, const char *name)
{
	uint32_t node = cr_name_index_get(&index->names, name);

	return node == CR_NAME_INDEX_NONE ? CR_NO_NODE : node;
}

const char *cr_node_index_name(const struct cr_node_index *index, uint32_t node)
{
	return index->name[node];
}

size_t cr_node_index_words(const struct cr_node_index *index)
{
	return index->words;
}

const uint64_t *cr_node_index_partitions(const struct cr_node_index *index, uint32_t node)
{
	return index->sets + index->set_of[node] * index->words;
}

/* ---- making it --------------------------------------------------------- */

static int count_nodes(const struct cr_view *view, size_t *count, struct cr_error *err)
{
	size_t n, sum = 0;

	for (size_t i = 0; i < view->membership_count; i++) {
		if (cr_hostlist_count_text(view->memberships[i].nodes, CR_HOSTS_MAX - sum, &n,
					   err) != 0)
			return -1;
		sum += n;
	}
	*count = sum;
	return 0;
}

static int index_partitions(const struct cr_view *view, struct cr_name_index *partitions,
			    struct cr_arena *arena)
{
	if (cr_name_index_init(partitions, arena, view->partition_count) != 0)
		return -1;
	for (size_t i = 0; i < view->partition_count; i++)
		(void)cr_name_index_add(partitions, view->partitions[i].name, (uint32_t)i);
	return 0;
}

static void set_partitions(const struct cr_name_index *partitions, const struct cr_names *names,
			   uint64_t *set)
{
	for (size_t i = 0; i < names->count; i++) {
		uint32_t at = cr_name_index_get(partitions, names->name[i]);

		if (at != CR_NAME_INDEX_NONE)
			set[at / 64] |= UINT64_C(1) << at % 64;
	}
}

static int add_nodes(struct cr_node_index *index, const struct cr_hostlist *list,
		     uint32_t membership, struct cr_arena *arena)
{
	const char *const *names = cr_hostlist_names(list);

	for (size_t i = 0; i < cr_hostlist_count(list); i++) {
		const char *name = cr_arena_strdup(arena, names[i]);

		if (!name)
			return -1;
		if (cr_name_index_add(&index->names, name, (uint32_t)index->count) !=
		    CR_NAME_INDEX_NONE)
			continue;
		index->name[index->count] = name;
		index->set_of[index->count++] = membership;
	}
	return 0;
}

static int add_membership(struct cr_node_index *index, const struct cr_view *view, size_t i,
			  struct cr_arena *arena, struct cr_error *err)
{
	const struct cr_membership *m = &view->memberships[i];
	struct cr_hostlist *list = cr_hostlist_expand(m->nodes, CR_HOSTS_MAX, err);
	int rc;

	if (!list)
		return -1;
	set_partitions(&index->partitions, &m->partitions, index->sets + i * index->words);
	rc = add_nodes(index, list, (uint32_t)i, arena);
	cr_hostlist_destroy(list);
	return rc == 0 ? 0 : cr_error_set(err, "out of memory");
}

const struct cr_node_index *cr_node_index_make(const struct cr_view *view, struct cr_arena *arena,
					       struct cr_error *err)
{
	struct cr_node_index *index = cr_arena_alloc(arena, sizeof(*index));
	size_t count;

	if (count_nodes(view, &count, err) != 0)
		return NULL;
	if (index) {
		index->words = view->partition_count / 64 + 1;
		index->sets = cr_arena_array(arena, (view->membership_count + 1) * index->words,
					     sizeof(*index->sets));
		index->name = cr_arena_array(arena, count + 1, sizeof(*index->name));
		index->set_of = cr_arena_array(arena, count + 1, sizeof(*index->set_of));
	}
	if (!index || !index->sets || !index->name || !index->set_of ||
	    cr_name_index_init(&index->names, arena, count) != 0 ||
	    index_partitions(view, &index->partitions, arena) != 0) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	for (size_t i = 0; i < view->membership_count; i++)
		if (add_membership(index, view, i, arena, err) != 0)
			return NULL;
	return index;
}
