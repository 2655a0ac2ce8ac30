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
	{CR_OBSTACLE_SHAPE, CR_314_NODES_NAMED, cr_check_named, false},
	{CR_OBSTACLE_SHAPE, CR_313_NODE_SHAPE, cr_check_shape, false},
	{CR_OBSTACLE_SHAPE, CR_322_MIXED_SHAPES, cr_check_mixed, false},
	{CR_OBSTACLE_ROOM, CR_304_PARTITION_SHUT, cr_check_state, false},
	{CR_OBSTACLE_ROOM, CR_301_TOO_MANY_NODES, cr_check_nodes, false},
	{CR_OBSTACLE_ROOM, CR_334_ARBITRARY, cr_check_arbitrary, false},
	{CR_OBSTACLE_ROOM, CR_331_SEGMENT, cr_check_own_segment, false},
	{CR_OBSTACLE_ROOM, CR_333_TOPOLOGY_TOO_SMALL, cr_check_topology, false},
};

static void set_minutes(const struct cr_deciding *g, struct cr_candidate *c)
{
	uint32_t given = g->request->time_limit;

	c->minutes_given = given != CR_UNSET ? given : c->part->default_time;
	c->minutes = c->minutes_given != CR_UNSET ? c->minutes_given : c->part->max_time;
}

enum whose { OURS = 1, SLURMS = 2 };

