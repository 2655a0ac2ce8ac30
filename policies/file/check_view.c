/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a policy and a cluster disagree about; each disagreement with its line. */
#include "policies/file/policy_model.h"

#include "base/text.h"
#include "policies/file/check_codes.h"
#include "policies/file/route_keys.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAMES_MAX 256 /* for the nearest name; a cluster has fewer partitions */

struct checking {
	const struct cr_policy *policy;
	const struct cr_view *view;
	struct cr_diags *diags;
	const char *partitions[NAMES_MAX], *qos[NAMES_MAX];
	size_t partition_count, qos_count;
};

static void collect_names(struct checking *c)
{
	for (size_t i = 0; i < c->view->partition_count && i < NAMES_MAX; i++)
		c->partitions[c->partition_count++] = c->view->partitions[i].name;
	for (size_t i = 0; i < c->view->qos_count && i < NAMES_MAX; i++)
		c->qos[c->qos_count++] = c->view->qos[i].name;
}

__attribute__((format(printf, 5, 6))) static void report(struct checking *c,
							 enum cr_check_code code, struct cr_pos pos,
							 const char *near, const char *fmt, ...)
{
	struct cr_error text = {.text = ""};
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text.text, sizeof(text.text), fmt, ap);
	va_end(ap);
	cr_check_found(c->diags, code, pos, "%s%s%s%s", text.text, near ? ": did you mean '" : "",
		       near ? near : "", near ? "'?" : "");
}

static void check_partition_name(struct checking *c, const char *name, struct cr_pos pos,
				 enum cr_check_code code)
{
	if (!cr_view_partition(c->view, name))
		report(c, code, pos, cr_text_nearest(name, c->partitions, c->partition_count),
		       "this cluster has no partition '%s'", name);
}

/* ---- routes ------------------------------------------------------------ */

static bool route_matches(const struct cr_route *r, const struct cr_partition *p)
{
	if (r->topology_type)
		return p->topology_type == r->topology_type;
	if (r->topology)
		return p->topology && strcmp(p->topology, r->topology) == 0;
	return strcmp(p->name, r->partition) == 0;
}

static size_t count_matches(const struct checking *c, const struct cr_route *r)
{
	size_t n = 0;

	for (size_t i = 0; i < c->view->partition_count; i++)
		n += route_matches(r, &c->view->partitions[i]);
	return n;
}

static void report_route(struct checking *c, const struct cr_profile *p, const struct cr_route *r,
			 enum cr_check_code code)
{
	if (r->topology_type)
		report(c, code, r->head.pos, NULL,
		       "profile '%s': this route can never match: no partition has a topology of "
		       "type %s",
		       p->head.name, cr_topology_type_name(r->topology_type));
	else if (r->topology)
		report(c, code, r->head.pos, NULL,
		       "profile '%s': this route can never match: no partition has topology '%s'",
		       p->head.name, r->topology);
	else
		check_partition_name(c, r->partition, r->head.pos, code);
}

/* A route by topology or partition shows only here what type it leads to. */
static void check_keys(struct checking *c, const struct cr_profile *p, const struct cr_route *r)
{
	for (size_t i = 0; i < c->view->partition_count && !r->topology_type; i++) {
		const struct cr_partition *part = &c->view->partitions[i];
		const struct cr_field *key;
		size_t at = 0;

		if (!route_matches(r, part) || !part->topology_type)
			continue;
		while ((key = cr_route_vain_key(r, part->topology_type, &at)) != NULL)
			report(c, CR_CK_403_KEY_IN_VAIN, r->head.at[at - 1].pos, NULL,
			       "profile '%s': '%s' has no effect in partition '%s', whose topology "
			       "is of type %s",
			       p->head.name, key->key, part->name,
			       cr_topology_type_name(part->topology_type));
	}
}

/* A dead route is a warning, since a file may serve several clusters; all dead is an error. */
static void check_profile(struct checking *c, const struct cr_profile *p)
{
	size_t dead = 0;

	for (size_t i = 0; i < p->routes.count; i++)
		dead += !count_matches(c, cr_route_at(&p->routes, i));
	for (size_t i = 0; i < p->routes.count; i++) {
		const struct cr_route *r = cr_route_at(&p->routes, i);

		if (!count_matches(c, r))
			report_route(c, p, r,
				     dead == p->routes.count ? CR_CK_401_ROUTES_DEAD
							     : CR_CK_402_ROUTE_DEAD);
		check_keys(c, p, r);
	}
}

/* ---- tenants ----------------------------------------------------------- */

static void check_qos(struct checking *c, const struct cr_tenant *t, const char *name,
		      const char *what, enum cr_check_code code)
{
	if (name && c->view->have_qos && !cr_view_qos(c->view, name))
		report(c, code, t->qos.head.pos, cr_text_nearest(name, c->qos, c->qos_count),
		       "tenant '%s': Slurm has no QOS '%s' (%s)", t->head.name, name, what);
}

