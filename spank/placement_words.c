/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line about a placement that is worse than asked, with the nodes that are off. */
#include "spank/placement_words.h"

#include "topology/hostlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS_MAX 80
#define OFF_MAX   140

/* A unit, and how many of the job's nodes it has beyond whole segments (all, without one). */
struct share {
	uint32_t unit;
	size_t rest;
	size_t first; /* place of its first node in the plan */
};

static int compare_shares(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	if (x->rest != y->rest)
		return x->rest < y->rest ? 1 : -1;
	return (x->first > y->first) - (x->first < y->first);
}

static uint32_t unit_of(const struct cr_plan *plan, size_t i)
{
	const struct cr_topology *t = cr_plan_topology(plan);

	return cr_topology_unit_of(t, cr_topology_node(t, cr_plan_names(plan)[i]));
}

/* SHARE has room for every unit of the topology.  Those with nodes of PLAN are counted. */
static void count_shares(const struct cr_plan *plan, uint32_t segment, struct share *share)
{
	size_t units = cr_topology_unit_count(cr_plan_topology(plan));

	for (size_t u = 0; u < units; u++)
		share[u] = (struct share){.unit = (uint32_t)u, .first = SIZE_MAX};
	for (size_t i = 0; i < cr_plan_count(plan); i++) {
		uint32_t unit = unit_of(plan, i);

		if (unit == CR_NONE)
			continue;
		share[unit].rest++;
		if (share[unit].first == SIZE_MAX)
			share[unit].first = i;
	}
	for (size_t u = 0; segment && u < units; u++)
		share[u].rest %= segment;
}

/*
 * From the last node of PLAN back, those that make up what their unit has to give: REST[unit],
 * counted down; nodes in no unit too.  Returns how many are in OFF, in the plan's order.
 */
static size_t take_rests(const struct cr_plan *plan, size_t *rest, const char **off)
{
	size_t count = cr_plan_count(plan), taken = 0;

	for (size_t i = count; i-- > 0;) {
		uint32_t unit = unit_of(plan, i);

		if (unit == CR_NONE || rest[unit]) {
			off[count - ++taken] = cr_plan_names(plan)[i];
			if (unit != CR_NONE)
				rest[unit]--;
		}
	}
	memmove(off, off + count - taken, taken * sizeof(*off));
	return taken;
}

/*
 * The fewest nodes that would have to lie elsewhere: of the units with nodes beyond whole
 * segments, the HOMES largest of such rests stay.  Which nodes of a unit those are is
 * not told by Slurm; the last in the order are taken.
 */
static void name_off(const struct cr_plan *plan, uint32_t segment, size_t homes, char *buf,
		     size_t size)
{
	size_t units = cr_topology_unit_count(cr_plan_topology(plan)), count;
	struct share *share = calloc(units + 1, sizeof(*share));
	size_t *rest = calloc(units + 1, sizeof(*rest));
	const char **off = calloc(cr_plan_count(plan) + 1, sizeof(*off));
	char *names = NULL;

	buf[0] = '\0';
	if (share && rest && off) {
		count_shares(plan, segment, share);
		qsort(share, units, sizeof(*share), compare_shares);
		for (size_t u = homes; u < units; u++)
			rest[share[u].unit] = share[u].rest;
		count = take_rests(plan, rest, off);
		names = count ? cr_hostlist_compact(off, count, NULL) : NULL;
	}
	if (names && strlen(names) + sizeof("; off: ") <= size)
		(void)snprintf(buf, size, "; off: %s", names);
	else if (names)
		(void)snprintf(buf, size, "; off: %.*s...", (int)(size - sizeof("; off: ...")),
			       names);
	free(names);
	free(off);
	free(rest);
	free(share);
}

/*
 * No room for such segments in all of SPACE, busy or not.  Slurm starts no such job: then
 * slurmctld goes by another topology than the file that was read here.
 */
