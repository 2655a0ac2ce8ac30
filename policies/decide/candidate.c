/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The partitions a job could go to, and for each why it could not.  The checks
 * stand in a table: rights first, then the shape of the nodes, then room.
 * To add one: a function in checks.h and a line in `checks`, at its place.
 */
#include "policies/decide/candidate.h"

#include "base/text.h"

#include <string.h>

static const struct check {
	enum cr_obstacle obstacle;
	enum cr_code code; /* unless the check sets another */
	const char *(*run)(struct cr_deciding *g, struct cr_candidate *c);
	bool ours; /* the policy's bar, not Slurm's or the nodes' */
} checks[] = {
	{CR_OBSTACLE_RIGHT, CR_205_PARTITION_CLOSED, cr_check_access, false},
	{CR_OBSTACLE_RIGHT, CR_204_TOPOLOGY_NOT_OPEN, cr_check_tenant, true},
	{CR_OBSTACLE_RIGHT, CR_206_NOT_ADMITTED, cr_check_admit, true},
	{CR_OBSTACLE_RIGHT, CR_409_CANNOT_BORROW, cr_check_own_borrowing, true},
	{CR_OBSTACLE_RIGHT, CR_208_RESERVATION, cr_check_reservation, false},
	{CR_OBSTACLE_SHAPE, CR_313_NODE_SHAPE, cr_check_shape, false},
	{CR_OBSTACLE_SHAPE, CR_322_MIXED_SHAPES, cr_check_mixed, false},
	{CR_OBSTACLE_ROOM, CR_304_PARTITION_SHUT, cr_check_state, false},
	{CR_OBSTACLE_ROOM, CR_301_TOO_MANY_NODES, cr_check_nodes, false},
	{CR_OBSTACLE_ROOM, CR_334_ARBITRARY, cr_check_arbitrary, false},
	{CR_OBSTACLE_ROOM, CR_331_SEGMENT, cr_check_own_segment, false},
	{CR_OBSTACLE_ROOM, CR_335_SWITCHES, cr_check_own_switches, false},
	{CR_OBSTACLE_ROOM, CR_333_TOPOLOGY_TOO_SMALL, cr_check_topology, false},
};

static void set_minutes(const struct cr_deciding *g, struct cr_candidate *c)
{
	uint32_t given = g->request->time_limit;

	c->minutes_given = given != CR_UNSET ? given : c->part->default_time;
	c->minutes = c->minutes_given != CR_UNSET ? c->minutes_given : c->part->max_time;
}

static void run_checks(struct cr_deciding *g, struct cr_candidate *c, bool ours_too)
{
	const char *why = NULL;
	size_t i = 0;

	for (; i < sizeof(checks) / sizeof(checks[0]) && !why; i++) {
		if (checks[i].ours && !ours_too)
			continue;
		c->code = checks[i].code;
		why = checks[i].run(g, c);
	}
	c->progress = (unsigned)i;
	c->why = why;
	c->obstacle = why ? checks[i - 1].obstacle : CR_OBSTACLE_NONE;
	if (!why)
		c->code = CR_NO_CODE;
}

static void judge_candidate(struct cr_deciding *g, struct cr_candidate *c)
{
	c->rules = cr_policy_partition(g->policy, c->part->name);
	set_minutes(g, c);
	cr_candidate_measure(g, c);
	run_checks(g, c, true);
}

void cr_candidate_judge_unbarred(struct cr_deciding *g, struct cr_candidate *c)
{
	run_checks(g, c, false);
}

/* ---- finding them ------------------------------------------------------ */

static bool on_route(const struct cr_route *r, const struct cr_partition *p)
{
	if (r->topology_type)
		return p->topology_type == r->topology_type;
	if (r->topology)
		return p->topology && strcmp(p->topology, r->topology) == 0;
	return strcmp(p->name, r->partition) == 0;
}

static const struct cr_route *route_to(const struct cr_profile *profile,
				       const struct cr_partition *p)
{
	for (size_t i = 0; profile && i < profile->routes.count; i++) {
		const struct cr_route *r = cr_route_at(&profile->routes, i);

		if (on_route(r, p))
			return r;
	}
	return NULL;
}

static void add_candidate(struct cr_deciding *g, const struct cr_partition *p,
			  const struct cr_route *route)
{
	if (g->candidate_count == CR_CANDIDATES_MAX)
		return;
	g->candidates[g->candidate_count++] = (struct cr_candidate){
		.part = p, .index = (size_t)(p - g->view->partitions), .route = route};
}

static bool is_candidate(const struct cr_deciding *g, const struct cr_partition *p)
{
	for (size_t i = 0; i < g->candidate_count; i++)
		if (g->candidates[i].part == p)
			return true;
	return false;
}

/*
 * Every partition that the job could land in counts, however many there are:
 * of those that find no room one that the policy bars takes the last place.
 */
static void add_named(struct cr_deciding *g, const struct cr_partition *p)
{
	struct cr_candidate c = {.part = p,
				 .index = (size_t)(p - g->view->partitions),
				 .route = route_to(g->profile, p)};

	if (is_candidate(g, p))
		return;
	if (g->candidate_count < CR_CANDIDATES_MAX) {
		add_candidate(g, p, c.route);
		return;
	}
	g->quiet = true;
	judge_candidate(g, &c);
	g->quiet = false;
	if (c.obstacle && checks[c.progress - 1].ours)
		g->candidates[CR_CANDIDATES_MAX - 1] = (struct cr_candidate){
			.part = p, .index = c.index, .route = c.route};
}

static void find_named(struct cr_deciding *g)
{
	const char *list = g->named;
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name))) {
		const struct cr_partition *p = cr_view_partition(g->view, name);

		if (p)
			add_named(g, p);
	}
}

static void find_routed(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->profile->routes.count; i++) {
		const struct cr_route *r = cr_route_at(&g->profile->routes, i);

		for (size_t k = 0; k < g->view->partition_count; k++) {
			const struct cr_partition *p = &g->view->partitions[k];

			if (route_to(g->profile, p) == r)
				add_candidate(g, p, r);
		}
	}
}

static void judge_all(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++)
		judge_candidate(g, &g->candidates[i]);
}

void cr_candidates_find(struct cr_deciding *g)
{
	g->candidate_count = 0;
	if (g->explicit_partition)
		find_named(g);
	else if (g->profile)
		find_routed(g);
	judge_all(g);
}

/* The partitions of the reservations asked for, where they have one; or the default one. */
void cr_candidates_land(struct cr_deciding *g, bool anywhere)
{
	const char *list = g->request->reservation;
	char name[CR_NAME_MAX];

	g->candidate_count = 0;
	for (size_t i = 0; anywhere && i < g->view->partition_count; i++)
		add_named(g, &g->view->partitions[i]);
	while (cr_text_next(&list, name, sizeof(name))) {
		const struct cr_reservation *r = cr_view_reservation(g->view, name);
		const struct cr_partition *p = r ? cr_view_partition(g->view, r->partition) : NULL;

		if (p)
			add_named(g, p);
	}
	for (size_t i = 0; i < g->view->partition_count && !g->candidate_count; i++)
		if (g->view->partitions[i].is_default)
			add_named(g, &g->view->partitions[i]);
	g->named_several = g->candidate_count > 1;
	judge_all(g);
}
