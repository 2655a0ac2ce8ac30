/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-order: rank orders against each other on 60 seeded allocations, half of them on blocks
 * of 18, half on uneven trees.  For each order, over all allocations:
 *
 *	ring    borders of units that a ring over all ranks crosses, to the fewest there can be
 *	groups  groups of 4 or 8 nodes that are split, to the fewest there can be (a proven bound:
 *	        a unit with C nodes holds C / G whole groups, and the packing meets it)
 *	worst   the worst allocation's groups
 *	spread  the most units that a group of consecutive nodes, or of nodes one from each such
 *	        group (pipeline by data), lies on, to the least found: the objective of Arnold
 *	        (NeurIPS 2025, arXiv 2509.15940), minimized here by a local search of our own
 */
#include "base/text.h"
#include "topology/order.h"
#include "topology/order_group.h"
#include "topology/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALLOCATIONS 60
#define NODES_MAX   256
#define SEARCH      4000 /* swaps tried for the least spread */

struct allocation {
	struct cr_topologies *set;
	const struct cr_topology *t;
	const char *names[NODES_MAX]; /* as Slurm lists them */
	char text[NODES_MAX][12];
	size_t count;
	uint32_t group;
};

static unsigned dice(unsigned *seed, unsigned sides)
{
	*seed = *seed * 1103515245U + 12345U;
	return sides ? (*seed >> 16) % sides : 0;
}

static void fail(const char *what)
{
	fprintf(stderr, "bench-order: %s\n", what);
	exit(1);
}

/* Blocks of 18 whose nodes are numbered across them, or leaves of 3 to 20 under two levels. */
static void make_topology(unsigned *seed, bool blocks, FILE *out, unsigned *nodes)
{
	unsigned units = 6 + dice(seed, 5), first = 1;

	fprintf(out, "- topology: t\n  cluster_default: true\n  %s:\n    %s:\n",
		blocks ? "block" : "tree", blocks ? "blocks" : "switches");
	for (unsigned u = 0; u < units; u++) {
		unsigned size = blocks ? 18 : 3 + dice(seed, 18);

		fprintf(out, "      - {%s: u%u, nodes: 'n[%u-%u]'}\n", blocks ? "block" : "switch",
			u, first, first + size - 1);
		first += size;
	}
	if (blocks)
		fprintf(out, "    block_sizes: [18]\n");
	for (unsigned u = 0; !blocks && u < units; u += 3)
		fprintf(out, "      - {switch: m%u, children: 'u[%u-%u]'}\n", u / 3, u,
			u + 2 < units ? u + 2 : units - 1);
	if (!blocks)
		fprintf(out, "      - {switch: top, children: 'm[0-%u]'}\n", (units - 1) / 3);
	*nodes = first - 1;
}

static void make(struct allocation *a, unsigned *seed, bool blocks)
{
	unsigned pick[NODES_MAX] = {0}, nodes;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		fail("out of memory");
	make_topology(seed, blocks, out, &nodes);
	if (fclose(out) != 0)
		fail("out of memory");
	a->set = cr_topologies_parse_yaml("bench", text, len, NULL, NULL);
	free(text);
	if (!a->set || nodes > NODES_MAX)
		fail("a topology is not as it should be");
	a->t = cr_topologies_get(a->set, 0);
	a->group = dice(seed, 2) ? 8 : 4;
	a->count = (size_t)(2 + dice(seed, nodes / a->group - 2)) * a->group;
	for (unsigned i = 0; i < nodes; i++)
		pick[i] = i + 1;
	for (unsigned i = nodes; i-- > 1;) {
		unsigned k = dice(seed, i + 1), swap = pick[i];

		pick[i] = pick[k];
		pick[k] = swap;
	}
	for (size_t i = 0; i < a->count; i++) {
		(void)snprintf(a->text[i], sizeof(a->text[i]), "n%u", pick[i]);
		a->names[i] = a->text[i];
	}
}

static uint32_t unit_of(const struct allocation *a, const char *name)
{
	return cr_topology_unit_of(a->t, cr_topology_node(a->t, name));
}

/* ---- orders --------------------------------------------------------------------- */

static int natural(const void *x, const void *y)
{
	return cr_text_natural(*(const char *const *)x, *(const char *const *)y);
}

