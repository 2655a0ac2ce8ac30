/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The part of a job's plan that a step on fewer nodes sees. */
#include "spank/subset.h"

#include "topology/hostlist.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of LIST sorted for bsearch(), to be freed. */
static const char **sort_names(const struct cr_hostlist *list)
{
	size_t count = cr_hostlist_count(list);
	const char **names = malloc((count + 1) * sizeof(*names));

	for (size_t i = 0; names && i < count; i++)
		names[i] = cr_hostlist_names(list)[i];
	if (names)
		qsort(names, count, sizeof(*names), compare_names);
	return names;
}

/* Those of ALL that PART has, in ALL's order, to be freed; *COUNT of them. */
static const char **keep_named(const struct cr_hostlist *all, const struct cr_hostlist *part,
			       size_t *count)
{
	const char **wanted = sort_names(part);
	const char **kept = malloc((cr_hostlist_count(all) + 1) * sizeof(*kept));
	size_t n = 0;

	for (size_t i = 0; wanted && kept && i < cr_hostlist_count(all); i++)
		if (bsearch(&cr_hostlist_names(all)[i], wanted, cr_hostlist_count(part),
			    sizeof(*wanted), compare_names))
			kept[n++] = cr_hostlist_names(all)[i];
	if (!wanted || !n) {
		free(kept);
		kept = NULL;
	}
	free(wanted);
	*count = n;
	return kept;
}

static int reduce_place(struct cr_place *place, const char *const *names, size_t count,
			const char *node, struct cr_error *err)
{
	char head[sizeof(place->head)];
	char *folded = cr_hostlist_compact(names, count, err);

	if (!folded)
		return -1;
	if (cr_place_copy(head, sizeof(head), names[0], err) != 0) {
		free(folded);
		return -1;
	}
	free(place->nodes);
	place->nodes = folded;
	place->count = count;
	place->rank = CR_PLACE_NO_RANK;
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], node) == 0)
			place->rank = i;
	memcpy(place->head, head, sizeof(head));
	return 0;
}

int cr_subset(struct cr_place *place, const char *nodes, const char *node, struct cr_error *err)
{
	struct cr_hostlist *all = NULL, *part = NULL;
	const char **names = NULL;
	size_t count = 0;
	int rc = -1;

	/* The common case, a step on all nodes, costs a count and no list. */
	if (cr_hostlist_count_text(nodes, CR_PLAN_NODES_MAX, &count, err) != 0)
		return -1;
	if (count == place->count)
		return 0;
	all = cr_hostlist_expand(place->nodes, CR_PLAN_NODES_MAX, err);
	part = all ? cr_hostlist_expand(nodes, CR_PLAN_NODES_MAX, err) : NULL;
	if (part) {
		names = keep_named(all, part, &count);
		rc = names ? reduce_place(place, names, count, node, err)
			   : cr_error_set(err, "the step has other nodes than the job");
	}
	free(names);
	cr_hostlist_destroy(part);
	cr_hostlist_destroy(all);
	return rc;
}
