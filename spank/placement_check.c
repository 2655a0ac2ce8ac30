/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts what Slurm granted against the segments asked for, and says so once when it differs. */
#include "spank/placement_check.h"

#include "base/buffer.h"
#include "spank/placement_words.h"
#include "topology/group_quality.h"
#include "topology/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number behind "NAME": in JSON that is ours; 0 when it is not there. */
static uint32_t read_number(const char *json, const char *name)
{
	const char *at = strstr(json, name);

	return at ? (uint32_t)strtoul(at + strlen(name), NULL, 10) : 0;
}

struct cr_wish cr_wish_read(const char *decision)
{
	struct cr_wish wish = {0};

	if (!decision)
		return wish;
	wish.segment = read_number(decision, "\"segment\":");
	wish.switches = read_number(decision, "\"switches\":");
	wish.group = read_number(decision, "\"group\":");
	return wish;
}

static void print_figure(struct cr_buffer *b, const char *name, size_t value)
{
	cr_buffer_print(b, "%s%s=%zu", b->used ? "," : "", name, value);
}

/* The groups that follow each other in PLAN's order; SIZE 0: it has none. */
struct groups {
	uint32_t size;
	size_t split; /* how many lie across units */
};

static struct groups judge_groups(const struct cr_plan *plan, const struct cr_wish *wish)
{
	uint32_t group = cr_plan_group(plan) > 1 ? cr_plan_group(plan) : wish->segment;
	struct cr_group_quality q;

	if (cr_group_quality_of(cr_plan_topology(plan), cr_plan_names(plan), cr_plan_count(plan),
				group, &q) != 0)
		return (struct groups){0};
	return (struct groups){group, q.levels ? q.level[0].split : 0};
}

static void write_figures(const struct cr_quality *q, const struct cr_wish *wish,
			  const struct groups *groups, const char *parts, struct cr_check *check)
{
	struct cr_buffer b = cr_buffer(check->figures, sizeof(check->figures));

	print_figure(&b, "nodes", q->nodes);
	print_figure(&b, "units", q->units);
	if (q->fewest_units)
		print_figure(&b, "fewest", q->fewest_units);
	if (wish->segment) {
		print_figure(&b, "segment", wish->segment);
		print_figure(&b, "split", q->segments_split);
	}
	if (wish->switches)
		print_figure(&b, "switches", wish->switches);
	/* Of segments that are whole in this order, too, all is said. */
	if (groups->size && (groups->size != wish->segment || groups->split != q->segments_split)) {
		print_figure(&b, "group", groups->size);
		print_figure(&b, "groups_split", groups->split);
	}
	if (q->unknown)
		print_figure(&b, "unknown", q->unknown);
	cr_buffer_print(&b, ",parts=%s", parts);
}

int cr_check(const struct cr_plan *plan, const struct cr_wish *wish, bool in_order,
	     struct cr_check *check)
{
	struct groups groups = {0};
	const struct cr_topology *t = cr_plan_topology(plan);
	struct cr_space *space = cr_plan_space(plan);
	struct cr_quality q;
	char parts[120];
	int rc = -1;

	if (space)
		rc = cr_quality_of(space, cr_plan_names(plan), cr_plan_count(plan), wish->segment,
				   &q, NULL);
	if (rc == 0) {
		cr_quality_parts(t, cr_plan_names(plan), cr_plan_count(plan), parts, sizeof(parts));
		if (in_order)
			groups = judge_groups(plan, wish);
		write_figures(&q, wish, &groups, parts, check);
		cr_placement_words(plan, space, wish, &q, check->line, sizeof(check->line));
	}
	cr_space_destroy(space);
	return rc;
}
