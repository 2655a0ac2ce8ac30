/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What holds of a job that cannot be judged whole: the cluster is not known yet, or
 * there is more of its user's than there is memory for.  The policy says what happens to
 * it; with `protect` the partitions stay closed that the policy closes to the job, by
 * what is known of it, and all else goes through.  One partition is looked at after the
 * other, so that this needs next to no memory.
 */
#include "policies/decide/candidate.h"

#include "base/text.h"

/* 0: the policy has nothing against NAME, or it does not hold for this job; -1: refused. */
static int judge_partition(struct cr_deciding *g, const char *name)
{
	const struct cr_partition unknown = {.name = name,
					     .min_nodes = CR_UNSET,
					     .max_nodes = CR_UNSET,
					     .max_time = CR_UNSET,
					     .default_time = CR_UNSET};
	const struct cr_partition *known = cr_view_partition(g->view, name);
	struct cr_candidate c = {.part = known ? known : &unknown};

	if (g->request->privileged)
		return 0;
	cr_candidate_judge_bars(g, &c);
	if (!c.obstacle)
		return 0;
	return cr_refuse(g, CR_STEP_VERDICT, c.code, "partition '%s': %s", name, c.why);
}

int cr_decide_unknown(struct cr_deciding *g, const char *list)
{
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name)))
		if (*name && !cr_view_partition(g->view, name) && judge_partition(g, name) != 0)
			return -1;
	return 0;
}

static int judge_named(struct cr_deciding *g)
{
	const char *list = g->named;
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name)))
		if (*name && judge_partition(g, name) != 0)
			return -1;
	return 0;
}

/* Where Slurm puts it without -p; a reservation that is not known may be anywhere. */
static int judge_landing(struct cr_deciding *g)
{
	const char *list = g->request->reservation;
	char name[CR_NAME_MAX], unseen[CR_NAME_MAX];
	bool anywhere = cr_reservation_unseen(g, unseen), any = false;

	while (!anywhere && cr_text_next(&list, name, sizeof(name))) {
		const struct cr_reservation *r = cr_view_reservation(g->view, name);

		if (!r || !cr_view_partition(g->view, r->partition))
			continue;
		any = true;
		if (judge_partition(g, r->partition) != 0)
			return -1;
	}
	for (size_t i = 0; i < g->view->partition_count && !any; i++)
		if ((anywhere || g->view->partitions[i].is_default) &&
		    judge_partition(g, g->view->partitions[i].name) != 0)
			return -1;
	return 0;
}

static int protect_partitions(struct cr_deciding *g)
{
	if (cr_decide_profile(g) != 0)
		return -1;
	cr_candidates_read_partition(g);
	if (cr_decide_own_borrowing(g) != 0)
		return -1;
	return g->explicit_partition ? judge_named(g) : judge_landing(g);
}

/* A site that takes no job without its script takes none that the script was not asked of. */
static bool takes_none(const struct cr_deciding *g)
{
	return g->policy->site.not_judged == CR_NOT_JUDGED_REFUSE ||
	       (g->policy->script && g->policy->script->refuse_on_failure);
}

void cr_decide_unjudged(struct cr_deciding *g, const char *why)
{
	g->d->unjudged = why;
	if (cr_decide_who(g) != 0)
		return;
	if (g->policy->site.not_judged == CR_NOT_JUDGED_PROTECT && protect_partitions(g) != 0)
		return;
	if (takes_none(g) && !g->request->privileged)
		(void)cr_refuse(g, CR_STEP_VERDICT, CR_505_NOT_JUDGED,
				"the job cannot be judged, and this site takes none that is not: "
				"%s; an administrator must look at slurmctld's log",
				why);
	else
		cr_because(g, CR_STEP_VERDICT, CR_505_NOT_JUDGED, NULL,
			   "not all of it is judged, it goes where its user sends it: %s", why);
}
