/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tenants against slurmdbd: limits of their QOS, and what their accounts may use. */
#include "policies/govern/audit.h"

#include <string.h>
#include <strings.h>

#define GPU       "gres/gpu"
#define DEPTH_MAX 64

typedef unsigned long long number; /* for %llu */

static const struct cr_tres_limit *find_limit(const struct cr_limits *limits, const char *tres)
{
	for (size_t i = 0; i < limits->tres_count; i++)
		if (limits->tres[i].tres && strcasecmp(limits->tres[i].tres, tres) == 0)
			return &limits->tres[i];
	return NULL;
}

static uint64_t group_limit(const struct cr_limits *limits)
{
	const struct cr_tres_limit *limit = find_limit(limits, GPU);

	return limit ? limit->grp : CR_UNSET64;
}

static uint64_t share_of(const struct cr_tenant *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->share.count; i++)
		sum += t->share.item[i].value;
	return sum;
}

/* ---- QOS ------------------------------------------------------------------------- */

static void check_open(const struct cr_audited *a, const struct cr_tenant *t,
		       const struct cr_qos *qos)
{
	const struct cr_limits *l = &qos->limits;
	const char *zero = l->grp_jobs == 0               ? "GrpJobs"
			   : l->grp_submit == 0           ? "GrpSubmit"
			   : l->max_jobs_per_user == 0    ? "MaxJobsPU"
			   : l->max_submit_per_user == 0  ? "MaxSubmitPU"
			   : l->max_jobs_per_account == 0 ? "MaxJobsPA"
							  : NULL;

	if (zero)
		cr_check_found(a->diags, CR_CK_212_QOS_CLOSED, t->qos.head.pos,
			       "tenant '%s': QOS '%s' has %s=0", t->head.name, qos->name, zero);
}

static void check_share(const struct cr_audited *a, const struct cr_tenant *t,
			const struct cr_qos *own)
{
	uint64_t share = share_of(t), limit = group_limit(&own->limits);

	if (!t->share.count)
		return;
	if (limit == CR_UNSET64)
		cr_check_found(
			a->diags, CR_CK_210_NO_SHARE_LIMIT, t->share.item[0].pos,
			"tenant '%s': share %llu GPUs, and QOS '%s' has no limit on gres/gpu",
			t->head.name, (number)share, own->name);
	else if (limit != share)
		cr_check_found(
			a->diags, CR_CK_209_SHARE_LIMIT, t->share.item[0].pos,
			"tenant '%s': share %llu GPUs, and QOS '%s' has GrpTRES gres/gpu=%llu",
			t->head.name, (number)share, own->name, (number)limit);
}

static void check_budget(const struct cr_audited *a, const struct cr_tenant *t,
			 const struct cr_qos *own)
{
	const struct cr_tres_limit *limit = find_limit(&own->limits, GPU);
	uint64_t wanted = t->budget.gpu_hours * 60;

	if (!t->budget.head.given || (limit && limit->grp_mins == wanted))
		return;
	if (limit && limit->grp_mins != CR_UNSET64)
		cr_check_found(a->diags, CR_CK_216_BUDGET, t->budget.head.pos,
			       "tenant '%s': the budget is %llu GPU minutes, and QOS '%s' has "
			       "GrpTRESMins gres/gpu=%llu",
			       t->head.name, (number)wanted, own->name, (number)limit->grp_mins);
	else
		cr_check_found(a->diags, CR_CK_216_BUDGET, t->budget.head.pos,
			       "tenant '%s': the budget is %llu GPU minutes, and QOS '%s' has no "
			       "GrpTRESMins on gres/gpu",
			       t->head.name, (number)wanted, own->name);
}

static void check_own(const struct cr_audited *a, const struct cr_tenant *t)
{
	const struct cr_qos *own = cr_view_qos(a->view, t->qos.own);

	if (!own)
		return;
	check_open(a, t, own);
	check_share(a, t, own);
	check_budget(a, t, own);
	for (size_t i = 0; i < a->view->qos_count; i++)
		if (cr_names_has(&a->view->qos[i].preempts, own->name))
			cr_check_found(a->diags, CR_CK_211_OWN_PREEMPTED, t->qos.head.pos,
				       "tenant '%s': QOS '%s' may preempt '%s'", t->head.name,
				       a->view->qos[i].name, own->name);
}

static const char *mode_name(enum cr_preempt_mode mode)
{
	static const char *const names[] = {"the cluster's", "off", "cancel", "requeue", "suspend"};

	return names[mode];
}

