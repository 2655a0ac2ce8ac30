/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How fast topologies are read, and nodes located and ordered: 1,000 to 100,000
 * nodes in a tree of four levels and as many again in blocks of 18.  Prints one line for each
 * size, the fastest of several runs, and fails when a promise of docs/topology.md
 * is broken.  Loading is measured in a child, so that its memory is its own.
 */
#include "base/diag.h"
#include "topology/hostlist.h"
#include "topology/order.h"
#include "topology/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LEAF  18
#define RUNS  9
#define ORDER 16384

/* The promises, for 100,000 nodes and for ordering ORDER of them. */
#define LOAD_MS_MAX  100.0
#define LOAD_MB_MAX  64.0
#define ORDER_MS_MAX 5.0

/* Of this process alone: the same as by the clock, unless the machine does other work too. */
static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static size_t ceiling(size_t a, size_t b)
{
	return (a + b - 1) / b;
}

/* Switches of one level: each has FAN children called BELOW1, BELOW2 ...  Returns how many there
 * are. */
static size_t print_level(FILE *out, const char *name, const char *below, size_t count, size_t fan)
{
	size_t switches = ceiling(count, fan);

	for (size_t i = 0; i < switches; i++) {
		size_t last = (i + 1) * fan < count ? (i + 1) * fan : count;

		fprintf(out, "    - {switch: %s%zu, children: '%s[%zu-%zu]'}\n", name, i + 1, below,
			i * fan + 1, last);
	}
	return switches;
}

/* A tree of NODES nodes and blocks of as many, as a site would write them. */
static char *make_yaml(size_t nodes, size_t *len)
{
	size_t leaves = ceiling(nodes, LEAF), pods, spines;
	char *text = NULL;
	FILE *out = open_memstream(&text, len);

	fputs("- topology: tree\n  cluster_default: true\n  tree:\n    switches:\n", out);
	for (size_t i = 0; i < leaves; i++)
		fprintf(out, "    - {switch: leaf%zu, nodes: 'n[%06zu-%06zu]'}\n", i + 1,
			i * LEAF + 1, (i + 1) * LEAF < nodes ? (i + 1) * LEAF : nodes);
	pods = print_level(out, "pod", "leaf", leaves, 16);
	spines = print_level(out, "spine", "pod", pods, 16);
	print_level(out, "core", "spine", spines, spines);
	fputs("- topology: block\n  block:\n    block_sizes: [18, 36, 72, 144]\n    blocks:\n",
	      out);
	for (size_t i = 0; i < leaves; i++)
		fprintf(out, "    - {block: b%zu, nodes: 'u[%06zu-%06zu]'}\n", i + 1, i * LEAF + 1,
			(i + 1) * LEAF < nodes ? (i + 1) * LEAF : nodes);
	fclose(out);
	return text;
}

static struct cr_topologies *load(const char *text, size_t len)
{
	struct cr_topologies *set = cr_topologies_parse_yaml("bench", text, len, NULL, NULL);

	if (set)
		return set;
	fprintf(stderr, "bench_topology: the file was refused\n");
	exit(1);
}

static double time_load(const char *text, size_t len)
{
	double best = 1e9;

	for (int i = 0; i < RUNS; i++) {
		double start = now_ms(), took;
		struct cr_topologies *set = load(text, len);

		took = now_ms() - start;
		best = took < best ? took : best;
		cr_topologies_destroy(set);
	}
	return best;
}

static double peak_mb(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss / 1024;
}

/* What one load adds to a process's peak. */
static double memory_of_load(const char *text, size_t len)
{
	double added = -1;
	int ends[2];
	pid_t child;

	if (pipe(ends) != 0 || (child = fork()) < 0)
		return -1;
	if (child == 0) {
		double before = peak_mb();

		load(text, len);
		added = peak_mb() - before;
		_exit(write(ends[1], &added, sizeof(added)) != sizeof(added));
	}
	close(ends[1]);
	if (read(ends[0], &added, sizeof(added)) != sizeof(added))
		added = -1;
	close(ends[0]);
	waitpid(child, NULL, 0);
	return added;
}

/* Names of COUNT nodes of T, scattered; owned by T. */
static const char **scatter(const struct cr_topology *t, size_t count)
{
	size_t nodes = cr_topology_node_count(t);
	const char **names = calloc(count, sizeof(*names));

	for (size_t i = 0; names && i < count; i++)
		names[i] = cr_topology_node_name(t, (uint32_t)(i * 7919 % nodes));
	return names;
}

static double time_order(const struct cr_topology *t, const char **names, size_t count)
{
	size_t *out = calloc(count, sizeof(*out));
	double best = 1e9;

	for (int i = 0; i < RUNS; i++) {
		double start = now_ms(), took;

		cr_order(t, names, count, 0, out, NULL);
		took = now_ms() - start;
		best = took < best ? took : best;
	}
	free(out);
	return best;
}

/* Nanoseconds for one node. */
static double time_locate(const struct cr_topology *t, const char **names, size_t count)
{
	double best = 1e9;
	uint32_t sum = 0;

	for (int i = 0; i < RUNS; i++) {
		double start = now_ms(), took;

		for (size_t k = 0; k < count; k++)
			sum += cr_topology_unit_of(t, cr_topology_node(t, names[k]));
		took = now_ms() - start;
		best = took < best ? took : best;
	}
	return sum ? best * 1e6 / (double)count : 0;
}

static int broken(const char *what, double value, double limit)
{
	if (value <= limit)
		return 0;
	printf("BROKEN: %s is %.1f, the promise is %.1f\n", what, value, limit);
	return 1;
}

static int measure(size_t nodes)
{
	size_t len, ordered = nodes < ORDER ? nodes : ORDER;
	char *text = make_yaml(nodes, &len);
	double load_ms = time_load(text, len), mb = memory_of_load(text, len), order_ms;
	struct cr_topologies *set = load(text, len);
	const struct cr_topology *t = cr_topologies_find(set, "tree");
	const char **names = scatter(t, ordered);
	int rc;

	order_ms = time_order(t, names, ordered);
	printf("%7zu %7zu %9.1f %9.1f %9.1f %12zu %10.2f %10.0f\n", nodes,
	       cr_topology_unit_count(t), (double)len / 1024, load_ms, mb, ordered, order_ms,
	       time_locate(t, names, ordered));
	rc = broken("load, ms", load_ms, LOAD_MS_MAX) | broken("load, MB", mb, LOAD_MB_MAX) |
	     broken("order, ms", order_ms, ORDER_MS_MAX);
	free(names);
	cr_topologies_destroy(set);
	free(text);
	return rc;
}

int main(void)
{
	static const size_t sizes[] = {1000, 10000, 100000};
	int rc = 0;

	printf("%7s %7s %9s %9s %9s %12s %10s %10s\n", "nodes", "leaves", "file KiB", "load ms",
	       "load MB", "nodes sorted", "order ms", "locate ns");
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		rc |= measure(sizes[i]);
	return rc;
}
