/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A topology as a tree of lines.  So that 10,000 nodes fit a terminal: of many
 * siblings the first few are shown and the rest is one line, of switches above
 * leaf switches only the first is opened; what holds marked nodes is always shown.
 */
#include "cli/topo.h"

#include "cli/command.h"
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX    66 /* levels of a topology, and the roots' */
#define FOLD_GROUPS  40 /* with no more groups than this nothing is folded */
#define SHOWN        6  /* siblings */
#define SHOWN_MARKED 20 /* siblings with marked nodes */

struct pen {
	const struct cr_topo_view *view;
	const struct cr_topology *t;
	const char *bold, *green, *dim, *plain;
	const char *tee, *corner, *bar, *ellipsis;
	size_t width;
	bool fold;
};

static struct pen new_pen(const struct cr_topo_view *view, const struct cr_topology *t)
{
	bool colour = cr_cli_colour(stdout), utf8 = cr_cli_utf8();

	return (struct pen){
		.view = view,
		.t = t,
		.bold = colour ? "\033[1m" : "",
		.green = colour ? "\033[32m" : "",
		.dim = colour ? "\033[2m" : "",
		.plain = colour ? "\033[0m" : "",
		.tee = utf8 ? "\u251c\u2500 " : "|- ",
		.corner = utf8 ? "\u2514\u2500 " : "`- ",
		.bar = utf8 ? "\u2502  " : "|  ",
		.ellipsis = utf8 ? "\u2026" : "...",
		.width = cr_cli_width(stdout),
		.fold = !view->all && cr_topology_group_count(t) > FOLD_GROUPS,
	};
}

static const char *plural_s(size_t n)
{
	return n == 1 ? "" : "s";
}

char *cr_topo_fold_nodes(const struct cr_topology *t, uint32_t begin, uint32_t end)
{
	const char **names = malloc((end - begin + 1UL) * sizeof(*names));
	char *text = NULL;

	for (uint32_t n = begin; names && n < end; n++)
		names[n - begin] = cr_topology_node_name(t, n);
	if (names)
		text = cr_hostlist_compact_sorted(names, end - begin, NULL);
	free(names);
	return text;
}

/* TEXT in at most ROOM columns, cut at a comma. */
static void print_cut(const struct pen *p, const char *text, size_t room)
{
	size_t len = strlen(text);

	if (len <= room || p->view->all) {
		fputs(text, stdout);
		return;
	}
	for (len = room; len > 0 && text[len] != ',';)
		len--;
	printf("%.*s%s", (int)(len ? len : room), text, p->ellipsis);
}

static size_t marked_in(const struct pen *p, uint32_t g)
{
	if (!p->view->marked || p->view->only != p->t)
		return 0;
	return cr_space_group_nodes(p->view->marked, g);
}

/* Which of the unit's nodes are marked. */
static void print_marked(const struct pen *p, const struct cr_group *g, uint32_t i)
{
	const char *const *names = cr_hostlist_names(p->view->mark);
	size_t count = 0;
	const char **in;
	char *text = NULL;

	printf("  %s<- %zu", p->green, marked_in(p, i));
	in = malloc((cr_hostlist_count(p->view->mark) + 1) * sizeof(*in));
	for (size_t k = 0; in && k < cr_hostlist_count(p->view->mark); k++) {
		uint32_t n = cr_topology_node(p->t, names[k]);

		if (n >= g->begin && n < g->end && n != CR_NONE)
			in[count++] = names[k];
	}
	if (in)
		text = cr_hostlist_compact_sorted(in, count, NULL);
	if (text && g->level == 0) {
		fputs(": ", stdout);
		print_cut(p, text, p->width / 3);
	}
	fputs(p->plain, stdout);
	free(text);
	free(in);
}

