/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts read as topologies, random ones drawn, and what their readers said. */
#include "tests/unit/topology_world.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MAX  40
#define GROUPS_MAX 64

unsigned tw_dice(unsigned *seed, unsigned sides)
{
	*seed = *seed * 1103515245U + 12345U;
	return (*seed >> 16) % sides;
}

const char *tw_messages(const struct cr_diags *diags)
{
	static char all[8192];
	size_t len = 0;

	all[0] = '\0';
	for (size_t i = 0; i < cr_diags_kept(diags); i++) {
		char line[1024];

		cr_diag_format(cr_diags_get(diags, i), line, sizeof(line));
		len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s", i ? "\n" : "", line);
		if (len >= sizeof(all))
			break;
	}
	return all;
}

struct cr_topologies *tw_yaml(const char *text)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), NULL, diags);

	if (!set)
		fail_msg("%s\n%s", tw_messages(diags), text);
	cr_diags_destroy(diags);
	return set;
}

const char *tw_yaml_messages(const char *text, const struct cr_topology_rules *rules, bool *good)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_topologies *set = cr_topologies_parse_yaml("t", text, strlen(text), rules, diags);
	const char *messages = tw_messages(diags);

	/* Refused means an error was told, and the other way round. */
	assert_int_equal(set == NULL, cr_diags_errors(diags) > 0);
	if (good)
		*good = set != NULL;
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
	return messages;
}

const char *tw_conf_messages(const char *text, enum cr_topology_type type,
			     const struct cr_conf_loader *loader, bool *good)
{
	struct cr_diags *diags = cr_diags_new();
	struct cr_topologies *set = cr_topologies_parse_conf("t", text, strlen(text), type, loader,
							     NULL, diags);
	const char *messages = tw_messages(diags);

	assert_int_equal(set == NULL, cr_diags_errors(diags) > 0);
	if (good)
		*good = set != NULL;
	cr_topologies_destroy(set);
	cr_diags_destroy(diags);
	return messages;
}

/* NODES numbers 1 to count in random order. */
static void shuffle(unsigned *seed, unsigned *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		numbers[i] = (unsigned)i + 1;
	for (size_t i = count; i > 1; i--) {
		size_t k = tw_dice(seed, (unsigned)i);
		unsigned t = numbers[i - 1];

		numbers[i - 1] = numbers[k];
		numbers[k] = t;
	}
}

/* What is being written: the nodes still to be given away, and lines in any order. */
struct writer {
	unsigned *seed;
	unsigned numbers[NODES_MAX];
	size_t left;
	char lines[GROUPS_MAX][256];
	size_t count;
};

static void take_nodes(struct writer *w, size_t want, char *text, size_t size)
{
	size_t len = 0;

	for (; want && w->left; want--)
		len += (size_t)snprintf(text + len, size - len, "%sn%u", len ? "," : "",
					w->numbers[--w->left]);
}

static void add_leaves(struct writer *w, size_t leaves)
{
	for (size_t i = 0; i < leaves; i++) {
		char nodes[200] = "";

		take_nodes(w, 1 + tw_dice(w->seed, 6), nodes, sizeof(nodes));
		(void)snprintf(w->lines[w->count++], sizeof(w->lines[0]),
			       "{switch: l%zu, nodes: '%s'}", i, nodes);
	}
}

/* One level of switches above COUNT groups called BELOW0 ...; some groups may be left without. */
static size_t add_level(struct writer *w, const char *name, const char *below, size_t count)
{
	size_t switches = 0, at = 0;

	while (at < count) {
		size_t fan = 1 + tw_dice(w->seed, 3), first = at;

		at = at + fan < count ? at + fan : count;
		if (tw_dice(w->seed, 8) == 0)
			continue; /* these stay roots, or get the next level's */
		(void)snprintf(w->lines[w->count++], sizeof(w->lines[0]),
			       "{switch: %s%zu, children: '%s[%zu-%zu]'}", name, switches++, below,
			       first, at - 1);
	}
	return switches;
}

static struct cr_topologies *read_lines(struct writer *w, const char *head)
{
	unsigned order[GROUPS_MAX];
	char text[GROUPS_MAX * 280];
	size_t len = (size_t)snprintf(text, sizeof(text), "%s", head);

	shuffle(w->seed, order, w->count);
	for (size_t i = 0; i < w->count; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "    - %s\n",
					w->lines[order[i] - 1]);
	return tw_yaml(text);
}

static struct cr_topologies *random_tree(struct writer *w)
{
	size_t leaves = 1 + tw_dice(w->seed, 8), count = leaves;
	static const char *const names[] = {"l", "s", "p", "c"};

	add_leaves(w, leaves);
	for (unsigned level = 1; level < 4 && count > 1; level++)
		count = add_level(w, names[level], names[level - 1], count);
	return read_lines(w, "- topology: t\n  tree:\n    switches:\n");
}

static struct cr_topologies *random_blocks(struct writer *w)
{
	static const char *const sizes[] = {
		"", "    block_sizes: [4]\n", "    block_sizes: [4, 8]\n",
		"    block_sizes: [3, 12]\n", "    block_sizes: [2, 4, 8, 16]\n"};
	size_t blocks = 1 + tw_dice(w->seed, 9);
	char head[128];

	for (size_t i = 0; i < blocks; i++) {
		char nodes[200] = "";

		take_nodes(w, i ? tw_dice(w->seed, 6) : 4, nodes, sizeof(nodes));
		(void)snprintf(w->lines[w->count++], sizeof(w->lines[0]),
			       "{block: b%zu, nodes: '%s'}", i, nodes);
	}
	(void)snprintf(head, sizeof(head), "- topology: t\n  block:\n%s    blocks:\n",
		       sizes[tw_dice(w->seed, COUNT(sizes))]);
	return read_lines(w, head);
}

struct cr_topologies *tw_random(unsigned *seed, enum cr_topology_type type)
{
	struct writer w = {.seed = seed, .left = 1 + tw_dice(seed, NODES_MAX)};

	shuffle(seed, w.numbers, w.left);
	return type == CR_TOPOLOGY_TREE ? random_tree(&w) : random_blocks(&w);
}

void tw_pick(unsigned *seed, const struct cr_topology *t, const char **names, size_t count)
{
	size_t nodes = cr_topology_node_count(t);
	unsigned order[NODES_MAX] = {0};

	assert_true(count <= nodes && nodes <= NODES_MAX);
	shuffle(seed, order, nodes);
	for (size_t i = 0; i < count; i++)
		names[i] = cr_topology_node_name(t, order[i] - 1);
}

unsigned tw_levels(const struct cr_topology *t)
{
	unsigned levels = 0;

	for (uint32_t i = 0; i < cr_topology_group_count(t); i++)
		if (cr_topology_group(t, i)->level >= levels)
			levels = cr_topology_group(t, i)->level + 1;
	return levels;
}

unsigned tw_distance(const struct cr_topology *t, uint32_t a, uint32_t b)
{
	const struct cr_group *g;
	uint32_t group;

	if (cr_topology_type(t) == CR_TOPOLOGY_FLAT)
		return 1;
	if (!cr_topology_node_name(t, a) || !cr_topology_node_name(t, b))
		return tw_levels(t) + 2;
	if (a == b)
		return 0;
	for (group = cr_topology_unit_of(t, a); group != CR_NONE; group = g->parent) {
		g = cr_topology_group(t, group);
		if (b >= g->begin && b < g->end)
			return g->level + 1;
	}
	return tw_levels(t) + 1;
}
