/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a partition's nodes have the shape that a job asks for, and whether there is room. */
#include "policies/decide/candidate.h"

#include "topology/slurm_versions.h"

#include <string.h>

/* ---- shape ------------------------------------------------------------- */

/* What asks the same of nodes with fewer GPUs: "-N 16 --gpus-per-node=4, or --gpus=64". */
static const char *equivalent_shape(struct cr_deciding *g, const struct cr_demand *d)
{
	uint64_t nodes = (d->gpus + d->has - 1) / d->has;

	return cr_say(g, " (-N %llu --gpus-per-node=%llu asks for as many, --gpus=%llu fits any)",
		      (unsigned long long)nodes, (unsigned long long)d->has,
		      (unsigned long long)d->gpus);
}

static const char *why_misfit(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_demand *d = &c->demand;
	const struct cr_shape *s = c->part->shapes;
	unsigned long long asked = d->asked, has = d->has;

	switch (d->misfit) {
	case CR_MISFIT_GPUS:
		c->code = CR_311_GPUS_PER_NODE;
		if (!has)
			return cr_say(g, "%llu GPUs per node asked, its nodes have none", asked);
		return cr_say(g, "%llu GPUs per node asked, its nodes have %llu%s", asked, has,
			      equivalent_shape(g, d));
	case CR_MISFIT_GPU_TYPE:
		c->code = CR_312_GPU_TYPE;
		return cr_say(g, "GPU type '%s' asked, its nodes have '%s'",
			      g->size.gpu_type ? g->size.gpu_type : "(several)",
			      s->gpu_type ? s->gpu_type : "none");
	case CR_MISFIT_CPUS:
		return cr_say(g, "%llu CPUs per node asked, its nodes have %llu", asked, has);
	case CR_MISFIT_MEMORY:
		return cr_say(g, "%llu MiB of memory per node asked, its nodes have %llu", asked,
			      has);
	default:
		return cr_say(g, "its nodes lack a feature of -C '%.60s'", g->request->features);
	}
}

/*
 * A node that never registered (in the first second of slurmctld's life, or in a
 * cloud's pool that was never started) has no architecture in Slurm's records.
 * The same GPU type says that it is the same kind of node.
 */
bool cr_shape_same(const struct cr_shape *a, const struct cr_shape *b)
{
	const char *gpu_a = a->gpu_type ? a->gpu_type : "", *gpu_b = b->gpu_type ? b->gpu_type : "";

	if (strcmp(gpu_a, gpu_b) != 0)
		return false;
	if (!a->arch || !b->arch)
		return *gpu_a || a->arch == b->arch;
	return strcmp(a->arch, b->arch) == 0;
}

static bool gives_whole_nodes(const struct cr_deciding *g, const struct cr_partition *p)
{
	return p->exclusive_node || p->exclusive_topo ||
	       g->request->exclusive == CR_EXCLUSIVE_NODE ||
	       g->request->exclusive == CR_EXCLUSIVE_TOPO;
}

static void clip_number(uint32_t *n, uint32_t max)
{
	if (max && cr_is_number(max) && *n > max)
		*n = max;
}

static void find_extremes(struct cr_deciding *g, struct cr_candidate *c, uint32_t has)
{
	const struct cr_partition *p = c->part;

	if (!p->shape_count)
		cr_size_on(g->request, &g->size, &(const struct cr_shape){0}, &c->demand);
	if (!c->least_nodes)
		c->least_nodes = c->demand.nodes;
	c->most_nodes = g->named_nodes.uncounted ? CR_NUMBER_MAX
						 : cr_size_most_nodes(g->request, c->least_nodes);
	clip_number(&c->most_nodes, p->nodes);
	if (!g->max_nodes_lifted)
		clip_number(&c->most_nodes, p->max_nodes);
	if (c->most_nodes < c->least_nodes)
		c->most_nodes = c->least_nodes;
	c->most_gpus = cr_size_most_gpus(g->request, c->most_nodes, has, gives_whole_nodes(g, p));
}

/*
 * Does the job come to the same on A and B?  Features that it does not ask for, a rack's
 * name on each node, make a shape of each.
 */
static bool is_alike(const struct cr_deciding *g, const struct cr_shape *a,
		     const struct cr_shape *b)
{
	const char *features = g->request->features;

	return !(features && *features) && a->gpus == b->gpus && a->cpus == b->cpus &&
	       a->sockets == b->sockets && a->memory == b->memory && cr_shape_same(a, b);
}

/* All shapes of a partition are looked at: a mixed one holds the job on some of them. */
void cr_candidate_measure(struct cr_deciding *g, struct cr_candidate *c)
{
	struct cr_demand d;
	uint32_t has = 0; /* the most GPUs that one of its nodes has */

	for (size_t i = 0; i < c->part->shape_count; i++) {
		const struct cr_shape *s = &c->part->shapes[i];

		has = s->gpus > has ? s->gpus : has;
		if (!i || !is_alike(g, s, s - 1))
			cr_size_on(g->request, &g->size, s, &d);
		if (d.misfit) {
			if (!i)
				c->demand = d;
			continue;
		}
		c->fitting_nodes += s->nodes;
		if (!c->least_nodes || d.nodes < c->least_nodes)
			c->least_nodes = d.nodes;
		if (!c->shape) {
			c->shape = s;
			c->demand = d;
		} else if (!cr_shape_same(c->shape, s)) {
			c->mixed = true;
		}
	}
	find_extremes(g, c, has);
}

