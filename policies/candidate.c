/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The partitions a job could go to, and for each why it could not.  The checks
 * stand in a table: rights first, then the shape of the nodes, then room.
 * To add one: a function and a line in `checks`, at its place.
 */
#include "policies/deciding.h"

#include "policies/words.h"

#include <string.h>

/* ---- rights ------------------------------------------------------------ */

static const char *check_access(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_partition *p = c->part;
	const char *account = g->request->account ? g->request->account : "(none)";

	if (p->root_only && !g->request->privileged)
		return "only root may use it";
	if (g->view->group_denied && g->view->group_denied[c->index])
		return "its AllowGroups has no group of yours";
	if (p->allow_accounts.count && !cr_account_in(g, &p->allow_accounts))
		return cr_say(g, "account '%s' is not among its AllowAccounts", account);
	if (!p->allow_accounts.count && cr_account_in(g, &p->deny_accounts))
		return cr_say(g, "account '%s' is among its DenyAccounts", account);
	if (g->view->have_assocs && g->view->user_assoc_count &&
	    !cr_limits_assoc(g->view, p->name))
		return cr_say(g, "your associations of account '%s' are for other partitions",
			      account);
	return NULL;
}

/* Partitions without a known topology type are nobody's to forbid by type. */
static const char *check_tenant(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_tenant *t = g->tenant;
	const char *type = c->part->topology_type;

	if (!t)
		return NULL;
	if (t->topology_types.names.count && type && !cr_names_has(&t->topology_types.names, type))
		return cr_say(g, "topology type %s is not open to tenant '%s', which may use: %s",
			      type, t->head.name, cr_join(g, &t->topology_types.names));
	if (t->partitions.names.count && !cr_globs_match(&t->partitions, c->part->name))
		return cr_say(g, "not open to tenant '%s', which may use: %s", t->head.name,
			      cr_join(g, &t->partitions.names));
	return NULL;
}

static uint32_t asked_nodes(const struct cr_deciding *g, const struct cr_candidate *c)
{
	return g->request->min_nodes < CR_UNLIMITED ? g->request->min_nodes : c->demand.nodes;
}

/* The interactive rule, for jobs without a script: it opens and it bounds. */
static const char *check_interactive(struct cr_deciding *g, const struct cr_candidate *c,
				     const struct cr_interactive *rule)
{
	uint32_t nodes = asked_nodes(g, c);

	if (rule->max_nodes != CR_UNSET && nodes > rule->max_nodes)
		return cr_say(g, "takes interactive jobs of at most %u nodes, not %u",
			      rule->max_nodes, nodes);
	if (rule->max_time != CR_UNSET && c->minutes != CR_UNSET &&
	    (uint64_t)c->minutes * 60 > rule->max_time)
		return cr_say(g, "takes interactive jobs of at most %u minutes: set --time",
			      rule->max_time / 60);
	return NULL;
}

static const char *check_admit_profile(struct cr_deciding *g, const struct cr_admit *a)
{
	const char *floor = cr_intensity_name(a->min_intensity);

	if (a->min_intensity != CR_INTENSITY_NONE && !g->profile)
		return cr_say(g, "kept for profiles of intensity %s or more; declare one with "
			      "--comm-profile=NAME",
			      floor);
	if (g->profile && g->profile->intensity < a->min_intensity)
		return cr_say(g, "kept for profiles of intensity %s or more; '%s' has %s", floor,
			      g->profile->head.name, cr_intensity_name(g->profile->intensity));
	for (size_t i = 0; i < a->profiles.names.count; i++)
		if (g->profile && cr_index_find(&g->policy->profiles, a->profiles.names.name[i]) ==
					  &g->profile->head)
			return NULL;
	if (a->profiles.names.count)
		return cr_say(g, "kept for the profiles %s", cr_join(g, &a->profiles.names));
	return NULL;
}

static const char *check_admit(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_admit *a = c->rules ? &c->rules->admit : NULL;
	uint32_t nodes = asked_nodes(g, c);

	if (!c->rules)
		return NULL;
	if (!g->request->batch && c->rules->interactive.head.pos.line) {
		c->code = "CR-207";
		return check_interactive(g, c, &c->rules->interactive);
	}
	if (!a->head.pos.line)
		return NULL;
	if (a->tenants.names.count &&
	    (!g->tenant || !cr_names_has(&a->tenants.names, g->tenant->head.name)))
		return "kept for other tenants";
	if (nodes < a->min_nodes)
		return cr_say(g, "kept for jobs of at least %u nodes, not %u", a->min_nodes, nodes);
	if (a->max_nodes != CR_UNSET && nodes > a->max_nodes)
		return cr_say(g, "kept for jobs of at most %u nodes, not %u", a->max_nodes, nodes);
	return check_admit_profile(g, a);
}

static bool reservation_admits(const struct cr_deciding *g, const struct cr_reservation *r)
{
	if (cr_names_has(&r->denied_users, g->request->user) ||
	    cr_account_in(g, &r->denied_accounts))
		return false;
	if (!r->users.count && !r->accounts.count)
		return true;
	return cr_names_has(&r->users, g->request->user) || cr_account_in(g, &r->accounts);
}