static void say_no_segment(const struct cr_plan *plan, const struct cr_space *space,
			   const struct cr_quality *q, char *buf, size_t size)
{
	size_t whole = q->nodes / q->segment;
	uint32_t best = cr_fit_best_segment(space, q->nodes, NULL, 0);
	char instead[60] = "";

	if (best > 1)
		(void)snprintf(instead, sizeof(instead), "ask for --segment=%u, or ", best);
	(void)snprintf(buf, size,
		       "commroute: --segment=%u cannot be met: the blocks of topology '%s' have no "
		       "room for %zu %s of %u nodes by the topology file here; to do: %sask an "
		       "administrator to run commroute check, for slurmctld seems to have another",
		       q->segment, cr_topology_name(cr_plan_topology(plan)), whole,
		       whole == 1 ? "segment" : "segments", q->segment, instead);
}

static void say_segment(const struct cr_plan *plan, const struct cr_quality *q, const char *parts,
			char *buf, size_t size)
{
	size_t whole = q->nodes / q->segment;
	char off[OFF_MAX] = "", which[80];

	if (q->segment <= cr_topology_largest_unit(cr_plan_topology(plan)))
		name_off(plan, q->segment, q->segments_split, off, sizeof(off));
	if (whole == 1)
		(void)snprintf(which, sizeof(which), "its segment of %u nodes lies", q->segment);
	else
		(void)snprintf(which, sizeof(which), "%zu of its %zu segments of %u nodes %s",
			       q->segments_split, whole, q->segment,
			       q->segments_split == 1 ? "lies" : "lie");
	(void)snprintf(
		buf, size,
		"commroute: placement is worse than asked: %s across blocks (they have %s "
		"nodes of the job)%s; to do: submit it again, and if that is the same ask an "
		"administrator to run commroute check",
		which, parts, off);
}

static void say_switches(const struct cr_plan *plan, const struct cr_wish *wish,
			 const struct cr_quality *q, const char *parts, char *buf, size_t size)
{
	bool never = q->fewest_units > wish->switches;
	size_t homes = never ? q->fewest_units : wish->switches;
	char off[OFF_MAX] = "";

	if (q->units > homes)
		name_off(plan, 0, homes, off, sizeof(off));
	if (never)
		(void)snprintf(
			buf, size,
			"commroute: --switches=%u cannot be met: %zu nodes of topology '%s' "
			"need at least %zu leaf switches, and have %zu (with %s nodes of the "
			"job)%s; to do: ask for --switches=%zu",
			wish->switches, q->nodes, cr_topology_name(cr_plan_topology(plan)),
			q->fewest_units, q->units, parts, off, q->fewest_units);
	else
		(void)snprintf(
			buf, size,
			"commroute: placement is worse than asked: %zu leaf switches, not %u "
			"(they have %s nodes of the job)%s; to do: let it wait longer, "
			"--switches=%u@TIME",
			q->units, wish->switches, parts, off, wish->switches);
}

void cr_placement_words(const struct cr_plan *plan, const struct cr_space *space,
			const struct cr_wish *wish, const struct cr_quality *q, char *buf,
			size_t size)
{
	const struct cr_topology *t = cr_plan_topology(plan);
	char parts[PARTS_MAX];

	buf[0] = '\0';
	cr_quality_parts(t, cr_plan_names(plan), cr_plan_count(plan), parts, sizeof(parts));
	if (q->segment && q->segments_split && !cr_fit_segment_ok(space, q->nodes, q->segment, 0))
		say_no_segment(plan, space, q, buf, size);
	else if (q->segment && q->segments_split)
		say_segment(plan, q, parts, buf, size);
	/* A block topology does not look at switches. */
	else if (wish->switches && q->units > wish->switches &&
		 cr_topology_type(t) == CR_TOPOLOGY_TREE)
		say_switches(plan, wish, q, parts, buf, size);
}
