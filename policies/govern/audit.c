/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a policy and a cluster are out of step: all parts of the audit, one after the other. */
#include "policies/govern/audit.h"

int cr_audit(const struct cr_policy *policy, const struct cr_view *view,
	     const struct cr_accounts *accounts, const struct cr_site_conf *conf,
	     struct cr_diags *diags)
{
	struct cr_audited a = {.policy = policy, .view = view, .conf = conf, .diags = diags};
	struct cr_arena arena;

	cr_arena_init(&arena, NULL, 0, 0);
	if (accounts && accounts->count)
		a.accounts = cr_account_tree_make(accounts, &arena);
	if (!accounts || !accounts->count || a.accounts) {
		cr_audit_tenants(&a);
		cr_audit_settings(&a);
		if (conf)
			cr_audit_site(&a);
		cr_audit_partitions(&a);
		cr_audit_profiles(&a);
	}
	cr_arena_release(&arena);
	return accounts && accounts->count && !a.accounts ? -1 : 0;
}