static void check_borrow(const struct cr_audited *a, const struct cr_tenant *t)
{
	const struct cr_qos *qos = cr_view_qos(a->view, t->qos.borrow);
	const struct cr_tres_limit *limit = qos ? find_limit(&qos->limits, GPU) : NULL;
	enum cr_preempt_mode mode;

	if (!qos || !cr_tenant_borrows(t))
		return;
	check_open(a, t, qos);
	mode = qos->preempt_mode == CR_PREEMPT_CLUSTER ? a->view->preempt_mode : qos->preempt_mode;
	/* Off for the whole cluster is said once, of the cluster. */
	if (mode != CR_PREEMPT_REQUEUE && a->view->preempt_mode != CR_PREEMPT_OFF)
		cr_check_found(a->diags, CR_CK_208_BORROW_MODE, t->qos.head.pos,
			       "tenant '%s': preemption of QOS '%s' is %s, not requeue",
			       t->head.name, qos->name, mode_name(mode));
	if (limit && cr_is_number(t->borrow.max_gpus) && limit->max_per_job < t->borrow.max_gpus)
		cr_check_found(
			a->diags, CR_CK_215_MAX_GPUS, t->borrow.head.pos,
			"tenant '%s': max_gpus is %u, and QOS '%s' has MaxTRES gres/gpu=%llu",
			t->head.name, t->borrow.max_gpus, qos->name, (number)limit->max_per_job);
}

/* ---- accounts -------------------------------------------------------------------- */

/* Of the accounts from NAME up to root: the first whose limit is below the share. */
static void check_account_limits(const struct cr_audited *a, const struct cr_tenant *t,
				 const struct cr_assoc *assoc, struct cr_pos pos)
{
	uint64_t share = share_of(t);

	for (unsigned i = 0; assoc && i < DEPTH_MAX; i++) {
		uint64_t limit = group_limit(&assoc->limits);

		if (limit < share) {
			cr_check_found(a->diags, CR_CK_213_ACCOUNT_LIMIT, pos,
				       "tenant '%s': share %llu GPUs, and account '%s' has GrpTRES "
				       "gres/gpu=%llu",
				       t->head.name, (number)share, assoc->account, (number)limit);
			return;
		}
		assoc = cr_account_tree_above(a->accounts, assoc->account);
	}
}

static void check_account_qos(const struct cr_audited *a, const struct cr_tenant *t,
			      const struct cr_assoc *assoc, struct cr_pos pos)
{
	if (t->qos.own && !cr_assoc_has_qos(assoc, t->qos.own))
		cr_check_found(a->diags, CR_CK_206_ACCOUNT_OWN, pos,
			       "tenant '%s': account '%s' may not use QOS '%s' (own)", t->head.name,
			       assoc->account, t->qos.own);
	if (cr_tenant_borrows(t) && !cr_assoc_has_qos(assoc, t->qos.borrow))
		cr_check_found(a->diags, CR_CK_207_ACCOUNT_BORROW, pos,
			       "tenant '%s': account '%s' may not use QOS '%s' (borrow)",
			       t->head.name, assoc->account, t->qos.borrow);
	if (assoc->default_qos && *assoc->default_qos &&
	    !cr_assoc_has_qos(assoc, assoc->default_qos))
		cr_check_found(a->diags, CR_CK_217_DEFAULT_QOS, pos,
			       "tenant '%s': account '%s' may not use its default QOS, '%s'",
			       t->head.name, assoc->account, assoc->default_qos);
}

static void check_account(const struct cr_audited *a, const struct cr_tenant *t, size_t i)
{
	const char *name = t->accounts.names.name[i];
	struct cr_pos pos = t->accounts.at[i];
	const struct cr_assoc *assoc = cr_account_tree_find(a->accounts, name);
	const char *near;

	if (!assoc) {
		near = cr_account_tree_nearest(a->accounts, name);
		cr_check_found(a->diags, CR_CK_205_ACCOUNT_MISSING, pos,
			       "tenant '%s': Slurm has no account '%s'%s%s%s", t->head.name, name,
			       near ? ": did you mean '" : "", near ? near : "", near ? "'?" : "");
		return;
	}
	if (a->view->have_qos)
		check_account_qos(a, t, assoc, pos);
	if (t->share.count)
		check_account_limits(a, t, assoc, pos);
}

static void check_users(const struct cr_audited *a, const struct cr_tenant *t)
{
	size_t there = 0;

	for (size_t i = 0; i < t->accounts.names.count; i++) {
		const char *name = t->accounts.names.name[i];

		if (cr_account_tree_has_users(a->accounts, name))
			return;
		there += cr_account_tree_find(a->accounts, name) != NULL;
	}
	if (there)
		cr_check_found(a->diags, CR_CK_214_NO_USERS, t->head.pos,
			       "tenant '%s': none of its accounts has a user", t->head.name);
}

void cr_audit_tenants(const struct cr_audited *a)
{
	const struct cr_entries *all = &a->policy->site.tenants;

	for (size_t i = 0; i < all->count; i++) {
		const struct cr_tenant *t = cr_tenant_at(all, i);

		if (a->view->have_qos) {
			check_own(a, t);
			check_borrow(a, t);
		}
		for (size_t k = 0; a->accounts && k < t->accounts.names.count; k++)
			check_account(a, t, k);
		if (a->accounts)
			check_users(a, t);
	}
}
