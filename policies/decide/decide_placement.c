/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the job is to lie on the topology: a segment on blocks, a count of leaf
 * switches on trees, nodes in a row on flat ones, the GPU type by which typed limits bind.  Only
 * what the user left open, only what this Slurm accepts (docs/policy.md has the rules).
 */
#include "policies/decide/deciding.h"
#include "policies/decide/decision_fields.h"
#include "policies/file/route_keys.h"

#include <string.h>

#define DEFAULT_MAX_SWITCH_WAIT 300

static bool is_set(uint32_t n)
{
	return n && cr_is_number(n);
}

/* ---- blocks ------------------------------------------------------------ */

/* When Slurm takes a segment from us and means the same by it as we do. */
static const char *why_no_segment(const struct cr_deciding *g, const struct cr_candidate *c)
{
	const struct cr_request *r = g->request;

	if (!cr_is_number(r->min_nodes))
		return "the number of nodes is open";
	if (g->size.nodes == CR_UNSET)
		return "a range of nodes was asked for";
	if (cr_is_number(c->part->min_nodes) && r->min_nodes < c->part->min_nodes)
		return "Slurm will raise the number of nodes to the partition's MinNodes";
	if (r->nodelist)
		return "-w names nodes";
	if (!c->part->space)
		return "the partition's blocks are not known";
	return NULL;
}

static const char *segment_advice(struct cr_deciding *g, const struct cr_candidate *c,
				  const struct cr_segment_wish *wish)
{
	struct cr_fit_count below = {0}, above = {0};

	cr_fit_nearest(c->part->space, g->size.nodes, wish, g->view->slurm_version, &below, &above);
	if (below.nodes && above.nodes)
		return cr_say(g, "; %zu nodes (segment %u) or %zu (segment %u) would do better",
			      below.nodes, below.segment, above.nodes, above.segment);
	if (below.nodes || above.nodes)
		return cr_say(g, "; %zu nodes (segment %u) would do better",
			      below.nodes ? below.nodes : above.nodes,
			      below.nodes ? below.segment : above.segment);
	return "";
}

/* No legal segment is good enough: what the route says about that. */
static int poor_segment(struct cr_deciding *g, struct cr_candidate *c,
			const struct cr_segment_rule *rule, const struct cr_segment_wish *wish,
			uint32_t best, bool *next)
{
	bool number = rule->choose.choice == CR_SEGMENT_NUMBER;
	const char *text = cr_say(
		g, "%u nodes allow no segment of %s%u%s%s%s", g->size.nodes,
		number ? "" : "at least ", wish->min,
		wish->multiple_of > 1 ? cr_say(g, " in multiples of %u", wish->multiple_of) : "",
		best > 1 ? cr_say(g, ", only %u", best) : "", segment_advice(g, c, wish));

	if (rule->otherwise == CR_OTHERWISE_REFUSE)
		return cr_refuse(g, CR_STEP_PLACEMENT, CR_332_SEGMENT_POOR, "partition '%s': %s",
				 c->part->name, text);
	if (rule->otherwise == CR_OTHERWISE_NEXT && !g->explicit_partition) { /* -p has no next */
		c->obstacle = CR_OBSTACLE_ROOM;
		c->code = CR_332_SEGMENT_POOR;
		c->why = text;
		*next = true;
		return -1;
	}
	cr_warn(g, CR_STEP_PLACEMENT, CR_332_SEGMENT_POOR, c->part->name, "%s", text);
	if (best > 1)
		g->d->segment = best;
	return 0;
}

static void set_segment(struct cr_deciding *g, const struct cr_candidate *c, uint32_t segment)
{
	bool wished = c->route->segment.choose.choice == CR_SEGMENT_NUMBER;

	if (segment < 2)
		return;
	g->d->segment = segment;
	cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
		   "%u segments of %u nodes, each within one block: %s", g->size.nodes / segment,
		   segment, wished ? "as the route says" : "the largest that fit");
}

static struct cr_segment_wish wish_of(const struct cr_segment_rule *rule)
{
	struct cr_segment_wish wish = {.min = rule->min, .multiple_of = rule->multiple_of};

	if (rule->choose.choice == CR_SEGMENT_NUMBER) {
		wish.min = wish.max = rule->choose.number;
		wish.multiple_of = 1;
	}
	return wish;
}

/* The best one under WISH (NULL: any) for the job on C; 0: there is none. */
static uint32_t best_segment(const struct cr_deciding *g, const struct cr_candidate *c,
			     const struct cr_segment_wish *wish)
{
	return cr_fit_best_segment(c->part->space, g->size.nodes, wish, g->view->slurm_version);
}

