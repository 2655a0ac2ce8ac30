/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Units and borders of an allocation counted against the fewest that were possible. */
#include "topology/quality.h"

#include "topology/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The nodes' numbers, those of names not in T being CR_NONE.  NULL when out of memory. */
static uint32_t *locate_nodes(const struct cr_topology *t, const char *const *names, size_t count)
{
	uint32_t *nodes = malloc((count + 1) * sizeof(*nodes));

	for (size_t i = 0; nodes && i < count; i++)
		nodes[i] = cr_topology_node(t, names[i]);
	return nodes;
}

/* How many nodes each group has of COUNT NODES; sets *USED to the units with any. */
static uint32_t *count_units(const struct cr_topology *t, const uint32_t *nodes, size_t count,
			     size_t *used)
{
	uint32_t *per_unit = calloc((size_t)t->unit_count + 1, sizeof(*per_unit));

	*used = 0;
	for (size_t i = 0; per_unit && i < count; i++) {
		uint32_t unit = cr_topology_unit_of(t, nodes[i]);

		if (unit != CR_NONE && !per_unit[unit]++)
			++*used;
	}
	return per_unit;
}

/* Borders of LEVEL's groups between neighbours in rank order, and from the last to the first. */
static struct cr_crossings count_crossings(const struct cr_topology *t, const uint32_t *nodes,
					   size_t count, unsigned level, unsigned char *seen)
{
	struct cr_crossings c = {0};
	uint32_t first = CR_NONE, before = CR_NONE;

	memset(seen, 0, t->group_count);
	for (size_t i = 0; i < count; i++) {
		uint32_t g = cr_topology_group_at(t, nodes[i], level);

		if (g == CR_NONE)
			continue;
		c.groups += !seen[g];
		seen[g] = 1;
		if (first == CR_NONE)
			first = g;
		else if (g != before)
			c.crossed++;
		before = g;
	}
	if (first != before)
		c.crossed++;
	c.fewest = c.groups > 1 ? c.groups : 0;
	return c;
}

/* Units that nodes [FROM, FROM + LEN) of the rank order lie in.  SEEN is clean before and after. */
static size_t units_of_part(const struct cr_topology *t, const uint32_t *nodes, size_t from,
			    size_t len, unsigned char *seen)
{
	size_t units = 0;

	for (size_t i = from; i < from + len; i++) {
		uint32_t unit = cr_topology_unit_of(t, nodes[i]);

		/* An unknown node shares no unit. */
		if (unit == CR_NONE || !seen[unit])
			units++;
		if (unit != CR_NONE)
			seen[unit] = 1;
	}
	for (size_t i = from; i < from + len; i++)
		if (cr_topology_unit_of(t, nodes[i]) != CR_NONE)
			seen[cr_topology_unit_of(t, nodes[i])] = 0;
	return units;
}

/*
 * Slurm does not tell which nodes make up which segment, but segments are inside
 * units, so a unit holds whole ones: what is left over in each unit is part of a
 * split segment.  Segments larger than a unit are looked at in rank order.
 */
static size_t split_segments(const struct cr_space *space, const uint32_t *nodes, size_t count,
			     uint32_t segment, const uint32_t *per_unit, unsigned char *seen)
{
	const struct cr_topology *t = space->t;
	size_t whole = 0, split = 0;

	if (segment <= cr_topology_largest_unit(t)) {
		for (uint32_t u = 0; u < t->unit_count; u++)
			whole += per_unit[u] / segment;
		return count / segment - whole;
	}
	memset(seen, 0, t->group_count);
	for (size_t from = 0; from + segment <= count; from += segment)
		if (units_of_part(t, nodes, from, segment, seen) >
		    cr_fit_fewest_units(space, segment))
			split++;
	return split;
}

static void judge_units(const struct cr_space *space, const uint32_t *nodes, size_t count,
			const uint32_t *per_unit, unsigned char *seen, struct cr_quality *q)
{
	const struct cr_topology *t = space->t;

	for (size_t i = 0; i < count; i++)
		q->unknown += nodes[i] == CR_NONE && t->type != CR_TOPOLOGY_FLAT;
	q->fewest_units = cr_fit_fewest_units(space, count - q->unknown);
	q->levels = t->levels < CR_QUALITY_LEVELS ? t->levels : CR_QUALITY_LEVELS;
	q->contiguous = true;
	for (unsigned level = 0; level < q->levels; level++) {
		q->level[level] = count_crossings(t, nodes, count, level, seen);
		if (q->level[level].crossed > q->level[level].fewest)
			q->contiguous = false;
	}
	if (q->segment && t->type == CR_TOPOLOGY_BLOCK)
		q->segments_split = split_segments(space, nodes, count, q->segment, per_unit, seen);
	if (q->segment)
		q->as_asked = q->segments_split == 0;
	else
		q->as_asked = !q->fewest_units || q->units <= q->fewest_units;
}

