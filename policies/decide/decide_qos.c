/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The QOS: the tenant's own share first, the borrow QOS with consent, judged by
 * Slurm's live limits.  What does not fit now waits or borrows; only what can
 * never run is an obstacle.  The user's own --qos is kept, and judged the same.
 */
#include "policies/decide/offer.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Does this Slurm take a QOS list from such a job?  Arrays crashed some releases. */
static bool version_takes_list(const struct cr_deciding *g)
{
	uint32_t v = g->view->slurm_version;

	if (v < CR_SINCE_QOS_LIST)
		return false;
	return !g->request->array || CR_TAKES_QOS_LIST_OF_ARRAY(v);
}

/* Slurm tries a list in the order of priority and checks only the first at submit. */
static bool list_works(const struct cr_deciding *g, const struct cr_offer *own,
		       const struct cr_offer *borrow)
{
	if (!own->name || !own->qos || !borrow->qos || !version_takes_list(g))
		return false;
	if (own->qos->priority <= borrow->qos->priority)
		return false;
	return own->binding.verdict == CR_LIMIT_OK || !(own->qos->flags & CR_QOS_DENY_LIMIT);
}

/* ---- choosing ---------------------------------------------------------- */

static void choose_quota(struct cr_candidate *c, enum cr_quota quota, const char *qos, bool now)
{
	c->quota = quota;
	c->qos = qos;
	c->fits_now = now;
}

static void obstruct_candidate(struct cr_candidate *c, enum cr_code code, const char *why)
{
	c->obstacle = CR_OBSTACLE_ROOM;
	c->progress += 1;
	c->code = code;
	c->why = why;
}

/* The user's own --qos: one of the list must be able to hold the job. */
static void judge_given(struct cr_deciding *g, struct cr_candidate *c)
{
	const char *list = g->request->qos;
	char name[CR_NAME_MAX];
	struct cr_offer first = {0}, o;
	bool any = false, usable_one = false, quiet = g->quiet;

	while (cr_text_next(&list, name, sizeof(name))) {
		o = (struct cr_offer){.name = name};
		g->quiet |= any; /* of those that fail the first one's words are the user's */
		cr_offer_judge(g, c, &o);
		g->quiet = quiet;
		if (!any)
			first = o;
		any = true;
		if (cr_offer_is_usable(&o) && (!usable_one || o.binding.verdict == CR_LIMIT_OK))
			choose_quota(c, CR_QUOTA_GIVEN, NULL, o.binding.verdict == CR_LIMIT_OK);
		usable_one |= cr_offer_is_usable(&o);
	}
	if (!any)
		choose_quota(c, CR_QUOTA_GIVEN, NULL, true);
	else if (!usable_one)
		obstruct_candidate(c, first.code, first.why);
}

static bool waits_for_budget(const struct cr_deciding *g, const struct cr_offer *own)
{
	return own->open && own->binding.verdict == CR_LIMIT_BUDGET && g->tenant &&
	       g->tenant->over_budget == CR_OVER_BUDGET_WAIT;
}

/* Own share alone, or its obstacle. */
static void take_own(struct cr_deciding *g, struct cr_candidate *c, const struct cr_offer *own)
{
	if (cr_offer_is_usable(own) || waits_for_budget(g, own))
		choose_quota(c, CR_QUOTA_OWN, own->name, own->binding.verdict == CR_LIMIT_OK);
	else
		obstruct_candidate(c, own->code, own->why);
}

static void choose_between(struct cr_deciding *g, struct cr_candidate *c,
			   const struct cr_offer *own, const struct cr_offer *borrow)
{
	bool now = borrow->binding.verdict == CR_LIMIT_OK;
	bool own_now = own->binding.verdict == CR_LIMIT_OK;

	if (!cr_offer_is_usable(own))
		choose_quota(c, CR_QUOTA_BORROW, borrow->name, now);
	else if (list_works(g, own, borrow))
		choose_quota(c, CR_QUOTA_LIST, cr_say(g, "%s,%s", own->name, borrow->name),
			     own_now || now);
	else if (!own_now && now)
		choose_quota(c, CR_QUOTA_BORROW, borrow->name, true);
	else
		choose_quota(c, CR_QUOTA_OWN, own->name, own_now);
	c->no_list = own->name && !version_takes_list(g);
}

/* Own cannot hold it; would a preemptible job fit?  Then consent is what is missing. */
static void suggest_borrowing(struct cr_deciding *g, struct cr_candidate *c,
			      const struct cr_offer *own)
{
	obstruct_candidate(c, CR_405_CONSENT,
			   cr_say(g, "%s; as a preemptible job it fits: --comm-profile=%s,borrow",
				  own->why, g->profile ? g->profile->head.name : "NAME"));
}

/* ",borrow" that comes to nothing is told with what becomes of the job. */
static void note_wish(struct cr_deciding *g, struct cr_candidate *c, const char *cannot)
{
	c->cannot_borrow = cannot;
	if (c->obstacle)
		c->why = cr_say(g, "%s; it cannot borrow: %s", c->why, cannot);
}

static void judge_tenant(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_assoc *assoc = cr_limits_assoc(g->view, c->part->name);
	const struct cr_tenant *t = g->tenant;
	struct cr_offer own = {.name = t ? t->qos.own : NULL}, borrow = {0};
	const char *cannot = NULL;

	if (!own.name && assoc)
		own.name = assoc->default_qos;
	cr_offer_judge(g, c, &own);
	if (own.open && own.binding.verdict < CR_LIMIT_NEVER)
		c->full = own.why;
	borrow.name = t ? t->qos.borrow : NULL;
	if (!borrow.name) {
		take_own(g, c, &own);
		return;
	}
	cr_offer_judge(g, c, &borrow);
	cannot = cr_offer_is_usable(&borrow) ? cr_borrow_why_not(g, c, &borrow) : borrow.why;
	if (!cannot && (cr_borrow_is_agreed(g) || cr_borrow_beyond_budget(g, &own)))
		choose_between(g, c, &own, &borrow);
	else if (!cannot && !cr_offer_is_usable(&own) && !waits_for_budget(g, &own) &&
		 g->d->option.borrow != CR_CONSENT_NOBORROW)
		suggest_borrowing(g, c, &own);
	else
		take_own(g, c, &own);
	if (cannot && g->d->option.borrow == CR_CONSENT_BORROW)
		note_wish(g, c, cannot);
}

void cr_decide_qos(struct cr_deciding *g, struct cr_candidate *c)
{
	c->quota = CR_QUOTA_NONE;
	if (g->request->qos)
		judge_given(g, c);
	else
		judge_tenant(g, c);
}
