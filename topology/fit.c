/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How Slurm's topology/block finds room (eval_nodes_block.c, 25.05 to 26.05): a
 * job, or each of its segments, goes into one run of 1, 2, 4 ... neighbouring
 * blocks, the smallest enabled size that could hold it, and into as few runs of
 * the next smaller enabled size as could.
 */
#include "topology/fit.h"

#include "topology/space.h"

#include <stdlib.h>
#include <string.h>

size_t cr_fit_fewest_units(const struct cr_space *space, size_t nodes)
{
	size_t units = 0, sum = 0;

	if (!nodes || (!space->boundless && nodes > space->nodes))
		return 0;
	if (space->t->type == CR_TOPOLOGY_FLAT)
		return 1;
	while (sum < nodes)
		sum += space->sizes[units++];
	return units;
}

/* How Slurm would look for room for NODES: in runs of RUN blocks, in at most PARTS parts of PART.
 */
struct search {
	uint32_t run, part, parts;
	bool beyond; /* no size is large enough: the run is all of them */
};

static struct search search_for(const struct cr_topology *t, size_t nodes)
{
	size_t blocks = (nodes + t->base_block - 1) / t->base_block;
	struct search s = {.run = t->unit_count, .part = 1, .beyond = true};

	for (size_t i = t->block_level_count; i-- > 0;) {
		if (t->block_levels[i] < blocks)
			continue;
		s.run = t->block_levels[i];
		s.beyond = false;
	}
	for (size_t i = 0; i < t->block_level_count; i++)
		if (t->block_levels[i] < blocks)
			s.part = t->block_levels[i];
	s.parts = (uint32_t)((nodes + (size_t)s.part * t->base_block - 1) /
			     ((size_t)s.part * t->base_block));
	return s;
}

