/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Among the candidates that were judged: the one that the job goes to, or the
 * refusal that tells its user most.  What was passed over is said as well.
 */
#include "policies/decide/deciding.h"
#include "policies/decide/decision_fields.h"

#include "topology/slurm_versions.h"

#include <string.h>

/* The best that placement is content with; NULL: none, or refused. */
static struct cr_candidate *settle_placement(struct cr_deciding *g)
{
	struct cr_candidate *c;
	bool next;

	while ((c = cr_candidate_find_best(g)) != NULL) {
		next = false;
		if (cr_decide_placement(g, c, &next) == 0)
			return c;
		if (!next)
			return NULL;
		cr_decision_unset_settings(g->d);
	}
	return NULL;
}

void cr_choose_obstacles(struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];
		enum cr_step step = c->obstacle == CR_OBSTACLE_SHAPE ? CR_STEP_SHAPE
				    : cr_code_family(c->code) == CR_FAMILY_LIMITS
					    ? CR_STEP_QOS
					    : CR_STEP_CANDIDATE;

		if (c->obstacle)
			cr_against(g, step, c->code, c->part->name, c->why);
	}
}

/* The candidate that came furthest tells the user most. */
static const struct cr_candidate *nearest_miss(const struct cr_deciding *g, size_t skip)
{
	const struct cr_candidate *found = NULL;

	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];

		if (c->obstacle && c->index != skip &&
		    (!found || c->obstacle > found->obstacle ||
		     (c->obstacle == found->obstacle && c->progress > found->progress)))
			found = c;
	}
	return found;
}

/* A partition that would do for a portable job: worth a word beside what failed. */
static const struct cr_candidate *find_crossing(const struct cr_deciding *g)
{
	for (size_t i = 0; i < g->candidate_count; i++)
		if (g->candidates[i].code == CR_321_CROSSES)
			return &g->candidates[i];
	return NULL;
}

/* With what would work: for the user, and where it is the policy's fault, for whoever writes it. */
static const char *why_no_route(const struct cr_deciding *g)
{
	uint32_t version = g->view->slurm_version;

	if (version && version < CR_SINCE_PARTITION_TOPOLOGY)
		return "this Slurm has one topology for all partitions, and no route of the policy "
		       "names a partition (partition: NAME); -p chooses one";
	return "none has the topology of its routes; -p chooses a partition, --comm-profile=list "
	       "shows other profiles";
}

/* A partition that may be of the profile's topology: its own is not known, by a gap of ours. */
static const struct cr_partition *find_unknown(const struct cr_deciding *g)
{
	bool by_topology = false;

	for (size_t i = 0; i < g->profile->routes.count; i++)
		by_topology |= !cr_route_at(&g->profile->routes, i)->partition;
	for (size_t i = 0; by_topology && i < g->view->partition_count; i++)
		if (g->view->partitions[i].topology_unknown)
			return &g->view->partitions[i];
	return NULL;
}

static int refuse_all(struct cr_deciding *g)
{
	const struct cr_candidate *first = nearest_miss(g, SIZE_MAX), *second;

	if (!first)
		return cr_refuse(g, CR_STEP_VERDICT, CR_305_NO_ROUTE,
				 "profile '%s' goes to no partition of this cluster: %s",
				 g->profile->head.name, why_no_route(g));
	second = find_crossing(g);
	if (!second || second == first)
		second = nearest_miss(g, first->index);
	/* What holds for both is said once. */
	if (second && strcmp(second->why, first->why) == 0)
		second = NULL;
	return cr_refuse(g, CR_STEP_VERDICT, first->code, "partition '%s': %s%s%s%s%s",
			 first->part->name, first->why, second ? "; '" : "",
			 second ? second->part->name : "", second ? "': " : "",
			 second ? second->why : "");
}

/* Those that would have done too, and what put them behind. */
static void record_others(struct cr_deciding *g, const struct cr_candidate *chosen)
{
	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];
		const char *why = "possible too";

		if (c->obstacle || c->dropped || c == chosen)
			continue;
		if (!c->part->up)
			why = "possible too, but it is down now";
		else if (c->route != chosen->route)
			why = "possible too, on a later route";
		else if (!c->fits_now && chosen->fits_now)
			why = "possible too, but the quota there is full now";
		else if (c->shape->idle < c->demand.nodes)
			why = "possible too, but fewer of its nodes are idle";
		cr_because(g, CR_STEP_CANDIDATE, CR_NO_CODE, c->part->name, "%s", why);
	}
}

