/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of the steps, and the verdict. */
#include "policies/decide/decision_fields.h"
#include "policies/decide/script.h"

#define OLD_VIEW 600 /* seconds */

static void decide_portable(struct cr_deciding *g)
{
	g->portable = g->d->option.portable || (g->profile && g->profile->portable) ||
		      (g->tenant && g->tenant->portable);
	if (g->portable)
		cr_because(g, CR_STEP_SHAPE, CR_NO_CODE, NULL,
			   "portable: any CPU architecture and GPU type will do");
}

/* slurmctld looks every minute: when a view lasts much longer, something is wrong there. */
static void note_old_view(struct cr_deciding *g)
{
	if (g->view->age > OLD_VIEW)
		cr_because(g, CR_STEP_CANDIDATE, CR_502_OLD_VIEW, NULL,
			   "the view of the cluster is %u minutes old", g->view->age / 60);
}

/* Slurm hands the components over one by one, and starts none before all can. */
static void note_component(struct cr_deciding *g)
{
	if (g->profile && cr_is_number(g->request->het_offset))
		cr_because(g, CR_STEP_QOS, CR_NO_CODE, NULL,
			   "component %u of a heterogeneous job is judged by itself: limits of a "
			   "group must hold all components together, or the job never starts",
			   g->request->het_offset);
}

static bool is_max_nodes_lifted(const struct cr_view *view)
{
	for (size_t i = 0; i < view->qos_count; i++)
		if (view->qos[i].flags & CR_QOS_PART_MAX_NODE)
			return true;
	return false;
}

/*
 * It might go where nobody can say: Slurm puts it, and the policy's own bars hold there as
 * for a job without a profile.
 */
static void keep_unknown(struct cr_deciding *g)
{
	const struct cr_profile *profile = g->profile;

	g->profile = NULL;
	cr_keep_landing(g);
	g->profile = profile;
}

static void run_steps(struct cr_deciding *g)
{
	char unseen[CR_NAME_MAX];

	if (cr_decide_who(g) != 0 || cr_decide_profile(g) != 0 || cr_decide_script_profile(g) != 0)
		return;
	note_old_view(g);
	note_component(g);
	cr_candidates_read_partition(g);
	decide_portable(g);
	if (cr_decide_own_borrowing(g) != 0)
		return;
	if (g->explicit_partition) {
		cr_keep_partition(g);
	} else if (g->profile && !g->request->modify && !g->named_nodes.unread &&
		   !cr_reservation_unseen(g, unseen)) {
		cr_choose(g);
		if (g->left_unknown)
			keep_unknown(g);
	} else {
		cr_keep_landing(g);
	}
	cr_decide_group(g);
	cr_decide_script(g);
	g->d->complete |= !g->profile; /* nothing is to be set */
	g->d->complete &= g->d->verdict != CR_VERDICT_REFUSE;
}

/* ---- the outcome ------------------------------------------------------- */

static const char *sum_up(struct cr_deciding *g)
{
	const struct cr_decision *d = g->d;

	return cr_say(g, "profile %s: partition %s%s%s%s%s%s", d->profile ? d->profile : "(none)",
		      d->partition ? d->partition : "as asked", d->qos ? ", QOS " : "",
		      d->qos ? d->qos : "",
		      d->segment != CR_UNSET ? cr_say(g, ", segment %u", d->segment) : "",
		      d->switches != CR_UNSET ? cr_say(g, ", switches %u", d->switches) : "",
		      d->preemptible ? ", preemptible" : "");
}

static void conclude_verdict(struct cr_deciding *g)
{
	enum cr_notify notify = (enum cr_notify)g->policy->site.notify;
	struct cr_decision *d = g->d;

	d->record = d->mode != CR_MODE_DISABLED;
	d->act = d->mode == CR_MODE_ENFORCE && d->verdict != CR_VERDICT_LEAVE;
	if (d->verdict == CR_VERDICT_REFUSE)
		cr_decision_unset_settings(d); /* what was found on the way is of no use */
	if (d->verdict == CR_VERDICT_REFUSE || d->mode != CR_MODE_ENFORCE)
		d->notice = NULL;
	else if (!d->notice && ((notify == CR_NOTIFY_CHANGES && d->act) ||
				(notify == CR_NOTIFY_ALWAYS && d->profile)))
		d->notice = sum_up(g);
	d->reasons = g->reasons;
	d->reason_count = g->reason_count;
}

static void begin_decision(struct cr_deciding *g)
{
	const struct cr_request *r;
	struct cr_decision *d = g->d;

	cr_decision_clear(d);
	g->reasons = cr_arena_array(g->arena, CR_REASONS_MAX, sizeof(*g->reasons));
	g->no_memory = !g->reasons;
	g->max_nodes_lifted = is_max_nodes_lifted(g->view);
	cr_named_nodes_read(g);
	r = g->request;
	cr_size_of(r, &g->size);
	d->gpus = g->size.gpus;
	d->nodes = g->size.nodes;
	d->own_segment = r->segment ? r->segment : CR_UNSET;
	d->own_switches = r->switches ? r->switches : CR_UNSET;
}

/* 0; or -1 when the arena ran out. */
static int judge_whole(struct cr_deciding *g)
{
	begin_decision(g);
	if (g->no_memory)
		return -1;
	run_steps(g);
	cr_decide_script_end(g);
	conclude_verdict(g);
	return g->no_memory ? -1 : 0;
}

int cr_decide(const struct cr_policy *policy, const struct cr_request *request,
	      const struct cr_view *view, struct cr_arena *arena, struct cr_decision *decision)
{
	const struct cr_deciding start = {
		.policy = policy, .request = request, .view = view, .arena = arena, .d = decision};
	const struct cr_arena mark = *arena;
	struct cr_deciding g = start;

	cr_decision_clear(decision);
	if (policy->site.mode == CR_MODE_DISABLED || (!view->missing && judge_whole(&g) == 0))
		return 0;
	cr_arena_rewind(arena, &mark); /* what it took before it ran out is of no use */
	g = start;
	begin_decision(&g);
	cr_decide_unjudged(&g, view->missing ? view->missing : "there is no memory for it");
	conclude_verdict(&g);
	return -1;
}