/* What borrowing rests on: own comes first, and takes its nodes back. */
static void check_borrowing(struct checking *c, const struct cr_tenant *t)
{
	const struct cr_qos *own = cr_view_qos(c->view, t->qos.own);
	const struct cr_qos *borrow = cr_view_qos(c->view, t->qos.borrow);

	if (!own || !borrow || t->borrow.consent == CR_BORROW_NEVER)
		return;
	if (own->priority <= borrow->priority)
		report(c, CR_CK_203_PRIORITY, t->qos.head.pos, NULL,
		       "tenant '%s': QOS '%s' has priority %u, not more than '%s' with %u: Slurm "
		       "would try the borrow QOS first",
		       t->head.name, own->name, own->priority, borrow->name, borrow->priority);
	if (c->view->preempt_by_qos && !cr_names_has(&own->preempts, borrow->name))
		report(c, CR_CK_204_NOT_RECLAIMED, t->qos.head.pos, NULL,
		       "tenant '%s': QOS '%s' does not preempt '%s': what is lent is not given back",
		       t->head.name, own->name, borrow->name);
}

static void check_globs(struct checking *c, const struct cr_tenant *t)
{
	for (size_t i = 0; i < t->partitions.names.count; i++) {
		bool found = false;

		for (size_t k = 0; k < c->view->partition_count && !found; k++)
			found = cr_text_glob(t->partitions.names.name[i],
					     c->view->partitions[k].name);
		if (!found)
			report(c, CR_CK_105_TENANT_GLOB, t->partitions.at[i], NULL,
			       "tenant '%s': no partition matches '%s'", t->head.name,
			       t->partitions.names.name[i]);
	}
}

static void check_tenant(struct checking *c, const struct cr_tenant *t)
{
	check_qos(c, t, t->qos.own, "own", CR_CK_201_OWN_MISSING);
	check_qos(c, t, t->qos.borrow, "borrow", CR_CK_202_BORROW_MISSING);
	check_borrowing(c, t);
	check_globs(c, t);
	for (size_t i = 0; i < t->share.count; i++)
		check_partition_name(c, t->share.item[i].name, t->share.item[i].pos,
				     CR_CK_102_SHARE_NOWHERE);
}

/* ---- shares ------------------------------------------------------------ */

static uint64_t gpus_of(const struct cr_partition *p)
{
	uint64_t n = 0;

	for (size_t i = 0; i < p->shape_count; i++)
		n += (uint64_t)p->shapes[i].gpus * p->shapes[i].nodes;
	return n;
}

/* Own shares are promises: together no more than there is. */
static void check_shares(struct checking *c, const struct cr_partition *p)
{
	const struct cr_entries *all = &c->policy->site.tenants;
	uint64_t sum = 0, gpus = gpus_of(p);
	struct cr_pos last = {0};

	for (size_t i = 0; i < all->count; i++) {
		const struct cr_tenant *t = cr_tenant_at(all, i);

		for (size_t k = 0; k < t->share.count; k++)
			if (strcmp(t->share.item[k].name, p->name) == 0) {
				sum += t->share.item[k].value;
				last = t->share.item[k].pos;
			}
	}
	if (sum > gpus)
		report(c, CR_CK_101_SHARES_EXCEED, last, NULL,
		       "the tenants' shares of '%s' add up to %llu GPUs; it has %llu", p->name,
		       (unsigned long long)sum, (unsigned long long)gpus);
}

/* ---- partitions -------------------------------------------------------- */

static void check_rules(struct checking *c, const struct cr_partition_rules *r)
{
	bool exists = cr_view_partition(c->view, r->head.name) != NULL;

	/* A name that only means "route me" needs no partition. */
	if (!r->counts_as_unset)
		check_partition_name(c, r->head.name, r->head.pos, CR_CK_103_RULES_NOWHERE);
	else if (exists && r->admit.head.given)
		report(c, CR_CK_104_ADMIT_IN_VAIN, r->admit.head.pos, NULL,
		       "'%s' counts as unset, so a job that asks for it is not held to 'admit'",
		       r->head.name);
}

int cr_policy_check(const struct cr_policy *policy, const struct cr_view *view,
		    struct cr_diags *diags)
{
	struct checking c = {.policy = policy, .view = view, .diags = diags};
	const struct cr_site *site = &policy->site;
	size_t errors = cr_diags_errors(diags);

	collect_names(&c);
	for (size_t i = 0; i < site->profiles.count; i++)
		check_profile(&c, cr_profile_at(&site->profiles, i));
	for (size_t i = 0; i < site->tenants.count; i++)
		check_tenant(&c, cr_tenant_at(&site->tenants, i));
	for (size_t i = 0; i < site->partitions.count; i++)
		check_rules(&c, cr_partition_rules_at(&site->partitions, i));
	for (size_t i = 0; i < view->partition_count; i++)
		check_shares(&c, &view->partitions[i]);
	return cr_diags_errors(diags) > errors ? -1 : 0;
}
