/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose job it is: exempt or not, of which tenant, under which mode. */
#include "policies/decide/deciding.h"

#include "base/text.h"

#include <string.h>

bool cr_account_in(const struct cr_deciding *g, const struct cr_names *list)
{
	if (cr_names_has(list, g->request->account))
		return true;
	for (size_t i = 0; i < g->view->parent_count; i++)
		if (cr_names_has(list, g->view->parents[i].account))
			return true;
	return false;
}

/*
 * Where associations are not enforced, or there are none, anybody may write any
 * account: what frees from the policy has to be known.
 */
static bool account_is_theirs(const struct cr_deciding *g)
{
	return g->request->privileged || (g->view->have_assocs && g->view->user_assoc_count > 0);
}

static bool account_exempt(const struct cr_deciding *g, const struct cr_texts *globs)
{
	if (cr_globs_match(globs, g->request->account))
		return true;
	for (size_t i = 0; i < g->view->parent_count; i++)
		if (cr_globs_match(globs, g->view->parents[i].account))
			return true;
	return false;
}

static bool reservation_exempt(const struct cr_deciding *g, const struct cr_texts *globs)
{
	const char *list = globs->names.count ? g->request->reservation : NULL;
	char name[CR_NAME_MAX];
	bool any = false;

	while (cr_text_next(&list, name, sizeof(name))) {
		if (!cr_globs_match(globs, name))
			return false;
		any = true;
	}
	return any;
}

static bool is_exempt(struct cr_deciding *g)
{
	const struct cr_exempt *e = &g->policy->site.exempt;
	const char *what = NULL, *whose = NULL;

	if (cr_globs_match(&e->users, g->request->user)) {
		what = "user";
		whose = g->request->user;
	} else if (account_is_theirs(g) && account_exempt(g, &e->accounts)) {
		what = "account";
		whose = g->request->account;
	} else if (reservation_exempt(g, &e->reservations)) {
		what = "reservation";
		whose = g->request->reservation;
	}
	if (what)
		cr_because(g, CR_STEP_TENANT, CR_NO_CODE, whose,
			   "%s is exempt: the job is left alone", what);
	return what != NULL;
}

const struct cr_tenant *cr_tenant_of(const struct cr_policy *policy, const char *account,
				     const struct cr_view *view)
{
	const struct cr_tenant *found = cr_policy_tenant_of(policy, account);

	for (size_t i = 0; i < view->parent_count && !found; i++)
		found = cr_policy_tenant_of(policy, view->parents[i].account);
	return found;
}

/* Without an association Slurm will put another account in its place. */
static bool account_is_sure(const struct cr_deciding *g)
{
	return !g->view->have_assocs || g->view->user_assoc_count > 0;
}

static int other_account(struct cr_deciding *g)
{
	const char *rule = g->policy->site.other_accounts;
	const char *account = g->request->account ? g->request->account : "(none)";

	if (!g->policy->site.tenants.count)
		return 0; /* a site without tenants: everybody may do everything */
	if (strcmp(rule, "refuse") == 0 && !account_is_sure(g))
		return cr_refuse(g, CR_STEP_TENANT, CR_202_NO_ASSOCIATION,
				 "Slurm has no association of user '%s' with account '%s'; use "
				 "--account with one of yours",
				 g->request->user ? g->request->user : "(unknown)", account);
	if (strcmp(rule, "refuse") == 0)
		return cr_refuse(g, CR_STEP_TENANT, CR_201_NO_TENANT,
				 "account '%s' belongs to no tenant of this site's policy; use "
				 "--account with an account of your team",
				 account);
	if (strcmp(rule, "leave") != 0) {
		g->tenant = cr_policy_find_tenant(g->policy, rule);
		return 0;
	}
	cr_because(g, CR_STEP_TENANT, CR_201_NO_TENANT, account,
		   "account belongs to no tenant: the job is left alone");
	return 1;
}

static void set_mode(struct cr_deciding *g)
{
	unsigned site = g->policy->site.mode;

	g->d->mode = (enum cr_mode)site;
	if (site != CR_MODE_DISABLED && g->tenant && g->tenant->mode != CR_UNSET)
		g->d->mode = (enum cr_mode)g->tenant->mode;
}

int cr_decide_who(struct cr_deciding *g)
{
	int rc = 0;

	set_mode(g);
	if (g->d->mode == CR_MODE_DISABLED || is_exempt(g))
		return 1;
	if (account_is_sure(g))
		g->tenant = cr_tenant_of(g->policy, g->request->account, g->view);
	else
		cr_because(g, CR_STEP_TENANT, CR_202_NO_ASSOCIATION, g->request->account,
			   "Slurm has no association of this user with this account");
	if (!g->tenant)
		rc = other_account(g);
	if (g->tenant) {
		g->d->tenant = g->tenant->head.name;
		set_mode(g);
		cr_because(g, CR_STEP_TENANT, CR_NO_CODE, g->d->tenant, "tenant of account '%s'",
			   g->request->account ? g->request->account : "(none)");
	}
	return rc == 0 && g->d->mode == CR_MODE_DISABLED ? 1 : rc;
}
