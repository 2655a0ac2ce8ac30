/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The best candidate, looking at no more of them than it takes to be sure: they stand by
 * the order of the routes, so that a good one is seldom far.
 */
#include "policies/decide/deciding.h"

#include <string.h>

static bool is_busy(const struct cr_candidate *c)
{
	return c->shape && c->shape->idle < c->demand.nodes;
}

/* Better first: open, an earlier route, fits within limits now, enough idle nodes. */
static uint64_t rank_candidate(const struct cr_candidate *c, size_t place)
{
	uint64_t shut = !c->part->up, later = !c->fits_now;
	uint64_t busy = is_busy(c);
	uint64_t route = c->route ? c->route->rank : 0;

	return shut << 63 | route << 34 | later << 33 | busy << 32 | place;
}

struct cr_candidate *cr_candidate_best(const struct cr_deciding *g, const bool *taken, bool all)
{
	struct cr_candidate *found = NULL;
	uint64_t lowest = UINT64_MAX;

	for (size_t i = 0; i < g->candidate_count; i++) {
		struct cr_candidate *c = &g->candidates[i];

		if (c->dropped || (c->obstacle && !all) || (taken && taken[i]) ||
		    (found && c->place > found->place))
			continue;
		if (!found || c->place < found->place || rank_candidate(c, i) < lowest) {
			lowest = rank_candidate(c, i);
			found = c;
		}
	}
	return found;
}

static bool has_idle(const struct cr_partition *p, uint32_t nodes)
{
	for (size_t i = 0; i < p->shape_count; i++)
		if (p->shapes[i].idle >= nodes)
			return true;
	return false;
}

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Do the same limits hold on P as on C, for a job of the same size? */
static bool has_same_limits(const struct cr_deciding *g, const struct cr_partition *p,
			    const struct cr_candidate *c)
{
	return g->view->user_assoc_count <= 1 && is_same_text(p->qos, c->part->qos) &&
	       p->shape_count == 1 && c->shape && cr_shape_same(p->shapes, c->shape) &&
	       p->shapes->gpus == c->shape->gpus && p->shapes->cpus == c->shape->cpus;
}

/* Can U, not looked at yet, be better than C?  It is on a route that comes no earlier. */
static bool may_beat(const struct cr_deciding *g, const struct cr_found *u,
		     const struct cr_candidate *c)
{
	uint32_t nodes = g->size.nodes == CR_UNSET ? 1 : g->size.nodes;

	if (!c->part->up)
		return true;
	if (u->route != c->route || !u->part->up)
		return false;
	if (is_busy(c) && has_idle(u->part, nodes))
		return true;
	return !c->fits_now && !has_same_limits(g, u->part, c);
}

/* Is a better one than C (NULL: none is good) among those that were not looked at? */
static bool may_be_beaten(const struct cr_deciding *g, const struct cr_candidate *c)
{
	for (size_t i = g->candidate_count; i < g->found_count; i++)
		if (!c || may_beat(g, &g->found[i], c))
			return true;
	return false;
}

void cr_choose_quotas(struct cr_deciding *g, size_t from)
{
	for (size_t i = from; i < g->candidate_count; i++)
		if (!g->candidates[i].obstacle)
			cr_decide_qos(g, &g->candidates[i]);
}

void cr_candidates_look_further(struct cr_deciding *g, size_t count)
{
	size_t from = g->candidate_count;

	cr_candidates_judge(g, count);
	cr_decide_shape(g);
	cr_choose_quotas(g, from);
}

struct cr_candidate *cr_candidate_find_best(struct cr_deciding *g)
{
	struct cr_candidate *c = cr_candidate_best(g, NULL, false);

	while (may_be_beaten(g, c)) {
		cr_candidates_look_further(g, CR_LOOK_AT);
		c = cr_candidate_best(g, NULL, false);
	}
	return c;
}