static void run_checks(struct cr_deciding *g, struct cr_candidate *c, unsigned whose)
{
	const char *why = NULL;
	size_t i = 0;

	for (; i < sizeof(checks) / sizeof(checks[0]) && !why; i++) {
		if (!(whose & (checks[i].ours ? OURS : SLURMS)))
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

static void prepare_candidate(struct cr_deciding *g, struct cr_candidate *c)
{
	c->rules = cr_policy_partition(g->policy, c->part->name);
	set_minutes(g, c);
	cr_candidate_measure(g, c);
}

void cr_candidate_judge_unbarred(struct cr_deciding *g, struct cr_candidate *c)
{
	run_checks(g, c, SLURMS);
}

void cr_candidate_judge_bars(struct cr_deciding *g, struct cr_candidate *c)
{
	prepare_candidate(g, c);
	run_checks(g, c, OURS);
}

/* Room for COUNT candidates; most decisions need no more than the first few. */
static bool make_room(struct cr_deciding *g, size_t count)
{
	struct cr_candidate *now;

	if (count <= g->candidate_room)
		return true;
	now = cr_arena_array(g->arena, count, sizeof(*now));
	g->no_memory |= !now;
	if (!now)
		return false;
	if (g->candidate_count)
		memcpy(now, g->candidates, g->candidate_count * sizeof(*now));
	g->candidates = now;
	g->candidate_room = count;
	return true;
}

void cr_candidates_judge(struct cr_deciding *g, size_t count)
{
	size_t left = g->found_count - g->candidate_count;
	size_t all = g->candidate_count + (count < left ? count : left);

	/* The second time there is no telling how many more: room for all. */
	if (!make_room(g, g->candidate_count ? g->found_count : all))
		g->found_count = all = g->candidate_count;
	for (; g->candidate_count < all; g->candidate_count++) {
		const struct cr_found *found = &g->found[g->candidate_count];
		struct cr_candidate *c = &g->candidates[g->candidate_count];

		c->part = found->part;
		c->index = (size_t)(found->part - g->view->partitions);
		c->route = found->route;
		prepare_candidate(g, c);
		run_checks(g, c, OURS | SLURMS);
	}
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

const struct cr_route *cr_route_to(const struct cr_profile *profile, const struct cr_partition *p)
{
	for (size_t i = 0; profile && i < profile->routes.count; i++) {
		const struct cr_route *r = cr_route_at(&profile->routes, i);

		if (on_route(r, p))
			return r;
	}
	return NULL;
}

/* Nothing is found yet, of at most COUNT. */
static bool begin_finding(struct cr_deciding *g, size_t count)
{
	g->candidates = NULL;
	g->candidate_count = g->candidate_room = g->found_count = 0;
	g->found = cr_arena_array(g->arena, count, sizeof(*g->found));
	g->no_memory |= !g->found;
	return g->found;
}

static void add_found(struct cr_deciding *g, const struct cr_partition *p,
		      const struct cr_route *route)
{
	g->found[g->found_count++] = (struct cr_found){p, route};
}

/* Once, however often it is named. */
static void add_named(struct cr_deciding *g, const struct cr_partition *p)
{
	for (size_t i = 0; i < g->found_count; i++)
		if (g->found[i].part == p)
			return;
	add_found(g, p, cr_route_to(g->profile, p));
}

/* At most as many as there are partitions: Slurm takes any number of duplicates. */
static size_t count_names(const struct cr_deciding *g, const char *list)
{
	char name[CR_NAME_MAX];
	size_t n = 0;

	while (n < g->view->partition_count && cr_text_next(&list, name, sizeof(name)))
		n++;
	return n;
}

static void find_named(struct cr_deciding *g)
{
	const char *list = g->named;
	char name[CR_NAME_MAX];

	if (!begin_finding(g, count_names(g, list)))
		return;
	while (cr_text_next(&list, name, sizeof(name))) {
		const struct cr_partition *p = cr_view_partition(g->view, name);

		if (p)
			add_named(g, p);
	}
}

static void find_routed(struct cr_deciding *g)
{
	size_t count = g->view->partition_count;

	if (!begin_finding(g, count))
		return;
	for (size_t i = 0; i < g->profile->routes.count && g->found_count < count; i++) {
		const struct cr_route *r = cr_route_at(&g->profile->routes, i);

		for (size_t k = 0; k < count; k++) {
			const struct cr_partition *p = &g->view->partitions[k];

			if (on_route(r, p) && (!i || cr_route_to(g->profile, p) == r))
				add_found(g, p, r);
		}
	}
}

void cr_candidates_read_partition(struct cr_deciding *g)
{
	const char *list = g->request->partition;
	char name[CR_NAME_MAX];
	bool any = false, unset = true;

	g->named = list;
	while (cr_text_next(&list, name, sizeof(name))) {
		const struct cr_partition_rules *rules = cr_policy_partition(g->policy, name);

		unset &= rules && rules->counts_as_unset;
		g->named_several |= any;
		any = true;
	}
	g->explicit_partition = any && (!unset || g->request->modify);
	if (any && unset && !g->request->modify) {
		cr_because(g, CR_STEP_CANDIDATE, CR_NO_CODE, g->request->partition,
			   "counts as unset: the job is routed");
		g->named = NULL;
		g->named_several = false;
	}
}

void cr_candidates_find(struct cr_deciding *g)
{
	if (g->explicit_partition)
		find_named(g);
	else if (g->profile)
		find_routed(g);
}

bool cr_reservation_unseen(const struct cr_deciding *g, char name[CR_NAME_MAX])
{
	const char *list = g->request->reservation;

	while (cr_text_next(&list, name, CR_NAME_MAX))
		if (!cr_view_reservation(g->view, name))
			return true;
	return false;
}

/* The partitions of the reservations asked for, where they have one; or the default one. */
static void find_landing(struct cr_deciding *g)
{
	const char *list = g->request->reservation;
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name))) {
		const struct cr_reservation *r = cr_view_reservation(g->view, name);
		const struct cr_partition *p = r ? cr_view_partition(g->view, r->partition) : NULL;

		if (p)
			add_named(g, p);
	}
	for (size_t i = 0; i < g->view->partition_count && !g->found_count; i++)
		if (g->view->partitions[i].is_default)
			add_named(g, &g->view->partitions[i]);
}

void cr_candidates_land(struct cr_deciding *g, bool anywhere)
{
	size_t all = g->view->partition_count;

	if (!begin_finding(g, anywhere ? all : count_names(g, g->request->reservation) + 1))
		return;
	for (size_t i = 0; anywhere && i < all; i++)
		add_found(g, &g->view->partitions[i],
			  cr_route_to(g->profile, &g->view->partitions[i]));
	if (!anywhere)
		find_landing(g);
}
