/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One QOS on one partition: is it open to the job, and which of Slurm's live limits binds. */
#include "policies/decide/offer.h"

#include <string.h>
#include <strings.h>

static bool qos_in_assoc(const struct cr_deciding *g, const struct cr_candidate *c,
			 const char *name)
{
	const struct cr_assoc *a = cr_limits_assoc(g->view, c->part->name);

	return !a || cr_assoc_has_qos(a, name);
}

/* Why the QOS is not open to the job there, or NULL. */
static const char *why_shut(struct cr_deciding *g, const struct cr_candidate *c,
			    const struct cr_offer *o)
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

void cr_offer_judge(struct cr_deciding *g, const struct cr_candidate *c, struct cr_offer *o)
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

bool cr_offer_is_usable(const struct cr_offer *o)
{
	return o->open && o->binding.verdict < CR_LIMIT_BUDGET;
}