int cr_quality_of(const struct cr_space *space, const char *const *names, size_t count,
		  uint32_t segment, struct cr_quality *q, struct cr_error *err)
{
	const struct cr_topology *t = space->t;
	uint32_t *nodes = locate_nodes(t, names, count), *per_unit = NULL;
	unsigned char *seen = calloc((size_t)t->group_count + 1, 1);
	/* A segment larger than the job is one that Slurm ignores. */
	struct cr_quality result = {.nodes = count, .segment = segment <= count ? segment : 0};
	int rc = -1;

	if (nodes)
		per_unit = count_units(t, nodes, count, &result.units);
	if (!nodes || !per_unit || !seen) {
		cr_error_set(err, "out of memory");
		goto out;
	}
	if (t->type == CR_TOPOLOGY_FLAT)
		result.units = count > 0;
	judge_units(space, nodes, count, per_unit, seen, &result);
	*q = result;
	rc = 0;
out:
	free(nodes);
	free(per_unit);
	free(seen);
	return rc;
}

static int by_size(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* "+N", or "N" for the first. */
static size_t part_text(const uint32_t *parts, size_t i, char *one, size_t size)
{
	return (size_t)snprintf(one, size, "%s%u", i ? "+" : "", parts[i]);
}

/* All COUNT parts, or as many as leave room for "+...". */
static void print_parts(const uint32_t *parts, size_t count, char *buf, size_t size)
{
	size_t len = 0, whole = 0, room = size - 1;
	char one[16];

	for (size_t i = 0; i < count; i++)
		whole += part_text(parts, i, one, sizeof(one));
	if (whole > room)
		room = room > 4 ? room - 4 : 0;
	for (size_t i = 0; i < count; i++) {
		size_t need = part_text(parts, i, one, sizeof(one));

		if (len + need > room)
			break;
		memcpy(buf + len, one, need + 1);
		len += need;
	}
	if (len < whole)
		(void)snprintf(buf + len, size - len, "%s...", len ? "+" : "");
}

const char *cr_quality_parts(const struct cr_topology *t, const char *const *names, size_t count,
			     char *buf, size_t size)
{
	uint32_t *nodes = locate_nodes(t, names, count), *per_unit = NULL;
	size_t used = 0;

	if (size)
		*buf = '\0';
	if (nodes)
		per_unit = count_units(t, nodes, count, &used);
	if (per_unit && size) {
		qsort(per_unit, t->unit_count, sizeof(*per_unit), by_size);
		print_parts(per_unit, used, buf, size);
	}
	free(nodes);
	free(per_unit);
	return buf;
}

static const char *unit_word(const struct cr_topology *t, size_t count)
{
	static const char *const words[CR_TOPOLOGY_TYPES][2] = {
		[CR_TOPOLOGY_BLOCK] = {"block", "blocks"},
		[CR_TOPOLOGY_TREE] = {"leaf switch", "leaf switches"},
		[CR_TOPOLOGY_FLAT] = {"network", "networks"},
		[CR_TOPOLOGY_RING] = {"ring", "rings"},
		[CR_TOPOLOGY_TORUS3D] = {"torus", "toruses"},
	};

	return words[t->type][count != 1];
}

const char *cr_quality_words(const struct cr_topology *t, const struct cr_quality *q, char *buf,
			     size_t size)
{
	char more[64] = "", order[80] = "", segments[64] = "", unknown[48] = "";

	if (q->fewest_units && q->units > q->fewest_units)
		(void)snprintf(more, sizeof(more), ", %zu would do", q->fewest_units);
	else if (q->fewest_units && q->units > 1)
		(void)snprintf(more, sizeof(more), ", the fewest possible");
	if (q->segments_split)
		(void)snprintf(segments, sizeof(segments), "; %zu of %zu segments of %u split",
			       q->segments_split, q->nodes / q->segment, q->segment);
	else if (q->segment)
		(void)snprintf(segments, sizeof(segments), "; segments of %u whole", q->segment);
	if (!q->contiguous)
		(void)snprintf(order, sizeof(order),
			       "; in this order a ring crosses %u borders, %u would do",
			       q->level[0].crossed, q->level[0].fewest);
	if (q->unknown)
		(void)snprintf(unknown, sizeof(unknown), "; %zu not in the topology", q->unknown);
	(void)snprintf(buf, size, "%zu node%s on %zu %s%s%s%s%s", q->nodes,
		       q->nodes == 1 ? "" : "s", q->units, unit_word(t, q->units), more, segments,
		       order, unknown);
	return buf;
}