static bool route_wants_segment(const struct cr_deciding *g, const struct cr_candidate *c)
{
	return c->route->segment.choose.choice != CR_SEGMENT_NONE && !is_set(g->request->segment);
}

/* No update gives a job a segment. */
bool cr_placement_segments(const struct cr_deciding *g, const struct cr_candidate *c)
{
	struct cr_segment_wish wish;

	if (!c->route || c->part->topology_type != CR_TOPOLOGY_BLOCK || g->named_several ||
	    g->request->change || g->request->modify || !route_wants_segment(g, c) ||
	    why_no_segment(g, c))
		return false;
	wish = wish_of(&c->route->segment);
	return best_segment(g, c, &wish) > 1 || best_segment(g, c, NULL) > 1;
}

static int choose_segment(struct cr_deciding *g, struct cr_candidate *c, bool *next)
{
	const struct cr_segment_rule *rule = &c->route->segment;
	struct cr_segment_wish wish = wish_of(rule);
	uint32_t best = best_segment(g, c, &wish);

	if (!best)
		return poor_segment(g, c, rule, &wish, best_segment(g, c, NULL), next);
	set_segment(g, c, best);
	return 0;
}

static int place_on_blocks(struct cr_deciding *g, struct cr_candidate *c, bool *next)
{
	const char *why = why_no_segment(g, c);

	if (c->route->exclusive_topology && g->request->exclusive == CR_EXCLUSIVE_UNSAID)
		g->d->exclusive_topo = true;
	if (!route_wants_segment(g, c))
		return 0;
	if (why) {
		if (g->size.nodes == CR_UNSET && is_set(g->request->max_nodes) &&
		    g->request->max_nodes != g->request->min_nodes)
			cr_warn(g, CR_STEP_PLACEMENT, CR_336_NODE_RANGE, c->part->name,
				"-N %u-%u is a range: Slurm may scatter it over blocks; ask for "
				"one number of nodes",
				g->request->min_nodes, g->request->max_nodes);
		else
			cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
				   "no segment set: %s", why);
		return 0;
	}
	return choose_segment(g, c, next);
}

static void place_segments(struct cr_deciding *g, const struct cr_candidate *c)
{
	bool said = g->request->spread_segments || g->request->consolidate_segments;

	if (g->d->segment == CR_UNSET || said)
		return;
	g->d->spread_segments = c->route->spacing == CR_SPACING_SPREAD;
	g->d->consolidate_segments = c->route->spacing == CR_SPACING_CONSOLIDATE;
}

/* ---- trees ------------------------------------------------------------- */

/* The longest that Slurm waits for few switches, whatever the job says (job_mgr.c), in seconds. */
static uint32_t longest_wait(const struct cr_deciding *g)
{
	return cr_is_number(g->view->max_switch_wait) ? g->view->max_switch_wait
						      : DEFAULT_MAX_SWITCH_WAIT;
}

/* What becomes of the user's own --switches: it always lapses, so it is never a reason to refuse.
 */
static void note_own_switches(struct cr_deciding *g, const struct cr_candidate *c)
{
	uint32_t own = g->request->switches, wait = g->request->switch_wait;
	size_t fewest;

	if (!cr_is_number(own) || !own || !c->part->space || g->size.nodes == CR_UNSET ||
	    c->part->topology_type != CR_TOPOLOGY_TREE)
		return;
	if (wait == CR_UNSET || wait > longest_wait(g))
		wait = longest_wait(g);
	fewest = cr_fit_fewest_units(c->part->space, g->size.nodes);
	if (g->view->dragonfly && own > 1)
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "--switches=%u has no effect with TopologyParam=dragonfly, which takes "
			   "1 alone",
			   own);
	else if (fewest > own)
		cr_warn(g, CR_STEP_PLACEMENT, CR_335_SWITCHES, c->part->name,
			"%u nodes need at least %zu leaf switches: for --switches=%u the job waits "
			"%u s (max_switch_wait) in vain",
			g->size.nodes, fewest, own, wait);
	else
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "--switches=%u is waited for at most %u s (max_switch_wait), then the "
			   "job starts on more",
			   own, wait);
}

