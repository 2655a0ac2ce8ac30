/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The QOS: the tenant's own share first, the borrow QOS with consent, judged by
 * Slurm's live limits.  What does not fit now waits or borrows; only what can
 * never run is an obstacle.  The user's own --qos is kept, and judged the same.
 */
#include "policies/decide/deciding.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What one QOS says to one candidate. */
struct offer {
	const char *name; /* NULL: the one Slurm gives by default */
	const struct cr_qos *qos;
	bool open;
	struct cr_binding binding;
	enum cr_code code; /* when it is not open, or never */
	const char *why;   /* when it is not open, or never */
};

static bool qos_in_assoc(const struct cr_deciding *g, const struct cr_candidate *c,
			 const char *name)
{
	const struct cr_assoc *a = cr_limits_assoc(g->view, c->part->name);

	return !a || !a->qos.count || cr_names_has(&a->qos, name);
}

/* Why the QOS is not open to the job there, or NULL. */
static const char *why_shut(struct cr_deciding *g, const struct cr_candidate *c,
			    const struct offer *o)
{
	const struct cr_partition *p = c->part;

	if (!o->name)
		return NULL;
	if (g->view->have_qos && !o->qos)
		return cr_say(g, "Slurm has no QOS '%s'", o->name);
	if (!qos_in_assoc(g, c, o->name))
		return cr_say(g, "QOS '%s' is not among those of your association", o->name);
	if (p->allow_qos.count && !cr_names_has(&p->allow_qos, o->name))
		return cr_say(g, "QOS '%s' is not among its AllowQos", o->name);
	if (!p->allow_qos.count && cr_names_has(&p->deny_qos, o->name))
		return cr_say(g, "QOS '%s' is among its DenyQos", o->name);
	if (o->qos && (o->qos->flags & CR_QOS_REQ_RESV) && !g->request->reservation)
		return cr_say(g, "QOS '%s' needs --reservation", o->name);
	return NULL;
}

/* The partition's own limits, less those that a QOS lifts. */
static const char *partition_limit(struct cr_deciding *g, const struct cr_candidate *c,
				   uint32_t flags, enum cr_code *code)
{
	const struct cr_partition *p = c->part;
	uint32_t nodes = c->demand.nodes;

	*code = CR_302_NODE_LIMIT;
	if (!(flags & CR_QOS_PART_MAX_NODE) && cr_is_number(p->max_nodes) && nodes > p->max_nodes)
		return cr_say(g, "%u nodes asked, its MaxNodes is %u", nodes, p->max_nodes);
	if (!(flags & CR_QOS_PART_MIN_NODE) && cr_is_number(p->min_nodes) && nodes < p->min_nodes)
		return cr_say(g, "%u nodes asked, its MinNodes is %u", nodes, p->min_nodes);
	*code = CR_303_TIME_LIMIT;
	if (!(flags & CR_QOS_PART_TIME_LIMIT) && cr_is_number(p->max_time) &&
	    g->request->time_limit != CR_UNSET && g->request->time_limit > p->max_time &&
	    (!cr_is_number(g->request->time_min) || g->request->time_min > p->max_time))
		return cr_say(g, "a time limit beyond its MaxTime of %u minutes", p->max_time);
	return NULL;
}

static const char *owner_text(struct cr_deciding *g, const struct cr_binding *b)
{
	switch (b->owner) {
	case CR_LIMIT_QOS:
		return cr_say(g, "QOS '%s'", b->owner_name);
	case CR_LIMIT_PART_QOS:
		return cr_say(g, "the partition's QOS '%s'", b->owner_name);
	case CR_LIMIT_USER:
		return cr_say(g, "user '%s'", b->owner_name ? b->owner_name : "?");
	default:
		return cr_say(g, "account '%s'", b->owner_name);
	}
}

/* Use is told only of what is the job's own tenant's: never of a shared QOS or the root. */
static bool may_tell_use(const struct cr_deciding *g, const struct cr_binding *b)
{
	if (b->owner == CR_LIMIT_USER)
		return true;
	if (!g->tenant)
		return false;
	if (b->owner == CR_LIMIT_QOS)
		return g->tenant->qos.own && strcasecmp(b->owner_name, g->tenant->qos.own) == 0;
	return b->owner == CR_LIMIT_ACCOUNT &&
	       cr_names_has(&g->tenant->accounts.names, b->owner_name);
}

static const char *limit_text(struct cr_deciding *g, const struct cr_binding *b)
{
	const char *unit = strstr(b->limit, "Mins") ? " minutes of " : " of ";
	const char *tres = b->tres ? b->tres : "", *of = b->tres ? unit : "";
	unsigned long long asked = b->asked, max = b->max, used = b->used;
	const char *owner = owner_text(g, b);

	if (b->code == CR_407_WALL_LIMIT)
		return cr_say(g, "%llu minutes asked, %s of %s is %llu", asked, b->limit, owner,
			      max);
	if (b->verdict == CR_LIMIT_BUDGET)
		return cr_say(g, "%llu minutes of %s asked, %s of %s is %llu and %llu are left",
			      asked, tres, b->limit, owner, max, used < max ? max - used : 0);
	if (b->verdict == CR_LIMIT_NEVER)
		return cr_say(g, "%llu%s%s asked, %s of %s is %llu", asked, of, tres, b->limit,
			      owner, max);
	if (may_tell_use(g, b))
		return cr_say(g, "%llu%s%s asked, %s of %s is %llu with %llu in use", asked, of,
			      tres, b->limit, owner, max, used);
	return cr_say(g, "%llu%s%s asked, %s of %s is in use", asked, of, tres, b->limit, owner);
}

