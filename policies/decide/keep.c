/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The partition is not ours to choose: the user named it, or the job is left
 * where Slurm puts it.  What the policy forbids there is refused all the same.
 */
#include "policies/decide/deciding.h"
#include "policies/decide/decision_fields.h"

/* Does an update change what a segment must fit? */
static bool is_resized(const struct cr_request *r)
{
	return r->change &&
	       (cr_is_number(r->change->min_nodes) || r->change->partition || r->change->nodelist);
}

/* Of a declared job every obstacle counts; of another only what the policy forbids. */
static bool obstacle_binds(const struct cr_deciding *g, const struct cr_candidate *c)
{
	switch (c->code) {
	case CR_204_TOPOLOGY_NOT_OPEN:
	case CR_206_NOT_ADMITTED:
	case CR_207_INTERACTIVE:
	case CR_409_CANNOT_BORROW:
		return !g->request->privileged;
	case CR_208_RESERVATION: /* Slurm's to judge, but for where we sent the job ourselves */
		return g->request->routed;
	case CR_331_SEGMENT: /* at submission Slurm refuses it; of an update it says nothing */
		return (g->profile || is_resized(g->request)) && !g->request->privileged;
	case CR_314_NODES_NAMED: /* Slurm refuses it too, without telling which node */
		return !g->request->privileged;
	case CR_304_PARTITION_SHUT:
	case CR_404_QOS_CLOSED:
		return false;
	default:
		return g->profile && !g->request->privileged;
	}
}

/* Is it a bar of the policy's own that holds for this job? */
static bool policy_bars(const struct cr_deciding *g, const struct cr_candidate *c)
{
	return c->obstacle == CR_OBSTACLE_RIGHT && obstacle_binds(g, c) &&
	       (c->code == CR_204_TOPOLOGY_NOT_OPEN || c->code == CR_206_NOT_ADMITTED ||
		c->code == CR_207_INTERACTIVE || c->code == CR_409_CANNOT_BORROW);
}

static void check_partition_list(struct cr_deciding *g)
{
	const struct cr_candidate *against = NULL;
	size_t good = 0;

	for (size_t i = 0; i < g->candidate_count; i++) {
		const struct cr_candidate *c = &g->candidates[i];

		if (!c->obstacle || !obstacle_binds(g, c))
			good++;
		else if (!against || (policy_bars(g, c) && !policy_bars(g, against)))
			against = c;
	}
	/* The policy's own bars hold for each name in the list; the rest for all of them. */
	if (against && (!good || policy_bars(g, against)))
		(void)cr_refuse(g, CR_STEP_VERDICT, against->code, "partition '%s': %s",
				against->part->name, against->why);
}

static void fill_in(struct cr_deciding *g)
{
	struct cr_candidate *c = g->candidate_count ? &g->candidates[0] : NULL;
	bool next = false;

	if (c && g->named_several)
		g->d->complete = true;
	if (!c || g->named_several)
		return;
	g->chosen = c;
	cr_choose_describe(g, c);
	if (c->obstacle || !g->profile || g->request->modify)
		return;
	if (!c->route)
		cr_because(g, CR_STEP_CANDIDATE, CR_306_NOT_IN_LIST, c->part->name,
			   "on no route of profile '%s'; kept, since -p says so",
			   g->profile->head.name);
	if (cr_decide_placement(g, c, &next) != 0)
		return;
	cr_choose_set_qos(g, c);
	g->d->complete = true;
}

/* The partition is the user's choice. */
void cr_keep_partition(struct cr_deciding *g)
{
	if (cr_decide_unknown(g, g->named) != 0)
		return;
	cr_candidates_find(g);
	cr_candidates_judge(g, g->found_count);
	if (g->profile)
		cr_choose_quotas(g, 0);
	cr_choose_obstacles(g);
	check_partition_list(g);
	if (g->d->verdict == CR_VERDICT_REFUSE)
		return;
	fill_in(g);
	if (g->d->verdict == CR_VERDICT_REFUSE)
		return;
	cr_choose_otherwise(g);
	cr_because(g, CR_STEP_VERDICT, CR_NO_CODE, g->request->partition,
		   "kept: the user chose it");
	if (cr_decision_sets(g->d))
		g->d->verdict = CR_VERDICT_ROUTE;
}

/*
 * A reservation made seconds ago may be of any partition: one that is closed to the
 * job stays closed, and the job can be sent again.
 */
static void check_anywhere(struct cr_deciding *g, const char *reservation)
{
	for (size_t i = 0; i < g->candidate_count; i++)
		if (policy_bars(g, &g->candidates[i])) {
			(void)cr_refuse(g, CR_STEP_VERDICT, CR_208_RESERVATION,
					"reservation '%s' is not known here yet, and may be of "
					"partition '%s', which is closed to the job: try again in "
					"some seconds, or name a partition with -p",
					reservation, g->candidates[i].part->name);
			return;
		}
	cr_because(g, CR_STEP_CANDIDATE, CR_208_RESERVATION, cr_say(g, "%s", reservation),
		   "not known here yet: the job is left where Slurm puts it");
}

/*
 * A job that is left alone lands where Slurm puts it.  What the policy forbids
 * there holds as if the user had named it: to leave -p away is no way round.
 */
void cr_keep_landing(struct cr_deciding *g)
{
	char reservation[CR_NAME_MAX];
	bool anywhere = cr_reservation_unseen(g, reservation);

	g->explicit_partition = true;
	cr_candidates_land(g, anywhere);
	cr_candidates_judge(g, g->found_count);
	if (g->named_nodes.unread)
		cr_because(g, CR_STEP_CANDIDATE, CR_314_NODES_NAMED, NULL,
			   "%s: the job is left where Slurm puts it", g->named_nodes.unread);
	if (anywhere)
		check_anywhere(g, reservation);
	else
		check_partition_list(g);
}