/* What it has besides those that are drawn below it: they hang below another switch. */
static void print_shared(const struct pen *p, const struct cr_group *g, size_t room)
{
	const char **names = calloc(g->shared_count, sizeof(*names));
	char *text = NULL;

	for (uint32_t i = 0; names && i < g->shared_count; i++)
		names[i] = cr_topology_group(p->t, g->shared[i])->name;
	if (names)
		text = cr_hostlist_compact_sorted(names, g->shared_count, NULL);
	if (text) {
		fputs("  shares ", stdout);
		print_cut(p, text, room);
	}
	free(text);
	free(names);
}

static void print_group(const struct pen *p, uint32_t i, size_t indent)
{
	const struct cr_group *g = cr_topology_group(p->t, i);
	size_t nodes = cr_topology_group_size(p->t, i), room;
	char *text;

	printf("%s%s%s  %s%zu node%s%s", p->bold, g->name, p->plain, p->dim, nodes, plural_s(nodes),
	       p->plain);
	room = indent + strlen(g->name) + 12;
	room = room + 20 < p->width ? p->width - room : 20;
	if (marked_in(p, i))
		room /= 2;
	if (g->level == 0 && (text = cr_topo_fold_nodes(p->t, g->begin, g->end))) {
		fputs("  ", stdout);
		print_cut(p, text, room);
		free(text);
	}
	if (g->shared_count)
		print_shared(p, g, room);
	if (marked_in(p, i))
		print_marked(p, g, i);
	putchar('\n');
}

/* Is sibling number INDEX, group G, one that gets a line? */
static bool is_shown(const struct pen *p, uint32_t g, size_t index, size_t marked)
{
	if (!p->fold || index < SHOWN)
		return true;
	return marked_in(p, g) && marked < SHOWN_MARKED;
}

static bool is_opened(const struct pen *p, uint32_t g, size_t index)
{
	return !p->fold || index == 0 || marked_in(p, g);
}

/* One level of the walk: the siblings from FIRST on. */
struct frame {
	uint32_t at;          /* next sibling to look at, or CR_NONE */
	size_t index, marked; /* siblings looked at, of those with marked nodes */
	size_t lines;         /* lines still to come at this level, the folded rest's included */
	const char **hidden;  /* names of siblings without a line */
	size_t hidden_count, hidden_nodes;
};

static struct frame open_frame(const struct pen *p, uint32_t first)
{
	struct frame f = {.at = first};
	size_t count = 0, hidden = 0;

	for (uint32_t g = first; g != CR_NONE; g = cr_topology_group(p->t, g)->next_sibling) {
		if (is_shown(p, g, count, f.marked))
			f.lines++;
		else
			hidden++;
		f.marked += marked_in(p, g) != 0;
		count++;
	}
	f.marked = 0;
	f.lines += hidden != 0;
	f.hidden = hidden ? calloc(hidden, sizeof(*f.hidden)) : NULL;
	return f;
}

static void print_indent(const struct pen *p, const struct frame *stack, size_t depth)
{
	for (size_t i = 0; i + 1 < depth; i++)
		fputs(stack[i].lines ? p->bar : "   ", stdout);
	fputs(stack[depth - 1].lines > 1 ? p->tee : p->corner, stdout);
}

static void print_hidden(const struct pen *p, struct frame *f, size_t indent)
{
	char *names = cr_hostlist_compact_sorted(f->hidden, f->hidden_count, NULL);

	printf("%s%s and %zu more, %zu node%s", p->dim, p->ellipsis, f->hidden_count,
	       f->hidden_nodes, plural_s(f->hidden_nodes));
	if (names) {
		fputs(": ", stdout);
		print_cut(p, names, indent + 60 < p->width ? p->width - indent - 40 : 20);
	}
	printf("%s\n", p->plain);
	free(names);
}

/* One sibling.  Returns the group to open below, or CR_NONE. */
static uint32_t print_sibling(const struct pen *p, struct frame *stack, size_t depth)
{
	struct frame *f = &stack[depth - 1];
	const struct cr_group *g = cr_topology_group(p->t, f->at);
	uint32_t at = f->at, open = CR_NONE;
	size_t index = f->index++;

	f->at = g->next_sibling;
	if (!is_shown(p, at, index, f->marked)) {
		if (f->hidden)
			f->hidden[f->hidden_count++] = g->name;
		f->hidden_nodes += cr_topology_group_size(p->t, at);
		return CR_NONE;
	}
	f->marked += marked_in(p, at) != 0;
	print_indent(p, stack, depth);
	print_group(p, at, depth * 3);
	f->lines--;
	if (is_opened(p, at, index))
		open = g->first_child;
	return open;
}

