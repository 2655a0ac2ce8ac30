/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What others ask a loaded policy, apart from decisions. */
#include "policies/file/policy_model.h"

#include "base/harm.h"
#include "policies/file/schema.h"
#include "policies/job/enum_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum cr_mode cr_policy_mode(const struct cr_policy *policy)
{
	return policy->site.mode;
}

/* The site's "disabled" is the kill switch: no tenant's own mode outlives it. */
bool cr_policy_is_active(const struct cr_policy *policy)
{
	return policy->site.mode != CR_MODE_DISABLED;
}

bool cr_policy_enforces(const struct cr_policy *policy)
{
	const struct cr_entries *tenants = &policy->site.tenants;

	if (policy->site.mode != CR_MODE_OBSERVE)
		return policy->site.mode == CR_MODE_ENFORCE;
	for (size_t i = 0; i < tenants->count; i++)
		if (cr_tenant_at(tenants, i)->mode == CR_MODE_ENFORCE)
			return true;
	return false;
}

enum cr_record_field cr_policy_record_field(const struct cr_policy *policy)
{
	return policy->site.record.field;
}

bool cr_policy_journal(const struct cr_policy *policy)
{
	return policy->site.record.journal;
}

uint32_t cr_policy_journal_mb(const struct cr_policy *policy)
{
	return policy->site.record.journal_mb;
}

uint32_t cr_policy_journal_files(const struct cr_policy *policy)
{
	return policy->site.record.journal_files;
}

const char *cr_policy_hash(const struct cr_policy *policy)
{
	return policy->hash;
}

void cr_policy_hash_more(struct cr_policy *policy, const char *buf, size_t len)
{
	uint64_t hash = strtoull(policy->hash, NULL, 16);

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)buf[i]) * UINT64_C(0x100000001b3);
	(void)snprintf(policy->hash, sizeof(policy->hash), "%016" PRIx64, hash);
}

const char *cr_policy_file(const struct cr_policy *policy, size_t i)
{
	return i < policy->file_count ? policy->files[i] : NULL;
}

struct cr_pos cr_policy_key_pos(const struct cr_policy *policy, const char *key)
{
	const struct cr_given *given = cr_entry_given(&policy->site.head, key);

	return given ? given->pos : (struct cr_pos){0};
}

bool cr_policy_profile(const struct cr_policy *policy, size_t i, struct cr_profile_info *info)
{
	const struct cr_profile *p;

	if (i >= policy->site.profiles.count)
		return false;
	p = cr_profile_at(&policy->site.profiles, i);
	*info = (struct cr_profile_info){
		.name = p->head.name,
		.summary = p->summary,
		.pattern = cr_pattern_name(p->pattern),
		.intensity = cr_intensity_name(p->intensity),
		.topology_type = (cr_route_at(&p->routes, 0))->topology_type,
		.aliases = p->aliases.names,
		.group = p->group == CR_UNSET ? 0 : p->group,
	};
	return true;
}

enum cr_rank_order cr_policy_rank_order(const struct cr_policy *policy)
{
	return policy->site.rank_order;
}

const char *cr_policy_order_ignores(const struct cr_policy *policy, size_t i)
{
	const struct cr_names *names = &policy->site.order_ignores.names;

	return i < names->count ? names->name[i] : NULL;
}

struct cr_harmful cr_policy_harmful(const struct cr_policy *policy)
{
	const struct cr_harmful_rules *rules = &policy->site.harmful;
	struct cr_harmful harmful = {0};

	if (rules->choose != CR_HARMFUL_IGNORE)
		harmful.warn = 1U << CR_HARM_FATAL | 1U << CR_HARM_SLOW;
	if (rules->choose == CR_HARMFUL_SCRUB)
		harmful.scrub = 1U << CR_HARM_FATAL;
	if (cr_entry_given(&rules->head, "warn")->given)
		harmful.warn = rules->warn;
	if (cr_entry_given(&rules->head, "scrub")->given)
		harmful.scrub = rules->scrub;
	return harmful;
}

bool cr_policy_exports(const struct cr_policy *policy, enum cr_export what)
{
	return policy->site.exports & 1U << what;
}

const char *cr_policy_environment_file(const struct cr_policy *policy)
{
	return policy->site.environment_file;
}

const char *cr_policy_environment(const struct cr_policy *policy)
{
	return policy->site.environment;
}

const struct cr_partition_rules *cr_policy_partition(const struct cr_policy *policy,
						     const char *name)
{
	const struct cr_entries *all = &policy->site.partitions;

	for (size_t i = 0; name && i < all->count; i++)
		if (strcmp(all->item[i]->name, name) == 0)
			return cr_partition_rules_at(all, i);
	return NULL;
}