static void set_switches(struct cr_deciding *g, const struct cr_candidate *c, size_t count)
{
	uint32_t cap = longest_wait(g);
	uint32_t wait = c->route->switches.wait;

	if (g->view->dragonfly && count > 1) {
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "TopologyParam=dragonfly: %zu leaf switches could not be asked for",
			   count);
		return;
	}

	g->d->switches = (uint32_t)count;
	if (wait != CR_UNSET && wait > cap) {
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "Slurm waits at most %u s for few switches (max_switch_wait)", cap);
		wait = cap;
	}
	g->d->switch_wait = wait;
	cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
		   "%zu leaf switch%s: %s %u nodes", count, count == 1 ? "" : "es",
		   c->route->switches.choice == CR_SWITCHES_FEWEST ? "the fewest that hold"
								   : "as the route says, for",
		   g->size.nodes);
}

static void place_on_tree(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_count *rule = &c->route->switches;
	size_t fewest, all;

	if (rule->choice == CR_SWITCHES_NONE || is_set(g->request->switches) || !c->part->space ||
	    g->size.nodes == CR_UNSET || g->request->nodelist)
		return;
	fewest = cr_fit_fewest_units(c->part->space, g->size.nodes);
	all = cr_space_units(c->part->space);
	/* What passes the trees by would be bound to one of them by a count. */
	if (!fewest || all <= 1 || !cr_fit_ever(c->part->space, g->size.nodes))
		return;
	if (rule->choice == CR_SWITCHES_NUMBER && rule->number > fewest)
		fewest = rule->number;
	if (fewest < all)
		set_switches(g, c, fewest);
	else
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "%u nodes take all %zu leaf switches: no count set", g->size.nodes, all);
}

/* ---- flat -------------------------------------------------------------- */

/*
 * On a tree Slurm would set the switches aside for it, and blocks, rings and tori
 * pay no heed to it.  Beside -w it fills the gaps between the nodes named.
 */
static void place_on_flat(struct cr_deciding *g, const struct cr_candidate *c)
{
	const char *why = NULL;

	if (!c->route->contiguous || g->request->contiguous)
		return;
	if (g->request->nodelist)
		why = "-w names nodes";
	else if (g->size.nodes == 1)
		why = "one node is all it takes";
	g->d->contiguous = !why;
	cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name, "%s%s",
		   why ? "contiguous nodes are not asked for: "
		       : "nodes that follow each other in Slurm's order",
		   why ? why : "");
}

/* ---- both -------------------------------------------------------------- */

/*
 * Batch jobs only: an srun that makes its own allocation then asks for its step
 * what its user typed, and Slurm refuses GPUs with and without type in one
 * request ("Invalid GRES specification", seen on 26.05.5).
 */
static void set_gpu_type(struct cr_deciding *g, const struct cr_candidate *c)
{
	if (g->request->batch && g->size.wants_gpus && !g->size.typed && c->shape && !c->mixed &&
	    !g->named_several)
		g->d->gpu_type = c->shape->gpu_type;
}

/* What the route says in vain: a route by topology or partition can lead to any type. */
static void note_vain(struct cr_deciding *g, const struct cr_candidate *c)
{
	const struct cr_field *key;
	size_t at = 0;

	while ((key = cr_route_vain_key(c->route, c->part->topology_type, &at)) != NULL)
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "the route's '%s' has no effect on %s%s", key->key,
			   c->part->topology_type ? "topologies of type "
						  : "a partition without topology",
			   c->part->topology_type ? cr_topology_type_name(c->part->topology_type)
						  : "");
}

/* A wish that this version of Slurm cannot be told. */
static void drop_unknown(struct cr_deciding *g, const struct cr_candidate *c)
{
	for (unsigned field = 0; field < CR_DECISION_FIELDS; field++) {
		uint32_t since = cr_decision_row(field)->since;

		if (g->view->slurm_version >= since || !cr_decision_has(g->d, field))
			continue;
		cr_decision_unset(g->d, field);
		cr_because(g, CR_STEP_PLACEMENT, CR_NO_CODE, c->part->name,
			   "%s: left out, Slurm has it since %u.%02u.%u",
			   cr_decision_row(field)->label, since >> 16, since >> 8 & 0xff,
			   since & 0xff);
	}
}

int cr_decide_placement(struct cr_deciding *g, struct cr_candidate *c, bool *next)
{
	int rc = 0;

	set_gpu_type(g, c);
	note_own_switches(g, c);
	if (!c->route || g->named_several)
		return 0;
	if (c->part->topology_type == CR_TOPOLOGY_BLOCK) {
		rc = place_on_blocks(g, c, next);
		place_segments(g, c);
	} else if (c->part->topology_type == CR_TOPOLOGY_TREE) {
		place_on_tree(g, c);
	} else if (c->part->topology_type == CR_TOPOLOGY_FLAT) {
		place_on_flat(g, c);
	}
	if (rc == 0) {
		note_vain(g, c);
		drop_unknown(g, c);
	}
	return rc;
}
