/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Borrowing: who agreed to it, what stands against it, and the tenant's bound on the GPUs of
 * one job, which holds for the most that Slurm might give it.
 */
#include "policies/decide/candidate.h"
#include "policies/decide/offer.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

static enum cr_preempt_mode preempt_mode(const struct cr_deciding *g, const struct cr_candidate *c,
					 const struct cr_offer *borrow)
{
	enum cr_preempt_mode mode = CR_PREEMPT_CLUSTER;

	if (g->view->preempt_by_qos && borrow->qos)
		mode = borrow->qos->preempt_mode;
	else if (!g->view->preempt_by_qos)
		mode = c->part->preempt_mode;
	return mode == CR_PREEMPT_CLUSTER ? g->view->preempt_mode : mode;
}

bool cr_borrow_is_agreed(const struct cr_deciding *g)
{
	const struct cr_borrow *b = &g->tenant->borrow;

	if (b->consent == CR_BORROW_NEVER || g->d->option.borrow == CR_CONSENT_NOBORROW)
		return false;
	return b->consent == CR_BORROW_ALWAYS || g->d->option.borrow == CR_CONSENT_BORROW ||
	       g->request->requeue == CR_YES;
}

bool cr_borrow_beyond_budget(const struct cr_deciding *g, const struct cr_offer *own)
{
	return own->open && own->binding.verdict == CR_LIMIT_BUDGET &&
	       g->tenant->over_budget == CR_OVER_BUDGET_BORROW &&
	       g->d->option.borrow != CR_CONSENT_NOBORROW;
}

/* Why it may not borrow there by the most GPUs that it could take; NULL: it may. */
static const char *why_too_many(struct cr_deciding *g, const struct cr_candidate *c)
{
	const char *tenant = g->tenant->head.name;
	uint32_t max = g->tenant->borrow.max_gpus;

	if (max == CR_UNSET)
		return NULL;
	if (g->request->gpus_unread)
		return "the GPUs asked for cannot be read, and borrowing them is bounded";
	if (c->most_gpus <= max)
		return NULL;
	if (c->demand.gpus > max)
		return cr_say(g, "%llu GPUs asked, tenant '%s' borrows at most %u for a job",
			      (unsigned long long)c->demand.gpus, tenant, max);
	return cr_say(g,
		      "it could take %llu GPUs there, tenant '%s' borrows at most %u for a job%s",
		      (unsigned long long)c->most_gpus, tenant, max,
		      c->most_nodes > c->least_nodes ? ": say -N" : "");
}

const char *cr_borrow_why_not(struct cr_deciding *g, const struct cr_candidate *c,
			      const struct cr_offer *borrow)
{
	const struct cr_borrow *b = &g->tenant->borrow;

	if (b->consent == CR_BORROW_NEVER)
		return cr_say(g, "tenant '%s' does not borrow", g->tenant->head.name);
	if (!g->request->batch)
		return "preemption would kill a job without a batch script";
	if (g->request->requeue == CR_NO)
		return "--no-requeue: preemption would kill the job";
	if (g->request->requeue == CR_UNSAID && !g->view->requeue_default)
		return "preemption would kill the job: add --requeue";
	if (preempt_mode(g, c, borrow) != CR_PREEMPT_REQUEUE)
		return "preemption there does not requeue";
	return why_too_many(g, c);
}

/* Does the job's own --qos ask to borrow? */
static bool borrows_by_qos(const struct cr_deciding *g)
{
	const struct cr_tenant *t = g->tenant;

	return t && t->qos.borrow && !g->request->privileged &&
	       cr_text_list_has(g->request->qos, t->qos.borrow) &&
	       (!t->qos.own || strcasecmp(t->qos.own, t->qos.borrow) != 0);
}

const char *cr_check_own_borrowing(struct cr_deciding *g, struct cr_candidate *c)
{
	const char *why = borrows_by_qos(g) ? why_too_many(g, c) : NULL;

	return why ? cr_say(g, "--qos=%s: %s", g->tenant->qos.borrow, why) : NULL;
}

/*
 * --qos with the borrow QOS asks for what the tenant's rules of borrowing are
 * about; they hold for it, declared or not, as they hold for ",borrow".
 */
int cr_decide_own_borrowing(struct cr_deciding *g)
{
	const struct cr_tenant *t = g->tenant;
	uint32_t gpus = g->size.gpus, most = t ? t->borrow.max_gpus : CR_UNSET;

	if (!borrows_by_qos(g))
		return 0;
	if (t->borrow.consent == CR_BORROW_NEVER)
		return cr_refuse(g, CR_STEP_QOS, CR_409_CANNOT_BORROW,
				 "--qos=%s: tenant '%s' does not borrow", t->qos.borrow,
				 t->head.name);
	if (most != CR_UNSET && g->request->gpus_unread)
		return cr_refuse(g, CR_STEP_QOS, CR_409_CANNOT_BORROW,
				 "--qos=%s: the GPUs asked for cannot be read, and tenant '%s' "
				 "borrows at most %u for a job",
				 t->qos.borrow, t->head.name, most);
	if (gpus != CR_UNSET && most != CR_UNSET && gpus > most)
		return cr_refuse(
			g, CR_STEP_QOS, CR_409_CANNOT_BORROW,
			"--qos=%s: %u GPUs asked, tenant '%s' borrows at most %u for a job",
			t->qos.borrow, gpus, t->head.name, most);
	return 0;
}
