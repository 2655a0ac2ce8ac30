/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a policy, slurmdbd and slurm.conf are out of step: each disagreement a finding of
 * policies/file/check_codes.h.  Names that are not there at all are cr_policy_check()'s.
 * Pure; nothing is said of what is not known (no slurmdbd, accounts not told).
 */
#ifndef CR_POLICIES_GOVERN_AUDIT_H
#define CR_POLICIES_GOVERN_AUDIT_H

#include "policies/cluster/snapshot.h"
#include "policies/file/check_codes.h"
#include "policies/file/policy_model.h"

/** Of slurm.conf and plugstack.conf: what a view does not have. */
struct cr_site_conf {
	const char *job_submit_plugins, *tracked_tres, *topology_params; /* NULL: not set */
	const char *plugstack; /* its lines, included files in their place; NULL: not known */
	bool job_env;          /* AccountingStoreFlags=job_env */
	uint32_t min_job_age;  /* seconds */
};

struct cr_audited {
	const struct cr_policy *policy;
	const struct cr_view *view;
	const struct cr_account_tree *accounts; /* NULL: not known */
	const struct cr_site_conf *conf;        /* NULL: not known */
	struct cr_diags *diags;
};

/**
 * Add to DIAGS all that POLICY, the cluster in VIEW, ACCOUNTS (NULL or empty: not known) and
 * CONF (NULL: not known) disagree about.  Returns 0, or -1 when out of memory: then findings are
 * missing.
 */
int cr_audit(const struct cr_policy *policy, const struct cr_view *view,
	     const struct cr_accounts *accounts, const struct cr_site_conf *conf,
	     struct cr_diags *diags);

/* ---- its parts ------------------------------------------------------------------- */

/** Accounts by name, and who is above whom. */
struct cr_account_tree;

/** Of ACCOUNTS, which it borrows, in ARENA; NULL when out of memory. */
struct cr_account_tree *cr_account_tree_make(const struct cr_accounts *accounts,
					     struct cr_arena *arena);

/** The account's own association, or NULL. */
const struct cr_assoc *cr_account_tree_find(const struct cr_account_tree *tree, const char *name);

/** The account above NAME, or NULL. */
const struct cr_assoc *cr_account_tree_above(const struct cr_account_tree *tree, const char *name);

/** Has NAME, or an account below it, a user? */
bool cr_account_tree_has_users(const struct cr_account_tree *tree, const char *name);

/** The name of one of all accounts that is nearest to NAME, or NULL. */
const char *cr_account_tree_nearest(const struct cr_account_tree *tree, const char *name);

/** Is ACCOUNT, or one above it (TREE may be NULL), in LIST? */
bool cr_account_tree_in(const struct cr_account_tree *tree, const struct cr_names *list,
			const char *account);

/** Tenants, their QOS and accounts. */
void cr_audit_tenants(const struct cr_audited *a);
/** Settings of slurm.conf. */
void cr_audit_settings(const struct cr_audited *a);
/** The plugins' places, and what explain and reports rest on; needs `conf`. */
void cr_audit_site(const struct cr_audited *a);
/** Partitions and their topologies. */
void cr_audit_partitions(const struct cr_audited *a);
/** Which tenant gets anywhere with which profile. */
void cr_audit_profiles(const struct cr_audited *a);

/* ---- what they share --------------------------------------------------------------- */

/** Does T borrow at all? */
static inline bool cr_tenant_borrows(const struct cr_tenant *t)
{
	return t->qos.borrow && t->borrow.consent != CR_BORROW_NEVER;
}

/** Does route R lead to PARTITION? */
bool cr_audit_leads_to(const struct cr_route *r, const struct cr_partition *partition);

/** May tenant T name profile P? */
bool cr_audit_may_name(const struct cr_policy *policy, const struct cr_tenant *t,
		       const struct cr_profile *p);

/** Do T's own rights open PARTITION? */
bool cr_audit_has_right(const struct cr_tenant *t, const struct cr_partition *partition);

/** Does PARTITION's own `admit` take profile P, of a job of any size? */
bool cr_audit_admits(const struct cr_policy *policy, const struct cr_partition *partition,
		     const struct cr_profile *p);

/** Was PARTITION promised to T: a share of it, or named among its partitions? */
bool cr_audit_is_promised(const struct cr_tenant *t, const struct cr_partition *partition);

#endif