static void print_tree(const struct pen *p)
{
	struct frame stack[DEPTH_MAX] = {open_frame(p, cr_topology_first_root(p->t))};
	size_t depth = 1;

	while (depth) {
		struct frame *f = &stack[depth - 1];
		uint32_t below;

		if (f->at == CR_NONE) {
			if (f->hidden_count) {
				print_indent(p, stack, depth);
				print_hidden(p, f, depth * 3);
			}
			free(f->hidden);
			depth--;
			continue;
		}
		below = print_sibling(p, stack, depth);
		if (below != CR_NONE && depth < DEPTH_MAX)
			stack[depth++] = open_frame(p, below);
	}
}

static void print_head(const struct pen *p)
{
	const struct cr_topology *t = p->t;
	size_t units = cr_topology_unit_count(t), nodes = cr_topology_node_count(t), levels;
	const uint32_t *sizes = cr_topology_block_levels(t, &levels);

	printf("%s%s%s  %s", p->bold, cr_topology_name(t), p->plain,
	       cr_topology_type_name(cr_topology_type(t)));
	if (t == cr_topologies_default(p->view->set))
		fputs(", cluster default", stdout);
	if (cr_topology_type(t) == CR_TOPOLOGY_FLAT) {
		puts(": any node, all equally near");
		return;
	}
	printf(": %zu node%s in %zu unit%s", nodes, plural_s(nodes), units, plural_s(units));
	for (size_t i = 0; i < levels; i++)
		printf("%s%zu", i ? ", " : "; placed within ",
		       (size_t)sizes[i] * cr_topology_base_block(t));
	puts(levels ? " nodes" : "");
	print_tree(p);
}

static void print_quality(const struct pen *p)
{
	const struct cr_hostlist *mark = p->view->mark;
	char words[400], parts[120];

	printf("%s\n", cr_quality_words(p->t, &p->view->quality, words, sizeof(words)));
	cr_quality_parts(p->t, cr_hostlist_names(mark), cr_hostlist_count(mark), parts,
			 sizeof(parts));
	if (p->view->quality.units > 1 && *parts)
		printf("per unit: %s\n", parts);
}

/* Returns whether T knows the node. */
static bool print_node(const struct cr_topology *t, const char *name)
{
	uint32_t n = cr_topology_node(t, name), unit = cr_topology_unit_of(t, n);
	char path[1024];
	size_t size;

	if (n == CR_NONE)
		return false;
	cr_topology_path(t, n, path, sizeof(path));
	size = cr_topology_unit_size(t, unit);
	printf("%s: %s  (%s, %zu node%s)\n", cr_topology_name(t), path,
	       cr_topology_group(t, unit)->name, size, plural_s(size));
	return true;
}

static int print_location(const struct cr_topo_view *view)
{
	size_t found = 0;

	for (size_t i = 0; i < cr_topologies_count(view->set); i++) {
		const struct cr_topology *t = cr_topologies_get(view->set, i);

		if (!view->only || view->only == t)
			found += print_node(t, view->node);
	}
	if (found)
		return cr_cli_finish();
	cr_cli_say("node '%s' is in no such topology", view->node);
	return CR_CLI_NO;
}

int cr_topo_text(const struct cr_topo_view *view)
{
	if (view->node)
		return print_location(view);
	for (size_t i = 0; i < cr_topologies_count(view->set); i++) {
		struct pen p = new_pen(view, cr_topologies_get(view->set, i));

		if (view->only && view->only != p.t)
			continue;
		print_head(&p);
		if (view->mark)
			print_quality(&p);
	}
	return cr_cli_finish();
}