static int by_size(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

/* Take NODES from the PARTS largest of COUNT parts.  False, and nothing taken, when they are too
 * few. */
static bool take_from_parts(uint32_t *part, size_t count, uint32_t parts, size_t nodes)
{
	size_t sum = 0;

	qsort(part, count, sizeof(*part), by_size);
	for (size_t i = 0; i < count && i < parts; i++)
		sum += part[i];
	if (sum < nodes)
		return false;
	for (size_t i = 0; nodes; i++) {
		size_t got = part[i] < nodes ? part[i] : nodes;

		part[i] -= (uint32_t)got;
		nodes -= got;
	}
	return true;
}

/*
 * Slurm counts the parts of a run by dividing: where it is all blocks there are, the
 * last part is left out when it has fewer of them than the others, unless the run is
 * as long as the parts together (2,2,2 with sizes 2 and 4 hold no 6; 24.11 to 26.05).
 * For several segments it adds up wrongly, so there nothing is said.
 */
static size_t counted_parts(const struct search *s, size_t count, size_t want)
{
	size_t whole = s->run / s->part;

	if (!s->beyond || want > 1 || s->run == s->part * s->parts)
		return count;
	return whole < count ? whole : count;
}

/* How often NODES fit into the run that begins with block FIRST; counting stops at WANT. */
static size_t times_in_run(const struct cr_space *space, const struct search *s, uint32_t first,
			   size_t nodes, size_t want, uint32_t *part)
{
	uint32_t end = first + s->run < space->t->unit_count ? first + s->run
							     : space->t->unit_count;
	size_t count = 0, times = 0;

	for (uint32_t i = first; i < end; i++) {
		if ((i - first) % s->part == 0)
			part[count++] = 0;
		part[count - 1] += space->counts[i];
	}
	count = counted_parts(s, count, want);
	while (times < want && take_from_parts(part, count, s->parts, nodes))
		times++;
	return times;
}

/* Blocks of at most one base block each, one segment inside a block: no search needed. */
static bool fits_in_units(const struct cr_space *space, size_t nodes, size_t want)
{
	for (size_t i = 0; i < space->units && want && space->sizes[i] >= nodes; i++) {
		size_t times = space->sizes[i] / nodes;

		want -= times < want ? times : want;
	}
	return want == 0;
}

/* Can SPACE, all free, hold WANT times NODES under the block rules? */
static bool space_holds(const struct cr_space *space, size_t nodes, size_t want)
{
	struct search s = search_for(space->t, nodes);
	uint32_t *part;

	if (nodes > space->nodes || want > space->nodes / nodes)
		return false;
	if (s.run == 1)
		return fits_in_units(space, nodes, want);
	part = calloc(space->t->unit_count, sizeof(*part));
	if (!part)
		return true; /* a "no" must be certain */
	for (uint32_t first = 0; want && first < space->t->unit_count; first += s.run)
		want -= times_in_run(space, &s, first, nodes, want, part);
	free(part);
	return want == 0;
}

bool cr_fit_segment_ok(const struct cr_space *space, size_t nodes, uint32_t segment,
		       uint32_t slurm_version)
{
	const struct cr_topology *t = space->t;

	if (t->type != CR_TOPOLOGY_BLOCK || !segment || !nodes || nodes % segment)
		return false;
	if (slurm_version && slurm_version < CR_SINCE_LARGE_SEGMENTS && segment > t->base_block)
		return false;
	return space_holds(space, segment, nodes / segment);
}

static bool meets_wish(const struct cr_segment_wish *wish, uint32_t segment)
{
	return segment >= wish->min && (!wish->max || segment <= wish->max) &&
	       (!wish->multiple_of || segment % wish->multiple_of == 0);
}

uint32_t cr_fit_best_segment(const struct cr_space *space, size_t nodes,
			     const struct cr_segment_wish *wish, uint32_t slurm_version)
{
	static const struct cr_segment_wish largest_one;
	size_t largest = cr_space_largest_unit(space);
	uint32_t top = (uint32_t)(largest < nodes ? largest : nodes);

	if (!wish)
		wish = &largest_one;
	for (uint32_t i = 0; i < top; i++) {
		uint32_t segment = wish->smallest ? i + 1 : top - i;

		if (meets_wish(wish, segment) &&
		    cr_fit_segment_ok(space, nodes, segment, slurm_version))
			return segment;
	}
	return 0;
}

/* Is A a better segment than B (0 = none) under WISH? */
static bool is_better(const struct cr_segment_wish *wish, uint32_t a, uint32_t b)
{
	if (!a || !b)
		return a != 0;
	return wish && wish->smallest ? a < b : a > b;
}

void cr_fit_nearest(const struct cr_space *space, size_t nodes, const struct cr_segment_wish *wish,
		    uint32_t slurm_version, struct cr_fit_count *below, struct cr_fit_count *above)
{
	uint32_t best = cr_fit_best_segment(space, nodes, wish, slurm_version);
	struct cr_fit_count none = {0}, *side[2] = {below, above};

	for (int up = 0; up < 2; up++) {
		if (!side[up])
			continue;
		*side[up] = none;
		for (size_t n = nodes; n;) {
			uint32_t got;

			n = up ? n + 1 : n - 1;
			if (n < (nodes + 1) / 2 || n > nodes * 2 || n > space->nodes)
				break;
			got = cr_fit_best_segment(space, n, wish, slurm_version);
			if (!is_better(wish, got, best))
				continue;
			*side[up] = (struct cr_fit_count){n, got};
			break;
		}
	}
}

bool cr_fit_ever(const struct cr_space *space, size_t nodes)
{
	const struct cr_topology *t = space->t;

	if (!nodes || space->boundless)
		return nodes > 0;
	if (t->type == CR_TOPOLOGY_BLOCK)
		return space_holds(space, nodes, 1);
	if (t->type != CR_TOPOLOGY_TREE)
		return nodes <= space->nodes;
	for (uint32_t g = t->first_root; g != CR_NONE; g = t->groups[g].next_sibling)
		if (space->counts[g] >= nodes)
			return true;
	return false;
}

bool cr_fit_spans(const struct cr_space *space, size_t nodes, const uint32_t *units, size_t count)
{
	uint32_t run = CR_NONE;
	struct search s;

	if (space->t->type != CR_TOPOLOGY_BLOCK || !nodes)
		return true;
	s = search_for(space->t, nodes);
	for (size_t i = 0; i < count; i++) {
		if (units[i] == CR_NONE)
			continue;
		if (run == CR_NONE)
			run = units[i] / s.run;
		if (units[i] / s.run != run)
			return false;
	}
	return true;
}