/* Of a list of reservations one that holds nodes there and admits the job will do. */
static const char *check_reservation(struct cr_deciding *g, struct cr_candidate *c)
{
	const char *names[CR_NAMED_MAX], *why = NULL;
	size_t n = cr_split(g, g->request->reservation, names, CR_NAMED_MAX);

	if (!n)
		return c->part->required_resv ? "takes only jobs with --reservation" : NULL;
	for (size_t i = 0; i < n && i < CR_NAMED_MAX; i++) {
		const struct cr_reservation *r = cr_view_reservation(g->view, names[i]);

		if (!r) /* Slurm knows; we do not */
			return NULL;
		if (!r->nodes_in || !r->nodes_in[c->index])
			why = cr_say(g, "reservation '%s' has no nodes there", r->name);
		else if (!reservation_admits(g, r))
			why = cr_say(g, "reservation '%s' does not admit account '%s'", r->name,
				     g->request->account ? g->request->account : "(none)");
		else
			return NULL;
	}
	return why;
}

/* ---- shape ------------------------------------------------------------- */

/* What asks the same of nodes with fewer GPUs: "-N 16 --gpus-per-node=4, or --gpus=64". */
static const char *equivalent(struct cr_deciding *g, const struct cr_demand *d)
{
	uint64_t nodes = d->has ? (d->gpus + d->has - 1) / d->has : 0;

	if (!nodes || !d->gpus)
		return "";
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
		c->code = "CR-311";
		if (!has)
			return cr_say(g, "%llu GPUs per node asked, its nodes have none", asked);
		return cr_say(g, "%llu GPUs per node asked, its nodes have %llu%s", asked, has,
			      equivalent(g, d));
	case CR_MISFIT_GPU_TYPE:
		c->code = "CR-312";
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

/* All shapes of a partition are looked at: a mixed one holds the job on some of them. */
static void measure(struct cr_deciding *g, struct cr_candidate *c)
{
	struct cr_demand d;

	for (size_t i = 0; i < c->part->shape_count; i++) {
		const struct cr_shape *s = &c->part->shapes[i];

		cr_size_on(g->request, &g->size, s, &d);
		if (d.misfit) {
			if (!i)
				c->demand = d;
			continue;
		}
		c->fitting_nodes += s->nodes;
		if (!c->shape) {
			c->shape = s;
			c->demand = d;
		} else if (!cr_shape_same(c->shape, s)) {
			c->mixed = true;
		}
	}
}

static const char *check_shape(struct cr_deciding *g, struct cr_candidate *c)
{
	if (c->shape)
		return NULL;
	if (!c->part->shape_count)
		return "it has no nodes";
	return why_misfit(g, c);
}

static const char *check_mixed(struct cr_deciding *g, struct cr_candidate *c)
{
	if (!c->mixed || g->portable || g->explicit_partition)
		return NULL;
	return "its nodes differ in CPU architecture or GPU type";
}

/* ---- room -------------------------------------------------------------- */

static const char *check_state(struct cr_deciding *g, struct cr_candidate *c)
{
	(void)g;
	return c->part->takes_jobs ? NULL : "it takes no jobs now";
}

static const char *check_nodes(struct cr_deciding *g, struct cr_candidate *c)
{
	if (c->demand.nodes <= c->fitting_nodes)
		return NULL;
	return cr_say(g, "%u nodes asked, it has %llu%s", c->demand.nodes,
		      (unsigned long long)c->fitting_nodes,
		      c->fitting_nodes < c->part->nodes ? " of that kind" : "");
}

static bool is_type(const struct cr_candidate *c, const char *type)
{
	return c->part->topology_type && strcmp(c->part->topology_type, type) == 0;
}

static const char *check_topology(struct cr_deciding *g, struct cr_candidate *c)
{
	uint32_t segment = g->request->segment;
	bool segmented = segment && segment < CR_UNLIMITED && is_type(c, "block");

	if (!c->part->space || segmented || cr_fit_ever(c->part->space, c->demand.nodes))
		return NULL;
	return cr_say(g, "its topology could not hold %u nodes were all of them idle",
		      c->demand.nodes);
}

static const char *check_arbitrary(struct cr_deciding *g, struct cr_candidate *c)
{
	if (!g->request->arbitrary || !is_type(c, "block"))
		return NULL;
	return "Slurm cannot place -m arbitrary in a block topology";
}

/* A segment or switch count of the user's own that Slurm could never satisfy there. */
static const char *check_own_segment(struct cr_deciding *g, struct cr_candidate *c)
{
	uint32_t segment = g->request->segment;

	if (!segment || segment >= CR_UNLIMITED || !is_type(c, "block") || !c->part->space ||
	    g->size.nodes == CR_UNSET)
		return NULL;
	if (g->size.nodes % segment != 0)
		return cr_say(g, "--segment=%u does not divide %u nodes; %u or %u nodes would do",
			      segment, g->size.nodes, g->size.nodes - g->size.nodes % segment,
			      g->size.nodes - g->size.nodes % segment + segment);
	if (cr_fit_segment_ok(c->part->space, g->size.nodes, segment, g->view->slurm_version))
		return NULL;
	return cr_say(g, "--segment=%u for %u nodes finds no room in its blocks, the largest of "
		      "%zu nodes",
		      segment, g->size.nodes, cr_space_largest_unit(c->part->space));
}

static const char *check_own_switches(struct cr_deciding *g, struct cr_candidate *c)
{
	size_t fewest;

	if (g->request->switches >= CR_UNLIMITED || !g->request->switches || !c->part->space ||
	    !is_type(c, "tree") || g->request->switch_wait != CR_UNLIMITED)
		return NULL;
	fewest = cr_fit_fewest_units(c->part->space, c->demand.nodes);
	if (!fewest || g->request->switches >= fewest)
		return NULL;
	return cr_say(g, "--switches=%u without end, but %u nodes need at least %zu leaf switches",
		      g->request->switches, c->demand.nodes, fewest);
}

static const struct check {
	enum cr_obstacle obstacle;
	const char *code; /* unless the check sets another */
	const char *(*run)(struct cr_deciding *g, struct cr_candidate *c);
} checks[] = {
	{CR_OBSTACLE_RIGHT, "CR-205", check_access},
	{CR_OBSTACLE_RIGHT, "CR-204", check_tenant},
	{CR_OBSTACLE_RIGHT, "CR-206", check_admit},
	{CR_OBSTACLE_RIGHT, "CR-208", check_reservation},
	{CR_OBSTACLE_SHAPE, "CR-313", check_shape},
	{CR_OBSTACLE_SHAPE, "CR-322", check_mixed},
	{CR_OBSTACLE_ROOM, "CR-304", check_state},
	{CR_OBSTACLE_ROOM, "CR-301", check_nodes},
	{CR_OBSTACLE_ROOM, "CR-334", check_arbitrary},
	{CR_OBSTACLE_ROOM, "CR-331", check_own_segment},
	{CR_OBSTACLE_ROOM, "CR-335", check_own_switches},
	{CR_OBSTACLE_ROOM, "CR-333", check_topology},
};

static uint32_t minutes_in(const struct cr_deciding *g, const struct cr_partition *p)
{
	if (g->request->time_limit != CR_UNSET)
		return g->request->time_limit;
	return p->default_time != CR_UNSET ? p->default_time : p->max_time;
}

void cr_candidate_judge(struct cr_deciding *g, struct cr_candidate *c)
{
	const char *why = NULL;
	size_t i = 0;

	c->rules = cr_policy_partition(g->policy, c->part->name);
	c->minutes = minutes_in(g, c->part);
	measure(g, c);
	for (; i < sizeof(checks) / sizeof(checks[0]) && !why; i++) {
		c->code = checks[i].code;
		why = checks[i].run(g, c);
	}
	c->progress = (unsigned)i;
	if (why) {
		c->obstacle = checks[i - 1].obstacle;
		c->why = why;
	} else {
		c->code = NULL;
	}
}

/* ---- finding them ------------------------------------------------------ */

static bool on_route(const struct cr_route *r, const struct cr_partition *p)
{
	const char *want = r->topology_type ? r->topology_type
			   : r->topology    ? r->topology
					    : r->partition;
	const char *has = r->topology_type ? p->topology_type : r->topology ? p->topology : p->name;

	return has && strcmp(want, has) == 0;
}

static const struct cr_route *route_to(const struct cr_profile *profile,
				       const struct cr_partition *p)
{
	for (size_t i = 0; profile && i < profile->routes.count; i++) {
		const struct cr_route *r = (const void *)profile->routes.item[i];

		if (on_route(r, p))
			return r;
	}
	return NULL;
}

static void add(struct cr_deciding *g, const struct cr_partition *p, const struct cr_route *route)
{
	if (g->candidate_count == CR_CANDIDATES_MAX)
		return;
	g->candidates[g->candidate_count++] =
		(struct cr_candidate){.part = p,
				      .index = (size_t)(p - g->view->partitions),
				      .route = route};
}

static void find_named(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->named_count; i++) {
		const struct cr_partition *p = cr_view_partition(g->view, g->named[i]);

		if (p)
			add(g, p, route_to(g->profile, p));
	}
}

static void find_routed(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->profile->routes.count; i++) {
		const struct cr_route *r = (const void *)g->profile->routes.item[i];

		for (size_t k = 0; k < g->view->partition_count; k++) {
			const struct cr_partition *p = &g->view->partitions[k];

			if (route_to(g->profile, p) == r)
				add(g, p, r);
		}
	}
}

void cr_candidates_find(struct cr_deciding *g)
{
	g->candidate_count = 0;
	if (g->explicit_partition)
		find_named(g);
	else if (g->profile)
		find_routed(g);
	for (size_t i = 0; i < g->candidate_count; i++)
		cr_candidate_judge(g, &g->candidates[i]);
}