const char *cr_check_shape(struct cr_deciding *g, struct cr_candidate *c)
{
	if (c->shape)
		return NULL;
	if (!c->part->shape_count)
		return "it has no nodes";
	return why_misfit(g, c);
}

const char *cr_check_mixed(struct cr_deciding *g, struct cr_candidate *c)
{
	if (!c->mixed || g->portable || g->explicit_partition)
		return NULL;
	return "its nodes differ in CPU architecture or GPU type";
}

/* ---- room -------------------------------------------------------------- */

const char *cr_check_state(struct cr_deciding *g, struct cr_candidate *c)
{
	(void)g;
	return c->part->takes_jobs ? NULL : "it takes no jobs now";
}

const char *cr_check_nodes(struct cr_deciding *g, struct cr_candidate *c)
{
	if (c->demand.nodes <= c->fitting_nodes)
		return NULL;
	return cr_say(g, "%u nodes asked, it has %llu%s", c->demand.nodes,
		      (unsigned long long)c->fitting_nodes,
		      c->fitting_nodes < c->part->nodes ? " of that kind" : "");
}

/* The user's segment, where Slurm pays heed to it for so many nodes; else 0. */
static uint32_t own_segment(const struct cr_deciding *g, const struct cr_candidate *c,
			    uint32_t nodes)
{
	uint32_t segment = g->request->segment, version = g->view->slurm_version;

	if (!segment || !cr_is_number(segment) || c->part->topology_type != CR_TOPOLOGY_BLOCK)
		return 0;
	if (segment > nodes && (!version || version >= CR_SINCE_SEGMENT_BEYOND_JOB))
		return 0;
	return segment;
}

/* Does Slurm place the job without a look at its tree (eval_nodes_tree(), 24.11 to 26.05)? */
static bool passes_tree_by(const struct cr_deciding *g, const struct cr_candidate *c)
{
	const struct cr_request *r = g->request;
	bool wish = cr_is_number(r->switches) && r->switches;

	if (c->part->topology_type != CR_TOPOLOGY_TREE)
		return false;
	return r->contiguous || r->arbitrary || (g->view->tree_optional && !wish);
}

const char *cr_check_topology(struct cr_deciding *g, struct cr_candidate *c)
{
	if (!c->part->space || passes_tree_by(g, c) || own_segment(g, c, c->demand.nodes) ||
	    cr_fit_ever(c->part->space, c->demand.nodes) || cr_placement_segments(g, c))
		return NULL;
	return cr_say(g, "its topology could not hold %u nodes were all of them idle",
		      c->demand.nodes);
}

const char *cr_check_arbitrary(struct cr_deciding *g, struct cr_candidate *c)
{
	if (!g->request->arbitrary || c->part->topology_type != CR_TOPOLOGY_BLOCK)
		return NULL;
	return "Slurm cannot place -m arbitrary in a block topology";
}

/* "; 4 or 8 nodes would do": those next to NODES that SEGMENT divides, as far as there are so many.
 */
static const char *divided_nodes(struct cr_deciding *g, const struct cr_candidate *c,
				 uint32_t nodes, uint32_t segment)
{
	uint32_t below = nodes - nodes % segment, above = below + segment;
	bool room = above <= cr_space_nodes(c->part->space);

	if (below && room)
		return cr_say(g, "; %u or %u nodes would do", below, above);
	if (below || room)
		return cr_say(g, "; %u nodes would do", below ? below : above);
	return "";
}

/*
 * A segment or switch count of the user's own that Slurm could never satisfy there.
 * Of a range of nodes Slurm's blocks look at the least (26.05.5).
 */
const char *cr_check_own_segment(struct cr_deciding *g, struct cr_candidate *c)
{
	uint32_t nodes = cr_is_number(g->request->min_nodes) ? g->request->min_nodes : 0;
	uint32_t segment = nodes ? own_segment(g, c, nodes) : 0;
	const char *anew = g->request->change ? "; no update changes a segment: submit the job anew"
					      : "";

	if (!segment || !c->part->space)
		return NULL;
	if (nodes % segment != 0)
		return cr_say(g, "--segment=%u does not divide %u nodes%s%s", segment, nodes,
			      divided_nodes(g, c, nodes, segment), anew);
	if (cr_fit_segment_ok(c->part->space, nodes, segment, g->view->slurm_version))
		return NULL;
	return cr_say(g,
		      "--segment=%u for %u nodes finds no room in its blocks, the largest of "
		      "%zu nodes%s",
		      segment, nodes, cr_space_largest_unit(c->part->space), anew);
}
