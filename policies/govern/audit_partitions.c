/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Partitions that routes lead to: who is let in, and what topology they have. */
#include "policies/govern/audit.h"

#include <string.h>
#include <strings.h>

/* Does any route of any profile lead there? */
static bool is_routed(const struct cr_policy *policy, const struct cr_partition *partition)
{
	const struct cr_entries *all = &policy->site.profiles;

	for (size_t i = 0; i < all->count; i++) {
		const struct cr_profile *p = cr_profile_at(all, i);

		for (size_t k = 0; k < p->routes.count; k++)
			if (cr_audit_leads_to(cr_route_at(&p->routes, k), partition))
				return true;
	}
	return false;
}

static void check_state(const struct cr_audited *a, const struct cr_partition *p)
{
	const struct {
		bool so;
		enum cr_check_code code;
		const char *what;
	} states[] = {
		{!p->takes_jobs, CR_CK_313_PARTITION_CLOSED, "takes no jobs"},
		{p->root_only, CR_CK_314_PARTITION_ROOT, "is for root only"},
		{p->required_resv, CR_CK_315_PARTITION_RESERVED, "is for reservations only"},
	};
	uint32_t up = 0;

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
		if (states[i].so)
			cr_check_found(a->diags, states[i].code, (struct cr_pos){0},
				       "partition '%s' %s, and routes lead there", p->name,
				       states[i].what);
	for (size_t i = 0; i < p->shape_count; i++)
		up += p->shapes[i].up;
	if (!up)
		cr_check_found(a->diags, CR_CK_316_NO_NODES, (struct cr_pos){0},
			       "partition '%s' has no node that is up, and routes lead there",
			       p->name);
}

static bool lets_in(const struct cr_names *allow, const struct cr_names *deny, const char *name)
{
	return allow->count ? cr_names_has(allow, name) : !cr_names_has(deny, name);
}

static void check_account(const struct cr_audited *a, const struct cr_partition *p,
			  const struct cr_tenant *t, size_t i)
{
	const char *account = t->accounts.names.name[i];
	bool allow = p->allow_accounts.count != 0;
	const struct cr_names *list = allow ? &p->allow_accounts : &p->deny_accounts;

	if (cr_account_tree_in(a->accounts, list, account) != allow)
		cr_check_found(a->diags, CR_CK_310_ALLOW_ACCOUNTS, t->accounts.at[i],
			       "tenant '%s': %s of partition '%s' shuts out account '%s'",
			       t->head.name, allow ? "AllowAccounts" : "DenyAccounts", p->name,
			       account);
}

static void check_lists(const struct cr_audited *a, const struct cr_partition *p,
			const struct cr_tenant *t)
{
	const char *list = p->allow_qos.count ? "AllowQos" : "DenyQos";

	for (size_t i = 0; i < t->accounts.names.count; i++)
		check_account(a, p, t, i);
	if (t->qos.own && !lets_in(&p->allow_qos, &p->deny_qos, t->qos.own))
		cr_check_found(a->diags, CR_CK_311_ALLOW_QOS, t->qos.head.pos,
			       "tenant '%s': %s of partition '%s' shuts out QOS '%s' (own)",
			       t->head.name, list, p->name, t->qos.own);
	if (cr_tenant_borrows(t) && !lets_in(&p->allow_qos, &p->deny_qos, t->qos.borrow))
		cr_check_found(a->diags, CR_CK_312_ALLOW_BORROW, t->qos.head.pos,
			       "tenant '%s': %s of partition '%s' shuts out QOS '%s' (borrow)",
			       t->head.name, list, p->name, t->qos.borrow);
}

/* A partition QOS' limit on GPUs stands before the tenant's, unless OverPartQOS. */
static void check_partition_qos(const struct cr_audited *a, const struct cr_partition *p,
				const struct cr_tenant *t)
{
	const struct cr_qos *own = cr_view_qos(a->view, t->qos.own);
	const struct cr_qos *qos = cr_view_qos(a->view, p->qos);

	if (!own || !qos || own->flags & CR_QOS_OVER_PART_QOS)
		return;
	for (size_t i = 0; i < qos->limits.tres_count; i++) {
		const struct cr_tres_limit *limit = &qos->limits.tres[i];

		if (limit->grp == CR_UNSET64 || strncasecmp(limit->tres, "gres/gpu", 8) != 0)
			continue;
		cr_check_found(a->diags, CR_CK_318_PARTITION_QOS, t->qos.head.pos,
			       "tenant '%s': QOS '%s' of partition '%s' limits %s before QOS '%s'",
			       t->head.name, qos->name, p->name, limit->tres, own->name);
		return;
	}
}

static void check_tenant(const struct cr_audited *a, const struct cr_partition *p,
			 const struct cr_tenant *t)
{
	if (!cr_audit_is_promised(t, p))
		return;
	check_lists(a, p, t);
	check_partition_qos(a, p, t);
}

/* Where no partition has a topology there is one for all, or none at all. */
static bool have_topologies(const struct cr_view *view)
{
	for (size_t i = 0; i < view->partition_count; i++)
		if (view->partitions[i].topology)
			return true;
	return false;
}

static void check_topology(const struct cr_audited *a, const struct cr_partition *p)
{
	size_t placed = p->space ? cr_space_nodes(p->space) : p->nodes;

	if (p->topology_unknown)
		cr_check_found(a->diags, CR_CK_405_TOPOLOGY_UNKNOWN, (struct cr_pos){0},
			       "partition '%s': topology '%s' is not one that could be read",
			       p->name, p->topology ? p->topology : "");
	else if (!p->topology && !p->topology_type && have_topologies(a->view))
		cr_check_found(a->diags, CR_CK_404_NO_TOPOLOGY, (struct cr_pos){0},
			       "partition '%s' has no topology", p->name);
	if (placed < p->nodes)
		cr_check_found(a->diags, CR_CK_406_NODES_OUTSIDE, (struct cr_pos){0},
			       "partition '%s': %zu of its %u nodes are not in topology '%s'",
			       p->name, p->nodes - placed, p->nodes,
			       p->topology ? p->topology : "");
}

void cr_audit_partitions(const struct cr_audited *a)
{
	const struct cr_entries *tenants = &a->policy->site.tenants;

	for (size_t i = 0; i < a->view->partition_count; i++) {
		const struct cr_partition *p = &a->view->partitions[i];

		if (is_routed(a->policy, p))
			check_state(a, p);
		for (size_t k = 0; k < tenants->count; k++)
			check_tenant(a, p, cr_tenant_at(tenants, k));
		check_topology(a, p);
	}
}
