/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parts of an audit share: who may go where by the policy's own words. */
#include "policies/govern/audit.h"

#include <string.h>

bool cr_audit_leads_to(const struct cr_route *r, const struct cr_partition *partition)
{
	if (r->topology_type)
		return partition->topology_type == r->topology_type;
	if (r->topology)
		return partition->topology && strcmp(partition->topology, r->topology) == 0;
	return r->partition && strcmp(partition->name, r->partition) == 0;
}

static bool lists_profile(const struct cr_policy *policy, const struct cr_texts *list,
			  const struct cr_profile *p)
{
	for (size_t i = 0; i < list->names.count; i++)
		if (cr_policy_find_profile(policy, list->names.name[i]) == p)
			return true;
	return list->names.count == 0;
}

bool cr_audit_may_name(const struct cr_policy *policy, const struct cr_tenant *t,
		       const struct cr_profile *p)
{
	return lists_profile(policy, &t->profiles, p);
}

bool cr_audit_has_right(const struct cr_tenant *t, const struct cr_partition *partition)
{
	enum cr_topology_type type = partition->topology_type;

	if (t->topology_types && type && !(t->topology_types & 1U << type))
		return false;
	return !t->partitions.names.count || cr_names_match(&t->partitions.names, partition->name);
}

bool cr_audit_admits(const struct cr_policy *policy, const struct cr_partition *partition,
		     const struct cr_profile *p)
{
	const struct cr_partition_rules *rules = cr_policy_partition(policy, partition->name);

	if (!rules || !rules->admit.head.given)
		return true;
	return p->intensity >= (unsigned)rules->admit.min_intensity &&
	       lists_profile(policy, &rules->admit.profiles, p);
}

bool cr_audit_is_promised(const struct cr_tenant *t, const struct cr_partition *partition)
{
	for (size_t i = 0; i < t->share.count; i++)
		if (t->share.item[i].value && strcmp(t->share.item[i].name, partition->name) == 0)
			return true;
	for (size_t i = 0; i < t->partitions.names.count; i++)
		if (strcmp(t->partitions.names.name[i], partition->name) == 0)
			return true;
	return false;
}
