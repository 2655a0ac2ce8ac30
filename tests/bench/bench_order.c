/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-order: rank orders against each other on 60 seeded allocations, half of them on blocks
 * of 18, half on uneven trees, every third of 12 nodes at most.  Nodes come into Slurm's node
 * table four at a time, now in one unit and now in another, and their names are numbered by
 * chance, as in a cloud.  For each order, over all allocations:
 *
 *	ring    borders of units that a ring over all ranks crosses, to the fewest there can be
 *	groups  groups of 2 to 8 nodes that lie on more than one unit, to the fewest there can be
 *	worst   the same of the worst allocation, at whichever level of the topology
 *	spread  pipeline by data: the most units that a group of consecutive nodes, or of nodes one
 *	        from each such group, lies on, to the least found: the objective of Arnold
 *	        (NeurIPS 2025, arXiv 2509.15940), minimized here by a local search of our own
 *
 * The fewest borders are one for each unit in use.  The fewest split groups: of up to 12 nodes
 * by trying all ways to make up groups, beyond by a bound that is proven (a unit with C nodes
 * holds C / G whole groups at most) and that the two must agree on.  Fails when the ring order
 * is not 1.00 or the group order above 1.05 in any allocation.
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
#define UNITS_MAX   16
#define SMALL       12   /* nodes that are searched through */
#define BATCH       4    /* nodes that come into the table together */
#define SEARCH      4000 /* swaps tried for the least spread */

struct allocation {
	struct cr_topologies *set;
	const struct cr_topology *t;
	const char *names[NODES_MAX]; /* as Slurm lists them */
	char text[NODES_MAX][12];
	size_t count;
	uint32_t group;
	unsigned units, begin[UNITS_MAX + 1]; /* nodes of unit U are begin[U] to begin[U + 1] - 1 */
	unsigned number[NODES_MAX];           /* in a node's name */
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

static void shuffle(unsigned *seed, unsigned *what, unsigned count)
{
	for (unsigned i = count; i-- > 1;) {
		unsigned k = dice(seed, i + 1), swap = what[i];

		what[i] = what[k];
		what[k] = swap;
	}
}

/* Blocks of 18, or leaves of 3 to 20 under two levels of switches. */
static unsigned size_units(struct allocation *a, unsigned *seed, bool blocks)
{
	unsigned nodes = 0;

	a->units = 6 + dice(seed, 5);
	for (unsigned u = 0; u < a->units; u++) {
		a->begin[u] = nodes;
		nodes += blocks ? 18 : 3 + dice(seed, 18);
	}
	a->begin[a->units] = nodes;
	for (unsigned i = 0; i < nodes; i++)
		a->number[i] = i + 1;
	shuffle(seed, a->number, nodes);
	return nodes;
}

static void write_units(const struct allocation *a, bool blocks, FILE *out)
{
	for (unsigned u = 0; u < a->units; u++) {
		fprintf(out, "      - {%s: u%u, nodes: '", blocks ? "block" : "switch", u);
		for (unsigned i = a->begin[u]; i < a->begin[u + 1]; i++)
			fprintf(out, "%sn%u", i > a->begin[u] ? "," : "", a->number[i]);
		fprintf(out, "'}\n");
	}
}

static void write_topology(const struct allocation *a, bool blocks, FILE *out)
{
	fprintf(out, "- topology: t\n  cluster_default: true\n  %s:\n    %s:\n",
		blocks ? "block" : "tree", blocks ? "blocks" : "switches");
	write_units(a, blocks, out);
	if (blocks)
		fprintf(out, "    block_sizes: [18]\n");
	for (unsigned u = 0; !blocks && u < a->units; u += 3)
		fprintf(out, "      - {switch: m%u, children: 'u[%u-%u]'}\n", u / 3, u,
			u + 2 < a->units ? u + 2 : a->units - 1);
	if (!blocks)
		fprintf(out, "      - {switch: top, children: 'm[0-%u]'}\n", (a->units - 1) / 3);
}

static void read_topology(struct allocation *a, bool blocks)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		fail("out of memory");
	write_topology(a, blocks, out);
	if (fclose(out) != 0)
		fail("out of memory");
	a->set = cr_topologies_parse_yaml("bench", text, len, NULL, NULL);
	free(text);
	if (!a->set)
		fail("a topology is not as it should be");
	a->t = cr_topologies_get(a->set, 0);
}

