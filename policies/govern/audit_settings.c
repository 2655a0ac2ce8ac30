/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of slurm.conf a policy rests on: enforcement, preemption, the wait for switches. */
#include "policies/govern/audit.h"

#define SLURMS_SWITCH_WAIT 300 /* seconds, when slurm.conf says nothing */

/* The first tenant that needs it: the place to name. */
static const struct cr_tenant *find_tenant(const struct cr_policy *policy,
					   bool (*needs)(const struct cr_tenant *))
{
	const struct cr_entries *all = &policy->site.tenants;

	for (size_t i = 0; i < all->count; i++)
		if (needs(cr_tenant_at(all, i)))
			return cr_tenant_at(all, i);
	return NULL;
}

static bool has_qos(const struct cr_tenant *t)
{
	return t->qos.own || t->qos.borrow;
}

static bool has_budget(const struct cr_tenant *t)
{
	return t->budget.head.given;
}

static void check_enforcement(const struct cr_audited *a)
{
	static const struct {
		enum cr_enforce bit;
		enum cr_check_code code;
		const char *word;
		bool (*needs)(const struct cr_tenant *);
	} words[] = {
		{CR_ENFORCE_ASSOCS, CR_CK_301_ENFORCE_ASSOCS, "associations", has_qos},
		{CR_ENFORCE_LIMITS, CR_CK_302_ENFORCE_LIMITS, "limits", has_qos},
		{CR_ENFORCE_QOS, CR_CK_303_ENFORCE_QOS, "qos", has_qos},
		{CR_ENFORCE_SAFE, CR_CK_304_ENFORCE_SAFE, "safe", has_budget},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!(a->view->enforce & words[i].bit) && find_tenant(a->policy, words[i].needs))
			cr_check_found(a->diags, words[i].code, (struct cr_pos){0},
				       "AccountingStorageEnforce lacks '%s'", words[i].word);
}

static void check_preemption(const struct cr_audited *a)
{
	const struct cr_tenant *t = find_tenant(a->policy, cr_tenant_borrows);

	if (!t)
		return;
	if (!a->view->preempt_by_qos)
		cr_check_found(a->diags, CR_CK_305_PREEMPT_TYPE, (struct cr_pos){0},
			       "PreemptType is not preempt/qos, and tenant '%s' borrows",
			       t->head.name);
	if (a->view->preempt_mode == CR_PREEMPT_OFF)
		cr_check_found(a->diags, CR_CK_306_PREEMPT_OFF, (struct cr_pos){0},
			       "PreemptMode is off, and tenant '%s' borrows", t->head.name);
	if (!a->view->requeue_default)
		cr_check_found(a->diags, CR_CK_307_NO_REQUEUE, (struct cr_pos){0},
			       "JobRequeue is 0, and tenant '%s' borrows", t->head.name);
}

static void check_switch_wait(const struct cr_audited *a, const struct cr_profile *p)
{
	uint32_t most = a->view->max_switch_wait;

	if (most == CR_UNSET)
		most = SLURMS_SWITCH_WAIT;
	for (size_t i = 0; i < p->routes.count; i++) {
		const struct cr_route *r = cr_route_at(&p->routes, i);

		if (cr_is_number(r->switches.wait) && r->switches.wait > most)
			cr_check_found(a->diags, CR_CK_309_SWITCH_WAIT, r->head.pos,
				       "profile '%s': waits %u seconds for switches, and "
				       "max_switch_wait is %u",
				       p->head.name, r->switches.wait, most);
	}
}

void cr_audit_settings(const struct cr_audited *a)
{
	const struct cr_entries *profiles = &a->policy->site.profiles;
	const struct cr_tenant *t = find_tenant(a->policy, has_qos);

	if (t && !a->view->have_qos)
		cr_check_found(a->diags, CR_CK_317_NO_SLURMDBD, t->head.pos,
			       "tenant '%s' has QOS, and this cluster has none", t->head.name);
	if (a->view->have_qos) {
		check_enforcement(a);
		check_preemption(a);
	}
	for (size_t i = 0; i < profiles->count; i++)
		check_switch_wait(a, cr_profile_at(profiles, i));
}
