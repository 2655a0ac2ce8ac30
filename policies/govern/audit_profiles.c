/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles and tenants: who gets anywhere with which, and what no partition can give. */
#include "policies/govern/audit.h"

#include <string.h>

/* Of the partitions that P's routes lead to: how many there are, and how many are open. */
struct reach {
	size_t led, admitted, open;
};

static bool tenant_admitted(const struct cr_policy *policy, const struct cr_partition *partition,
			    const struct cr_tenant *t)
{
	const struct cr_partition_rules *rules = cr_policy_partition(policy, partition->name);

	return !rules || !rules->admit.tenants.names.count ||
	       cr_names_has(&rules->admit.tenants.names, t->head.name);
}

static void count_partition(const struct cr_audited *a, const struct cr_profile *p,
			    const struct cr_tenant *t, const struct cr_partition *partition,
			    struct reach *reach)
{
	reach->led++;
	if (!cr_audit_admits(a->policy, partition, p))
		return;
	reach->admitted++;
	reach->open += t && cr_audit_has_right(t, partition) &&
		       tenant_admitted(a->policy, partition, t);
}

/* T may be NULL: then nothing is open. */
static struct reach find_reach(const struct cr_audited *a, const struct cr_profile *p,
			       const struct cr_tenant *t)
{
	struct reach reach = {0};

	for (size_t i = 0; i < a->view->partition_count; i++) {
		const struct cr_partition *partition = &a->view->partitions[i];
		bool leads = false;

		for (size_t k = 0; k < p->routes.count && !leads; k++)
			leads = cr_audit_leads_to(cr_route_at(&p->routes, k), partition);
		if (leads)
			count_partition(a, p, t, partition, &reach);
	}
	return reach;
}

/* A profile that leads nowhere for anybody is said once, not of each tenant. */
static void check_tenants(const struct cr_audited *a, const struct cr_profile *p)
{
	const struct cr_entries *tenants = &a->policy->site.tenants;
	const char *others = a->policy->site.other_accounts;
	size_t may = 0;

	for (size_t i = 0; i < tenants->count; i++) {
		const struct cr_tenant *t = cr_tenant_at(tenants, i);
		bool listed = cr_audit_may_name(a->policy, t, p);

		may += listed;
		/* Who names no profiles may name all, and need not mean this one. */
		if (listed && t->profiles.names.count && !find_reach(a, p, t).open)
			cr_check_found(
				a->diags, CR_CK_501_TENANT_NOWHERE, t->head.pos,
				"tenant '%s' may name profile '%s' and use no partition that "
				"it leads to",
				t->head.name, p->head.name);
	}
	if (tenants->count && !may && others && strcmp(others, "refuse") == 0)
		cr_check_found(a->diags, CR_CK_502_PROFILE_NOBODYS, p->head.pos,
			       "profile '%s' is no tenant's", p->head.name);
}

/* One that names no profiles: it can have meant all, but not none. */
static void check_routeless(const struct cr_audited *a, const struct cr_tenant *t)
{
	const struct cr_entries *all = &a->policy->site.profiles;
	size_t led = 0;

	for (size_t i = 0; i < all->count; i++) {
		struct reach reach = find_reach(a, cr_profile_at(all, i), t);

		if (reach.open)
			return;
		led += reach.admitted;
	}
	if (led)
		cr_check_found(a->diags, CR_CK_505_TENANT_ROUTELESS, t->head.pos,
			       "tenant '%s' may use no partition that any profile leads to",
			       t->head.name);
}

static void check_group(const struct cr_audited *a, const struct cr_profile *p)
{
	uint32_t most = 0;

	for (size_t i = 0; i < a->view->partition_count; i++)
		if (a->view->partitions[i].nodes > most)
			most = a->view->partitions[i].nodes;
	if (cr_is_number(p->group) && p->group > most)
		cr_check_found(a->diags, CR_CK_504_GROUP_TOO_LARGE, p->head.pos,
			       "profile '%s': group %u, and the largest partition has %u nodes",
			       p->head.name, p->group, most);
}

/* A segment that is chosen is at most the largest unit. */
static void check_segment(const struct cr_audited *a, const struct cr_profile *p,
			  const struct cr_route *r)
{
	uint32_t least = r->segment.multiple_of > r->segment.min ? r->segment.multiple_of
								 : r->segment.min;
	size_t largest = 0;

	if (!r->segment.head.given || r->segment.choose.choice != CR_SEGMENT_LARGEST)
		return;
	for (size_t i = 0; i < a->view->partition_count; i++) {
		const struct cr_partition *partition = &a->view->partitions[i];
		size_t unit = partition->space ? cr_space_largest_unit(partition->space) : 0;

		if (cr_audit_leads_to(r, partition) && unit > largest)
			largest = unit;
	}
	if (largest && least > largest)
		cr_check_found(a->diags, CR_CK_407_UNIT_TOO_SMALL, r->segment.head.pos,
			       "profile '%s': segments of at least %u nodes, and the largest unit "
			       "has %zu",
			       p->head.name, least, largest);
}

void cr_audit_profiles(const struct cr_audited *a)
{
	const struct cr_entries *all = &a->policy->site.profiles;
	const struct cr_entries *tenants = &a->policy->site.tenants;

	for (size_t i = 0; i < tenants->count; i++)
		if (!cr_tenant_at(tenants, i)->profiles.names.count)
			check_routeless(a, cr_tenant_at(tenants, i));
	for (size_t i = 0; i < all->count; i++) {
		const struct cr_profile *p = cr_profile_at(all, i);
		struct reach reach = find_reach(a, p, NULL);

		check_group(a, p);
		for (size_t k = 0; k < p->routes.count; k++)
			check_segment(a, p, cr_route_at(&p->routes, k));
		if (!reach.led)
			continue;
		if (reach.admitted)
			check_tenants(a, p);
		else
			cr_check_found(a->diags, CR_CK_503_PROFILE_NOT_ADMITTED, p->head.pos,
				       "profile '%s' is admitted to no partition that it leads to",
				       p->head.name);
	}
}
