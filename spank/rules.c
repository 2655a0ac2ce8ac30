/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the policy file says about steps, or where there is none the decision that the
 * job carries.
 */
#include "spank/rules.h"

#include "base/buffer.h"
#include "policies/file/policy_file.h"

#include <stdio.h>
#include <string.h>

/* Beside the policy, unless it is absolute; too long a path is none. */
static void resolve_path(char *buf, size_t size, const char *policy, const char *file)
{
	const char *slash = strrchr(policy, '/');
	int dir = slash && *file != '/' ? (int)(slash + 1 - policy) : 0;
	int n = snprintf(buf, size, "%.*s%s", dir, policy, file);

	if (n < 0 || (size_t)n >= size)
		buf[0] = '\0';
}

/* PROFILE may be an alias. */
static void take_profile(struct cr_rules *rules, const struct cr_policy *policy,
			 const char *profile)
{
	struct cr_profile_info info;

	for (size_t i = 0; profile && cr_policy_profile(policy, i, &info); i++) {
		bool same = strcmp(info.name, profile) == 0;

		for (size_t k = 0; k < info.aliases.count; k++)
			same = same || strcmp(info.aliases.name[k], profile) == 0;
		if (!same)
			continue;
		(void)snprintf(rules->pattern, sizeof(rules->pattern), "%s", info.pattern);
		rules->group = info.group;
	}
}

/* As many as there is room for. */
static void join_ignores(struct cr_rules *rules, const struct cr_policy *policy)
{
	struct cr_buffer b = cr_buffer(rules->order_ignores, sizeof(rules->order_ignores));
	const char *name;

	for (size_t i = 0; (name = cr_policy_order_ignores(policy, i)) != NULL; i++)
		if (b.used + strlen(name) + 2 < sizeof(rules->order_ignores))
			cr_buffer_print(&b, "%s%s", b.used ? "," : "", name);
}

static void take_rules(struct cr_rules *rules, const struct cr_policy *policy, const char *path)
{
	const char *name = cr_policy_environment(policy);
	const char *file = cr_policy_environment_file(policy);

	rules->order = cr_policy_rank_order(policy) == CR_RANK_ORDER_TOPOLOGY;
	join_ignores(rules, policy);
	rules->export_torchrun = cr_policy_exports(policy, CR_EXPORT_TORCHRUN);
	rules->export_rank = cr_policy_exports(policy, CR_EXPORT_RANK);
	rules->harmful = cr_policy_harmful(policy);
	if (name)
		(void)snprintf(rules->catalogue, sizeof(rules->catalogue), "%s", name);
	if (file)
		resolve_path(rules->catalogue_file, sizeof(rules->catalogue_file), path, file);
}

struct cr_rules cr_rules_read(const char *path, bool trusted, const char *decision,
			      const char *profile)
{
	struct cr_policy *policy = path ? cr_policy_read(path, trusted, NULL, NULL, NULL) : NULL;
	struct cr_rules rules = {.order = true};

	/* A tenant can have a mode of its own, which the decision knows. */
	if (decision && (!policy || cr_policy_is_active(policy)))
		rules.act = strstr(decision, "\"mode\":\"enforce\"") != NULL;
	else
		rules.act = policy && cr_policy_mode(policy) == CR_MODE_ENFORCE;
	if (policy) {
		take_rules(&rules, policy, path);
		take_profile(&rules, policy, profile);
	}
	cr_policy_destroy(policy);
	if (!rules.act)
		rules.order = rules.export_torchrun = rules.export_rank = false;
	return rules;
}