/* The GPU type the job will carry: the user's, or the one that placement fills in. */
static const char *limit_type(const struct cr_deciding *g, const struct cr_candidate *c)
{
	if (g->size.typed)
		return g->size.gpu_type;
	return c->mixed || g->named_several ? NULL : c->shape->gpu_type;
}

static void judge_offer(struct cr_deciding *g, const struct cr_candidate *c, struct offer *o)
{
	struct cr_limit_case limits = {
		.view = g->view,
		.partition_qos = cr_view_qos(g->view, c->part->qos),
		.assoc = cr_limits_assoc(g->view, c->part->name),
		.demand = &c->demand,
		.gpu_type = limit_type(g, c),
		.minutes_given = c->minutes_given,
		.minutes = c->minutes,
	};
	uint32_t flags = limits.partition_qos ? limits.partition_qos->flags : 0;

	o->qos = cr_view_qos(g->view, o->name);
	limits.qos = o->qos;
	flags |= o->qos ? o->qos->flags : 0;
	o->code = CR_404_QOS_CLOSED;
	o->why = why_shut(g, c, o);
	if (!o->why)
		o->why = partition_limit(g, c, flags, &o->code);
	o->open = !o->why;
	cr_limits_judge(&limits, &o->binding);
	if (o->open && o->binding.verdict != CR_LIMIT_OK) {
		o->code = o->binding.code;
		o->why = limit_text(g, &o->binding);
	}
}

static bool is_usable(const struct offer *o)
{
	return o->open && o->binding.verdict < CR_LIMIT_BUDGET;
}

/* ---- borrowing --------------------------------------------------------- */

static enum cr_preempt_mode preempt_mode(const struct cr_deciding *g, const struct cr_candidate *c,
					 const struct offer *borrow)
{
	enum cr_preempt_mode mode = CR_PREEMPT_CLUSTER;

	if (g->view->preempt_by_qos && borrow->qos)
		mode = borrow->qos->preempt_mode;
	else if (!g->view->preempt_by_qos)
		mode = c->part->preempt_mode;
	return mode == CR_PREEMPT_CLUSTER ? g->view->preempt_mode : mode;
}

static bool consents_to_borrow(const struct cr_deciding *g)
{
	const struct cr_borrow *b = &g->tenant->borrow;

	if (b->consent == CR_BORROW_NEVER || g->d->option.borrow == CR_CONSENT_NOBORROW)
		return false;
	return b->consent == CR_BORROW_ALWAYS || g->d->option.borrow == CR_CONSENT_BORROW ||
	       g->request->requeue == CR_YES;
}

/* The tenant's word for what is beyond its budget; the job's ",noborrow" outweighs it. */
static bool borrows_beyond_budget(const struct cr_deciding *g, const struct offer *own)
{
	return own->open && own->binding.verdict == CR_LIMIT_BUDGET &&
	       g->tenant->over_budget == CR_OVER_BUDGET_BORROW &&
	       g->d->option.borrow != CR_CONSENT_NOBORROW;
}

/* Why the job cannot run preemptibly, apart from consent; NULL: it can. */
static const char *cannot_borrow(struct cr_deciding *g, const struct cr_candidate *c,
				 const struct offer *borrow)
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
	if (b->max_gpus != CR_UNSET && g->request->gpus_unread)
		return "the GPUs asked for cannot be read, and borrowing them is bounded";
	if (b->max_gpus != CR_UNSET && c->demand.gpus > b->max_gpus)
		return cr_say(g, "%llu GPUs asked, tenant '%s' borrows at most %u for a job",
			      (unsigned long long)c->demand.gpus, g->tenant->head.name,
			      b->max_gpus);
	return NULL;
}

/* Does this Slurm take a QOS list from such a job?  Arrays crashed some releases. */
static bool version_takes_list(const struct cr_deciding *g)
{
	uint32_t v = g->view->slurm_version;

	if (v < CR_SINCE_QOS_LIST)
		return false;
	return !g->request->array || CR_TAKES_QOS_LIST_OF_ARRAY(v);
}