/* The node table: batches of a unit's nodes, in the order of chance. */
static void list_nodes(const struct allocation *a, unsigned *seed, unsigned *table)
{
	unsigned batch[NODES_MAX], batches = 0, n = 0;

	for (unsigned u = 0; u < a->units; u++)
		for (unsigned i = a->begin[u]; i < a->begin[u + 1]; i += BATCH)
			batch[batches++] = i;
	shuffle(seed, batch, batches);
	for (unsigned k = 0; k < batches; k++) {
		unsigned u = 0, end = batch[k] + BATCH;

		while (a->begin[u + 1] <= batch[k])
			u++;
		end = end < a->begin[u + 1] ? end : a->begin[u + 1];
		for (unsigned i = batch[k]; i < end; i++)
			table[n++] = i;
	}
}

static void make(struct allocation *a, unsigned *seed, bool blocks, bool small)
{
	static const uint32_t groups[] = {2, 3, 4, 8};
	unsigned table[NODES_MAX] = {0}, pick[NODES_MAX] = {0}, nodes = size_units(a, seed, blocks),
		 most;
	bool taken[NODES_MAX] = {false};

	read_topology(a, blocks);
	a->group = groups[dice(seed, small ? 3 : 4)];
	most = (small ? SMALL : nodes) / a->group;
	a->count = (size_t)(2 + dice(seed, most - 1)) * a->group;
	for (unsigned i = 0; i < nodes; i++)
		pick[i] = i;
	shuffle(seed, pick, nodes);
	for (size_t i = 0; i < a->count; i++)
		taken[pick[i]] = true;
	list_nodes(a, seed, table);
	for (size_t i = 0, n = 0; i < nodes; i++) {
		if (!taken[table[i]])
			continue;
		(void)snprintf(a->text[n], sizeof(a->text[n]), "n%u", a->number[table[i]]);
		a->names[n] = a->text[n];
		n++;
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

/* As Slurm lists an allocation and hands out ranks: by its node table. */
static void by_slurm(const struct allocation *a, const char **out)
{
	memcpy(out, a->names, a->count * sizeof(*out));
}

/* A host file that was sorted by the numbers in it (sort -V). */
static void by_number(const struct allocation *a, const char **out)
{
	memcpy(out, a->names, a->count * sizeof(*out));
	qsort(out, a->count, sizeof(*out), natural);
}

/* As torchrun's c10d sorts its agents. */
static void by_text(const struct allocation *a, const char **out)
{
	memcpy(out, a->names, a->count * sizeof(*out));
	qsort(out, a->count, sizeof(*out), textual);
}

/* Whole groups first, unit by unit, then what is left of each: no thought of the ring. */
static void by_plain_packing(const struct allocation *a, const char **out)
{
	size_t n = 0, have[UNITS_MAX] = {0};

	for (size_t i = 0; i < a->count; i++)
		have[unit_of(a, a->names[i])]++;
	for (int rest = 0; rest < 2; rest++)
		for (unsigned u = 0; u < a->units; u++) {
			size_t at = 0, whole = have[u] - have[u] % a->group;

			for (size_t i = 0; i < a->count; i++)
				if (unit_of(a, a->names[i]) == u && (at++ < whole) == !rest)
					out[n++] = a->names[i];
		}
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

static void by_our_groups(const struct allocation *a, const char **out)
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

static struct cr_group_quality judge(const struct allocation *a, const char *const *names)
{
	struct cr_group_quality q;

	if (cr_group_quality_of(a->t, names, a->count, a->group, &q) != 0)
		fail("out of memory");
	return q;
}

/* As a ratio where none need be split: one more than the groups that are. */
static double find_worst(const struct cr_group_quality *q)
{
	double worst = 1;

	for (unsigned l = 0; l < q->levels; l++) {
		double split = (double)q->level[l].split, fewest = (double)q->level[l].fewest;
		double ratio = fewest > 0 ? split / fewest : 1 + split;

		worst = ratio > worst ? ratio : worst;
	}
	return worst;
}

/* The fewest split groups that LEFT nodes of each unit can make up, all ways tried. */
static size_t search(const struct allocation *a, unsigned *left, unsigned open, unsigned units,
		     unsigned from)
{
	size_t best = SIZE_MAX;
	bool any = false;

	for (unsigned u = open ? from : 0; u < a->units; u++) {
		bool ends = open + 1 == a->group;
		unsigned in = units + (open == 0 || u != from);
		size_t now;

		if (!left[u])
			continue;
		any = true;
		left[u]--;
		now = search(a, left, ends ? 0 : open + 1, ends ? 0 : in, u);
		if (now != SIZE_MAX)
			now += ends && in > 1;
		best = now < best ? now : best;
		left[u]++;
	}
	if (any)
		return best;
	/* All are used, or the group would need a unit that was passed by. */
	for (unsigned u = 0; u < a->units; u++)
		if (left[u])
			return SIZE_MAX;
	return open ? SIZE_MAX : 0;
}

static size_t find_fewest(const struct allocation *a, size_t bound)
{
	unsigned left[UNITS_MAX] = {0};
	size_t fewest;

	if (a->count > SMALL)
		return bound;
	for (size_t i = 0; i < a->count; i++)
		left[unit_of(a, a->names[i])]++;
	fewest = search(a, left, 0, 0, 0);
	if (fewest != bound)
		fail("the bound is not what a search finds");
	return fewest;
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
	{"ring order", by_ring},
	{"group order", by_our_groups},
	{"plain packing", by_plain_packing},
	{"Slurm's own", by_slurm},
	{"host file, sort -V", by_number},
	{"sorted as text", by_text},
};

enum { RING, GROUP };

#define ORDERS (sizeof(orders) / sizeof(orders[0]))

static void add(const struct allocation *a, struct sums *sums, struct sums *best)
{
	size_t spread_least = SIZE_MAX, units = 0, have[UNITS_MAX] = {0};
	struct cr_group_quality q = {0};

	for (size_t i = 0; i < ORDERS; i++) {
		const char *names[NODES_MAX];
		double worst;

		orders[i].order(a, names);
		q = judge(a, names);
		worst = find_worst(&q);
		sums[i].ring += ring(a, names);
		sums[i].split += q.level[0].split;
		sums[i].spread += spread(a, names, &spread_least);
		sums[i].worst = worst > sums[i].worst ? worst : sums[i].worst;
	}
	for (size_t i = 0; i < a->count; i++)
		units += !have[unit_of(a, a->names[i])]++;
	best->ring += units > 1 ? units : 0;
	best->split += find_fewest(a, q.level[0].fewest);
	best->spread += spread_least;
}

static void print_row(const char *name, const struct sums *sums, const struct sums *best)
{
	printf("%-20s %6.2f %7.2f %6.2f %7.2f\n", name, (double)sums->ring / (double)best->ring,
	       (double)sums->split / (double)best->split, sums->worst,
	       (double)sums->spread / (double)best->spread);
}

int main(void)
{
	static struct allocation a;
	struct sums sums[ORDERS] = {{0}}, best = {.worst = 1};
	unsigned seed = 20;

	for (int i = 0; i < ALLOCATIONS; i++) {
		make(&a, &seed, i % 2 == 0, i % 3 == 0);
		add(&a, sums, &best);
		cr_topologies_destroy(a.set);
	}
	printf("%-20s %6s %7s %6s %7s\n", "order", "ring", "groups", "worst", "spread");
	for (size_t i = 0; i < ORDERS; i++)
		print_row(orders[i].name, &sums[i], &best);
	print_row("the optimum", &best, &best);
	printf("%d allocations; the optimum: %zu borders, %zu groups split, %zu units of spread\n",
	       ALLOCATIONS, best.ring, best.split, best.spread);
	if (sums[RING].ring != best.ring || sums[GROUP].worst > 1.05)
		fail("an order is not as good as it is said to be");
	return 0;
}
