/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nodes of `commroute rank` put into their order, and how good it is. */
#include "cli/rank.h"

#include "cli/command.h"
#include "cli/output.h"
#include "topology/order.h"
#include "topology/order_group.h"

#include <stdlib.h>

static void warn_about_unknown(const struct cr_rank *rank)
{
	const char **names = malloc((rank->count + 1) * sizeof(*names));
	size_t count = 0;
	char *list = NULL;

	for (size_t i = 0; names && i < rank->count; i++)
		if (cr_topology_node(rank->t, rank->nodes[i]) == CR_NONE)
			names[count++] = rank->nodes[i];
	if (names)
		list = cr_hostlist_compact_sorted(names, count, NULL);
	cr_cli_say("%zu nodes are not in topology '%s' and come last: %.200s",
		   rank->quality.unknown, cr_topology_name(rank->t), list ? list : "");
	free(list);
	free(names);
}

int cr_rank_order(struct cr_rank *rank, const struct cr_hostlist *list, size_t anchor)
{
	size_t *place = calloc(rank->count, sizeof(*place));
	struct cr_space *space = cr_space_whole(rank->t);
	struct cr_error err = {.text = "out of memory"};
	int rc = CR_CLI_SYSTEM;

	rank->nodes = calloc(rank->count, sizeof(*rank->nodes));
	if (!place || !space || !rank->nodes ||
	    cr_order_groups(rank->t, cr_hostlist_names(list), rank->count, anchor, rank->group,
			    place, &err) != 0) {
		cr_cli_say("%s", err.text);
		goto out;
	}
	for (size_t i = 0; i < rank->count; i++)
		rank->nodes[i] = cr_hostlist_names(list)[place[i]];
	if (anchor != CR_ORDER_NO_ANCHOR)
		rank->anchor = rank->nodes[0];
	if (cr_quality_of(space, rank->nodes, rank->count, 0, &rank->quality, &err) != 0)
		cr_cli_say("%s", err.text);
	else
		rc = CR_CLI_OK;
	if (rc == CR_CLI_OK && rank->quality.unknown)
		warn_about_unknown(rank);
out:
	free(place);
	cr_space_destroy(space);
	return rc;
}
