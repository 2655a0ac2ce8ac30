/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a policy asks of Slurm that this version of it has not; each with its line. */
#include "policies/file/policy_model.h"

#include "policies/file/check_codes.h"
#include "topology/slurm_versions.h"

#include <stdio.h>
#include <string.h>

struct checking {
	uint32_t version;
	char name[24]; /* "25.05.8" */
	struct cr_diags *diags;
	bool said_type, said_name, said_rights; /* each once: all routes have the same */
};

static bool is_before(const struct checking *c, uint32_t version)
{
	return c->version < version;
}

static bool is_new_type(enum cr_topology_type type)
{
	return type == CR_TOPOLOGY_RING || type == CR_TOPOLOGY_TORUS3D;
}

/* One topology for all: its type says nothing of a partition, and it has no name. */
static void check_target(struct checking *c, const struct cr_route *r)
{
	if (!is_before(c, CR_SINCE_PARTITION_TOPOLOGY))
		return;
	if (r->topology_type && !c->said_type) {
		c->said_type = true;
		cr_check_found(
			c->diags, CR_CK_106_VERSION, r->head.pos,
			"topology_type cannot tell partitions apart: Slurm %s has one topology "
			"for all of them; name the partition (partition: NAME)",
			c->name);
	}
	if (r->topology && !c->said_name) {
		c->said_name = true;
		cr_check_found(
			c->diags, CR_CK_106_VERSION, r->head.pos,
			"topology '%s': Slurm %s has one topology for all partitions, without "
			"a name; name the partition (partition: NAME)",
			r->topology, c->name);
	}
}

static void check_route(struct checking *c, const struct cr_profile *p, const struct cr_route *r)
{
	check_target(c, r);
	if (is_new_type(r->topology_type) && is_before(c, CR_SINCE_RING))
		cr_check_found(c->diags, CR_CK_106_VERSION, r->head.pos,
			       "profile '%s': Slurm %s has no topology of type %s, which came with "
			       "26.05",
			       p->head.name, c->name, cr_topology_type_name(r->topology_type));
	if (r->spacing != CR_SPACING_ANY && is_before(c, CR_SINCE_SEGMENT_SPACING))
		cr_check_found(c->diags, CR_CK_106_VERSION, r->head.pos,
			       "profile '%s': 'spacing' has no effect: Slurm %s cannot spread or "
			       "consolidate segments, which came with 25.11.2",
			       p->head.name, c->name);
}

static void check_tenant(struct checking *c, const struct cr_tenant *t)
{
	if (!t->topology_types || !is_before(c, CR_SINCE_PARTITION_TOPOLOGY) || c->said_rights)
		return;
	c->said_rights = true;
	cr_check_found(
		c->diags, CR_CK_106_VERSION, cr_entry_given(&t->head, "topology_types")->pos,
		"tenant '%s': topology_types cannot tell partitions apart: Slurm %s has one topology for "
		"all of them; name partitions (partitions: [NAME])",
		t->head.name, c->name);
}

void cr_policy_check_version(const struct cr_policy *policy, uint32_t version,
			     struct cr_diags *diags)
{
	struct checking c = {.version = version, .diags = diags};
	const struct cr_entries *profiles = &policy->site.profiles;

	if (!version)
		return;
	(void)snprintf(c.name, sizeof(c.name), "%u.%02u.%u", version >> 16, version >> 8 & 0xff,
		       version & 0xff);
	for (size_t i = 0; i < profiles->count; i++) {
		const struct cr_profile *p = cr_profile_at(profiles, i);

		for (size_t k = 0; k < p->routes.count; k++)
			check_route(&c, p, cr_route_at(&p->routes, k));
	}
	for (size_t i = 0; i < policy->site.tenants.count; i++)
		check_tenant(&c, cr_tenant_at(&policy->site.tenants, i));
}