void cr_choose_set_qos(struct cr_deciding *g, const struct cr_candidate *c)
{
	static const char *const words[] = {
		[CR_QUOTA_OWN] = "own share",
		[CR_QUOTA_LIST] =
			"own share, else borrowed; which one Slurm decides when it starts",
		[CR_QUOTA_BORROW] = "borrowed: the job is preemptible",
	};
	const struct cr_assoc *assoc = cr_limits_assoc(g->view, c->part->name);

	if (c->cannot_borrow)
		cr_warn(g, CR_STEP_QOS, CR_409_CANNOT_BORROW, c->part->name,
			"',borrow' has no effect: %s", c->cannot_borrow);
	if (c->no_list)
		cr_because(g, CR_STEP_QOS, CR_NO_CODE, c->part->name,
			   "this Slurm takes no list of QOS%s: one is set, by what is free now",
			   g->request->array ? " from an array" : "");
	/* Without slurmdbd there is no QOS to set. */
	if (c->quota == CR_QUOTA_GIVEN || c->quota == CR_QUOTA_NONE || !c->qos ||
	    !g->view->have_qos)
		return;
	g->d->preemptible = c->quota == CR_QUOTA_LIST || c->quota == CR_QUOTA_BORROW;
	cr_because(g, CR_STEP_QOS, CR_NO_CODE, c->qos, "%s%s", words[c->quota],
		   c->fits_now ? "" : "; the job waits");
	if (c->full)
		cr_because(g, CR_STEP_QOS, CR_NO_CODE, NULL, "full now: %s", c->full);
	/* What Slurm would take by itself needs no setting. */
	if (c->quota != CR_QUOTA_OWN || (g->tenant && g->tenant->qos.own) || !assoc)
		g->d->qos = c->qos;
}

void cr_choose_describe(struct cr_deciding *g, const struct cr_candidate *c)
{
	g->d->topology = c->part->topology;
	g->d->topology_type = c->part->topology_type;
	g->d->nodes = c->demand.nodes;
	g->d->gpus = c->demand.gpus ? (uint32_t)c->demand.gpus : g->d->gpus;
	if (!c->shape || c->mixed)
		return;
	g->d->arch = c->shape->arch;
	g->d->shape_gpu = c->shape->gpu_type;
}

/* From judged candidates to the one that the job goes to, or a refusal. */
static void choose_candidate(struct cr_deciding *g)
{
	struct cr_candidate *c = settle_placement(g);
	const struct cr_partition *unknown;

	cr_choose_obstacles(g);
	if (g->d->verdict == CR_VERDICT_REFUSE)
		return;
	unknown = c ? NULL : find_unknown(g);
	if (unknown) {
		g->left_unknown = true;
		cr_warn(g, CR_STEP_VERDICT, CR_504_TOPOLOGY_UNKNOWN, unknown->name,
			"its topology cannot be read, so that the job is not routed; -p chooses a "
			"partition");
		return;
	}
	if (!c) {
		(void)refuse_all(g);
		return;
	}
	g->chosen = c;
	g->d->verdict = CR_VERDICT_ROUTE;
	g->d->partition = c->part->name;
	cr_choose_describe(g, c);
	record_others(g, c);
	cr_because(g, CR_STEP_CANDIDATE, CR_NO_CODE, c->part->name,
		   "chosen: %s topology%s%s%s%s%s%s",
		   g->d->topology_type ? cr_topology_type_name(g->d->topology_type) : "no",
		   c->part->topology ? " '" : "", c->part->topology ? c->part->topology : "",
		   c->part->topology ? "'" : "", g->d->shape_gpu ? ", GPU " : "",
		   g->d->shape_gpu ? g->d->shape_gpu : "",
		   c->part->up ? "" : "; it is down now, so the job waits");
	cr_choose_set_qos(g, c);
	g->d->complete = true;
}

void cr_choose(struct cr_deciding *g)
{
	cr_candidates_find(g);
	cr_candidates_look_further(g, g->policy->script ? g->found_count : CR_LOOK_AT);
	g->before_choice.reason_count = g->reason_count;
	g->before_choice.code = g->d->code;
	g->before_choice.notice = g->d->notice;
	choose_candidate(g);
}

/* Where the job would have gone, had its user not said -p. */
void cr_choose_otherwise(struct cr_deciding *g)
{
	const struct cr_arena mark = *g->arena;
	struct cr_deciding other = *g;
	struct cr_decision scratch = *g->d;
	const struct cr_candidate *c;

	if (!g->profile || g->request->modify)
		return;
	other.d = &scratch;
	other.explicit_partition = false;
	other.named = NULL;
	other.named_several = false;
	other.reason_count = CR_REASONS_MAX; /* its reasons are not this job's */
	other.quiet = true;
	cr_candidates_find(&other);
	c = settle_placement(&other);
	if (c)
		g->d->would_partition = c->part->name;
	cr_arena_rewind(g->arena, &mark); /* of which nothing points to what it took */
}

void cr_choose_again(struct cr_deciding *g)
{
	g->reason_count = g->before_choice.reason_count;
	g->d->code = g->before_choice.code;
	g->d->notice = g->before_choice.notice;
	g->d->message = NULL;
	g->d->verdict = CR_VERDICT_LEAVE;
	cr_decision_unset_settings(g->d);
	choose_candidate(g);
}