static int textual(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* As Slurm lists an allocation and hands out ranks: by its node table, here the numbers. */
static void by_slurm(const struct allocation *a, const char **out)
{
	memcpy(out, a->names, a->count * sizeof(*out));
	qsort(out, a->count, sizeof(*out), natural);
}

/* A host file in the order in which the nodes came. */
static void as_given(const struct allocation *a, const char **out)
{
	memcpy(out, a->names, a->count * sizeof(*out));
}

static void by_text(const struct allocation *a, const char **out)
{
	memcpy(out, a->names, a->count * sizeof(*out));
	qsort(out, a->count, sizeof(*out), textual);
}

static void by_group(const struct allocation *a, uint32_t group, const char **out)
{
	size_t place[NODES_MAX];

	if (cr_order_groups(a->t, a->names, a->count, 0, group, place, NULL) != 0)
		fail("out of memory");
	for (size_t i = 0; i < a->count; i++)
		out[i] = a->names[place[i]];
}

static void by_ring(const struct allocation *a, const char **out)
{
	by_group(a, 0, out);
}

static void by_packing(const struct allocation *a, const char **out)
{
	by_group(a, a->group, out);
}

/* ---- figures -------------------------------------------------------------------- */

static size_t ring(const struct allocation *a, const char *const *names)
{
	size_t crossed = 0;

	for (size_t i = 0; i < a->count; i++)
		crossed += unit_of(a, names[i]) != unit_of(a, names[(i + 1) % a->count]);
	return crossed;
}

static size_t split(const struct allocation *a, const char *const *names, size_t *least)
{
	struct cr_group_quality q;

	if (cr_group_quality_of(a->t, names, a->count, a->group, &q) != 0)
		fail("out of memory");
	*least = q.level[0].fewest;
	return q.level[0].split;
}

/* Units of COUNT nodes, STEP apart from FIRST on. */
static size_t units_of(const uint32_t *unit, size_t first, size_t step, size_t count)
{
	size_t units = 0;

	for (size_t i = 0; i < count; i++) {
		bool seen = false;

		for (size_t k = 0; k < i; k++)
			seen = seen || unit[first + k * step] == unit[first + i * step];
		units += !seen;
	}
	return units;
}

static size_t largest(const uint32_t *unit, size_t count, uint32_t group)
{
	size_t most = 0, n;

	for (size_t i = 0; i < count; i += group) {
		n = units_of(unit, i, 1, group);
		most = n > most ? n : most;
	}
	for (size_t i = 0; i < group; i++) {
		n = units_of(unit, i, group, count / group);
		most = n > most ? n : most;
	}
	return most;
}

static size_t spread(const struct allocation *a, const char *const *names, size_t *least)
{
	uint32_t unit[NODES_MAX] = {0};
	unsigned seed = 5;
	size_t first, best;

	for (size_t i = 0; i < a->count; i++)
		unit[i] = unit_of(a, names[i]);
	first = best = largest(unit, a->count, a->group);
	for (int i = 0; i < SEARCH; i++) {
		size_t x = dice(&seed, (unsigned)a->count), y = dice(&seed, (unsigned)a->count),
		       now;
		uint32_t swap = unit[x];

		unit[x] = unit[y];
		unit[y] = swap;
		now = largest(unit, a->count, a->group);
		if (now <= best) {
			best = now;
			continue;
		}
		unit[y] = unit[x];
		unit[x] = swap;
	}
	if (best < *least)
		*least = best;
	return first;
}

/* ---- the table ------------------------------------------------------------------ */

struct sums {
	size_t ring, split, spread;
	double worst;
};

static const struct {
	const char *name;
	void (*order)(const struct allocation *a, const char **out);
} orders[] = {
	{"ring order", by_ring},          {"group order", by_packing}, {"Slurm's own", by_slurm},
	{"host file as it is", as_given}, {"sorted as text", by_text},
};

#define ORDERS (sizeof(orders) / sizeof(orders[0]))

static void add(const struct allocation *a, struct sums *sums, struct sums *best)
{
	size_t least = 0, spread_least = SIZE_MAX, ring_least = SIZE_MAX;

	for (size_t i = 0; i < ORDERS; i++) {
		const char *names[NODES_MAX];
		size_t crossed, across;

		orders[i].order(a, names);
		crossed = ring(a, names);
		across = split(a, names, &least);
		sums[i].ring += crossed;
		sums[i].split += across;
		sums[i].spread += spread(a, names, &spread_least);
		ring_least = crossed < ring_least ? crossed : ring_least;
		if (least && (double)across / (double)least > sums[i].worst)
			sums[i].worst = (double)across / (double)least;
		if (!least && across)
			sums[i].worst = sums[i].worst > (double)across + 1 ? sums[i].worst
									   : (double)across + 1;
	}
	best->ring += ring_least;
	best->split += least;
	best->spread += spread_least;
}

int main(void)
{
	static struct allocation a;
	struct sums sums[ORDERS] = {{0}}, best = {0};
	unsigned seed = 20;

	for (int i = 0; i < ALLOCATIONS; i++) {
		make(&a, &seed, i % 2 == 0);
		add(&a, sums, &best);
		cr_topologies_destroy(a.set);
	}
	printf("%-20s %6s %7s %6s %7s\n", "order", "ring", "groups", "worst", "spread");
	for (size_t i = 0; i < ORDERS; i++)
		printf("%-20s %6.2f %7.2f %6.2f %7.2f\n", orders[i].name,
		       (double)sums[i].ring / (double)best.ring,
		       (double)sums[i].split / (double)best.split, sums[i].worst,
		       (double)sums[i].spread / (double)best.spread);
	printf("%d allocations; fewest: %zu borders, %zu groups split, %zu units of spread\n",
	       ALLOCATIONS, best.ring, best.split, best.spread);
	return 0;
}