/* Slurm tries a list in the order of priority and checks only the first at submit. */
static bool list_works(const struct cr_deciding *g, const struct offer *own,
		       const struct offer *borrow)
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
	struct offer first = {0}, o;
	bool any = false, usable_one = false;

	while (cr_text_next(&list, name, sizeof(name))) {
		o = (struct offer){.name = name};
		g->quiet = any; /* of those that fail the first one's words are the user's */
		judge_offer(g, c, &o);
		g->quiet = false;
		if (!any)
			first = o;
		any = true;
		if (is_usable(&o) && (!usable_one || o.binding.verdict == CR_LIMIT_OK))
			choose_quota(c, CR_QUOTA_GIVEN, NULL, o.binding.verdict == CR_LIMIT_OK);
		usable_one |= is_usable(&o);
	}
	if (!any)
		choose_quota(c, CR_QUOTA_GIVEN, NULL, true);
	else if (!usable_one)
		obstruct_candidate(c, first.code, first.why);
}

static bool waits_for_budget(const struct cr_deciding *g, const struct offer *own)
{
	return own->open && own->binding.verdict == CR_LIMIT_BUDGET && g->tenant &&
	       g->tenant->over_budget == CR_OVER_BUDGET_WAIT;
}

/* Own share alone, or its obstacle. */
static void take_own(struct cr_deciding *g, struct cr_candidate *c, const struct offer *own)
{
	if (is_usable(own) || waits_for_budget(g, own))
		choose_quota(c, CR_QUOTA_OWN, own->name, own->binding.verdict == CR_LIMIT_OK);
	else
		obstruct_candidate(c, own->code, own->why);
}

static void choose_between(struct cr_deciding *g, struct cr_candidate *c, const struct offer *own,
			   const struct offer *borrow)
{
	bool now = borrow->binding.verdict == CR_LIMIT_OK;
	bool own_now = own->binding.verdict == CR_LIMIT_OK;

	if (!is_usable(own))
		choose_quota(c, CR_QUOTA_BORROW, borrow->name, now);
	else if (list_works(g, own, borrow))
		choose_quota(c, CR_QUOTA_LIST, cr_say(g, "%s,%s", own->name, borrow->name),
			     own_now || now);
	else if (!own_now && now)
		choose_quota(c, CR_QUOTA_BORROW, borrow->name, true);
	else
		choose_quota(c, CR_QUOTA_OWN, own->name, own_now);
}

/* Own cannot hold it; would a preemptible job fit?  Then consent is what is missing. */
static void suggest_borrowing(struct cr_deciding *g, struct cr_candidate *c,
			      const struct offer *own)
{
	obstruct_candidate(c, CR_405_CONSENT,
			   cr_say(g, "%s; as a preemptible job it fits: --comm-profile=%s,borrow",
				  own->why, g->profile ? g->profile->head.name : "NAME"));
}

static void judge_tenant(struct cr_deciding *g, struct cr_candidate *c)
{
	const struct cr_assoc *assoc = cr_limits_assoc(g->view, c->part->name);
	const struct cr_tenant *t = g->tenant;
	struct offer own = {.name = t ? t->qos.own : NULL}, borrow = {0};
	const char *cannot = NULL;

	if (!own.name && assoc)
		own.name = assoc->default_qos;
	judge_offer(g, c, &own);
	if (own.open && own.binding.verdict < CR_LIMIT_NEVER)
		c->full = own.why;
	borrow.name = t ? t->qos.borrow : NULL;
	if (!borrow.name) {
		take_own(g, c, &own);
		return;
	}
	judge_offer(g, c, &borrow);
	cannot = is_usable(&borrow) ? cannot_borrow(g, c, &borrow) : borrow.why;
	if (!cannot && (consents_to_borrow(g) || borrows_beyond_budget(g, &own)))
		choose_between(g, c, &own, &borrow);
	else if (!cannot && !is_usable(&own) && !waits_for_budget(g, &own) &&
		 g->d->option.borrow != CR_CONSENT_NOBORROW)
		suggest_borrowing(g, c, &own);
	else
		take_own(g, c, &own);
	if (cannot && g->d->option.borrow == CR_CONSENT_BORROW)
		cr_because(g, CR_STEP_QOS, CR_409_CANNOT_BORROW, c->part->name, "cannot borrow: %s",
			   cannot);
}

static bool list_has(const char *list, const char *wanted)
{
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name)))
		if (strcasecmp(name, wanted) == 0)
			return true;
	return false;
}

/*
 * --qos with the borrow QOS asks for what the tenant's rules of borrowing are
 * about; they hold for it, declared or not, as they hold for ",borrow".
 */
int cr_decide_own_borrowing(struct cr_deciding *g)
{
	const struct cr_tenant *t = g->tenant;
	uint32_t gpus = g->size.gpus, most = t ? t->borrow.max_gpus : CR_UNSET;

	if (!t || !t->qos.borrow || g->request->privileged ||
	    !list_has(g->request->qos, t->qos.borrow) ||
	    (t->qos.own && strcasecmp(t->qos.own, t->qos.borrow) == 0))
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

void cr_decide_qos(struct cr_deciding *g, struct cr_candidate *c)
{
	c->quota = CR_QUOTA_NONE;
	if (g->request->qos)
		judge_given(g, c);
	else
		judge_tenant(g, c);
}
