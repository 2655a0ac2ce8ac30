/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a policy to what Slurm must be told.  A share becomes GrpTRES of the own QOS by
 * GPU type, with gres/gpu beside it, since a typed limit does not hold jobs that ask for no type.
 */
#include "policies/govern/want.h"

#include "policies/file/policy_model.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define GPU "gres/gpu"

/* Priorities of QOS that are made; where both are there already, only their order counts. */
#define OWN_PRIORITY 1000

struct wanting {
	const struct cr_policy *policy;
	const struct cr_view *view;
	struct cr_arena *arena;
	struct cr_diags *diags;
	struct cr_wants *wants;
	size_t room;
	bool budgets, failed;
};

static int compare_wants(const void *a, const void *b)
{
	const struct cr_want *x = a, *y = b;
	int order = (int)cr_gov_field(x->key)->kind - (int)cr_gov_field(y->key)->kind;

	order = order ? order : strcasecmp(x->object, y->object);
	order = order ? order : (int)x->key - (int)y->key;
	return order ? order : strcasecmp(x->element, y->element);
}

static bool make_room(struct wanting *w)
{
	size_t room = w->room ? 2 * w->room : 64;
	struct cr_want *item;

	if (w->wants->count < w->room)
		return true;
	item = cr_arena_array(w->arena, room, sizeof(*item));
	if (!item)
		return false;
	if (w->wants->count)
		memcpy(item, w->wants->item, w->wants->count * sizeof(*item));
	w->wants->item = item;
	w->room = room;
	return true;
}

static void add_want(struct wanting *w, enum cr_gov_key key, const char *object,
		     const char *element, const char *value, struct cr_pos pos)
{
	if (!value || !element || !make_room(w)) {
		w->failed = true;
		return;
	}
	w->wants->item[w->wants->count++] = (struct cr_want){key, object, element, value, pos};
}

static void add_number(struct wanting *w, enum cr_gov_key key, const char *object,
		       const char *element, uint64_t n, struct cr_pos pos)
{
	add_want(w, key, object, element, cr_arena_printf(w->arena, "%llu", (unsigned long long)n),
		 pos);
}

/* Where KEY of the section ENTRY stands; the section itself where it does not. */
static struct cr_pos pos_of(const struct cr_entry *entry, const char *key)
{
	const struct cr_given *at = cr_entry_given(entry, key);

	return at && at->given ? at->pos : entry->pos;
}

/* ---- shares ---------------------------------------------------------------------- */

/* The one type of PARTITION's GPUs, or NULL: none, several, or without a name. */
static const char *gpu_type_of(const struct cr_partition *partition)
{
	const char *type = NULL;

	for (size_t i = 0; i < partition->shape_count; i++) {
		const struct cr_shape *s = &partition->shapes[i];

		if (!s->gpus)
			continue;
		if (!s->gpu_type || (type && strcasecmp(type, s->gpu_type) != 0))
			return NULL;
		type = s->gpu_type;
	}
	return type;
}

/* The GPU type that share I of TENANT is in, "" for GPUs of any; NULL after a finding. */
static const char *type_of_share(struct wanting *w, const struct cr_tenant *tenant, size_t i)
{
	const struct cr_amount *share = &tenant->share.item[i];
	const struct cr_partition *p = cr_view_partition(w->view, share->name);
	const char *type = p ? gpu_type_of(p) : NULL;

	if (!p) {
		cr_diags_add(w->diags, CR_ERROR, share->pos,
			     "tenant '%s': share: there is no partition '%s'", tenant->head.name,
			     share->name);
		return NULL;
	}
	if (!type && tenant->share.count > 1) {
		cr_diags_add(w->diags, CR_ERROR, share->pos,
			     "tenant '%s': partition '%s' has not GPUs of one type, so QOS '%s' "
			     "cannot hold this share beside others",
			     tenant->head.name, p->name, tenant->qos.own);
		return NULL;
	}
	for (size_t k = 0; type && k < i; k++) {
		const struct cr_partition *other = cr_view_partition(w->view,
								     tenant->share.item[k].name);
		const char *its = other ? gpu_type_of(other) : NULL;

		if (!its || strcasecmp(its, type) != 0)
			continue;
		cr_diags_add(w->diags, CR_ERROR, share->pos,
			     "tenant '%s': partitions '%s' and '%s' have the same GPU type '%s': "
			     "one QOS, '%s', cannot hold a share of each",
			     tenant->head.name, other->name, p->name, type, tenant->qos.own);
		return NULL;
	}
	return type ? type : "";
}

static void add_gpus(struct wanting *w, const char *qos, const char *type, uint64_t gpus,
		     struct cr_pos pos)
{
	const char *tres = *type ? cr_arena_printf(w->arena, GPU ":%s", type) : GPU;

	add_number(w, CR_GOV_GRP_TRES, qos, tres, gpus, pos);
	add_want(w, CR_GOV_TRACKED_TRES, "", tres, "", pos);
}

static void add_share(struct wanting *w, const struct cr_tenant *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->share.count; i++) {
		const struct cr_amount *share = &t->share.item[i];
		const char *type = type_of_share(w, t, i);

		if (!type)
			return;
		sum += share->value;
		if (*type)
			add_gpus(w, t->qos.own, type, share->value, share->pos);
	}
	if (t->share.count)
		add_gpus(w, t->qos.own, "", sum, t->share.item[0].pos);
}

/* ---- budgets --------------------------------------------------------------------- */

static void add_budget(struct wanting *w, const struct cr_tenant *t)
{
	struct cr_pos pos = t->budget.head.pos;

	if (!t->budget.head.given)
		return;
	if (!w->budgets) {
		cr_diags_add(w->diags, CR_WARNING, pos,
			     "tenant '%s': the budget is left out: without 'safe' in "
			     "AccountingStorageEnforce Slurm ends running jobs at the limit, and "
			     "without PriorityType=priority/multifactor it counts nothing",
			     t->head.name);
		return;
	}
	add_number(w, CR_GOV_GRP_TRES_MINS, t->qos.own, GPU, t->budget.gpu_hours * 60, pos);
	add_want(w, CR_GOV_FLAGS, t->qos.own, "NoDecay", "", pos);
	add_want(w, CR_GOV_TRACKED_TRES, "", GPU, "", pos);
}

/* ---- borrowing ------------------------------------------------------------------- */

/* The largest max_gpus of those who borrow from QOS; 0: at least one has no such bound. */
static uint64_t largest_borrower(const struct cr_policy *policy, const char *qos)
{
	const struct cr_entries *all = &policy->site.tenants;
	uint64_t most = 0;

	for (size_t i = 0; i < all->count; i++) {
		const struct cr_tenant *t = cr_tenant_at(all, i);

		if (!t->qos.borrow || strcasecmp(t->qos.borrow, qos) != 0 ||
		    t->borrow.consent == CR_BORROW_NEVER)
			continue;
		if (!cr_is_number(t->borrow.max_gpus))
			return 0;
		most = t->borrow.max_gpus > most ? t->borrow.max_gpus : most;
	}
	return most;
}

static void add_spare_qos(struct wanting *w, const struct cr_tenant *t)
{
	const char *qos = t->qos.borrow;
	const struct cr_borrow *b = &t->borrow;
	uint64_t most = largest_borrower(w->policy, qos);
	struct cr_pos pos = t->qos.head.pos;

	add_want(w, CR_GOV_QOS_THERE, qos, "", "", pos);
	add_want(w, CR_GOV_PREEMPT_MODE, qos, "", "requeue", pos);
	if (cr_entry_given(&b->head, "min_run")->given)
		add_number(w, CR_GOV_EXEMPT_TIME, qos, "", b->min_run, pos_of(&b->head, "min_run"));
	if (cr_entry_given(&b->head, "grace")->given)
		add_number(w, CR_GOV_GRACE_TIME, qos, "", b->grace, pos_of(&b->head, "grace"));
	if (!most)
		return;
	add_number(w, CR_GOV_MAX_TRES, qos, GPU, most, pos_of(&b->head, "max_gpus"));
	add_want(w, CR_GOV_TRACKED_TRES, "", GPU, "", pos_of(&b->head, "max_gpus"));
}

static void add_reclaim(struct wanting *w, const struct cr_tenant *t)
{
	struct cr_pos pos = t->qos.head.pos;

	add_want(w, CR_GOV_PREEMPT, t->qos.own, t->qos.borrow, "", pos);
	add_number(w, CR_GOV_PRIORITY, t->qos.own, t->qos.borrow, OWN_PRIORITY, pos);
	add_want(w, CR_GOV_PREEMPT_TYPE, "", "", "preempt/qos", pos);
	add_want(w, CR_GOV_CLUSTER_PREEMPT_MODE, "", "", "REQUEUE", pos);
	add_want(w, CR_GOV_JOB_REQUEUE, "", "", "1", pos);
}

/* ---- tenants --------------------------------------------------------------------- */

static void add_accounts(struct wanting *w, const struct cr_tenant *t, bool borrows)
{
	for (size_t i = 0; i < t->accounts.names.count; i++) {
		const char *account = t->accounts.names.name[i];
		struct cr_pos pos = t->accounts.at[i];

		if (!cr_gov_name_ok(account)) {
			cr_diags_add(w->diags, CR_ERROR, pos, "'%s' cannot be an account's name",
				     account);
			continue;
		}
		add_want(w, CR_GOV_QOS_LIST, account, t->qos.own, "", pos);
		if (borrows)
			add_want(w, CR_GOV_QOS_LIST, account, t->qos.borrow, "", pos);
		add_want(w, CR_GOV_DEFAULT_QOS, account, "", t->qos.own, pos);
	}
}

static void add_tenant(struct wanting *w, const struct cr_tenant *t)
{
	bool borrows = t->qos.borrow && t->borrow.consent != CR_BORROW_NEVER;

	if (!t->qos.own) {
		if (t->share.count || t->budget.head.given)
			cr_diags_add(w->diags, CR_ERROR, t->head.pos,
				     "tenant '%s' has a share or a budget and no own QOS "
				     "(qos: {own: \"{tenant}\"})",
				     t->head.name);
		return;
	}
	add_want(w, CR_GOV_QOS_THERE, t->qos.own, "", "", t->qos.head.pos);
	add_want(w, CR_GOV_ENFORCE, "", "associations", "", t->qos.head.pos);
	add_want(w, CR_GOV_ENFORCE, "", "limits", "", t->qos.head.pos);
	add_want(w, CR_GOV_ENFORCE, "", "qos", "", t->qos.head.pos);
	add_share(w, t);
	add_budget(w, t);
	if (borrows) {
		add_spare_qos(w, t);
		add_reclaim(w, t);
	}
	add_accounts(w, t, borrows);
}

/* Equal facts become one; of two that contradict each other the first stays, with a finding. */
static void join_wants(struct wanting *w)
{
	struct cr_wants *all = w->wants;
	size_t kept = 0;

	if (all->count)
		qsort(all->item, all->count, sizeof(*all->item), compare_wants);
	for (size_t i = 0; i < all->count; i++) {
		struct cr_want *last = kept ? &all->item[kept - 1] : NULL, *now = &all->item[i];

		if (!last || compare_wants(last, now) != 0) {
			all->item[kept++] = *now;
			continue;
		}
		if (strcasecmp(last->value, now->value) != 0)
			cr_diags_add(w->diags, CR_ERROR, now->pos,
				     "%s '%s' cannot have %s %s%s%s and %s at once (line %u)",
				     cr_gov_kind_name(cr_gov_field(now->key)->kind), now->object,
				     cr_gov_field(now->key)->name, now->element,
				     *now->element ? "=" : "", now->value, last->value,
				     last->pos.line);
	}
	all->count = kept;
}

int cr_gov_wants(const struct cr_policy *policy, const struct cr_view *view, bool budgets,
		 struct cr_arena *arena, struct cr_diags *diags, struct cr_wants *wants)
{
	struct wanting w = {policy, view, arena, diags, wants, .budgets = budgets};
	const struct cr_entries *tenants = &policy->site.tenants;

	memset(wants, 0, sizeof(*wants));
	for (size_t i = 0; i < tenants->count; i++)
		add_tenant(&w, cr_tenant_at(tenants, i));
	if (w.failed)
		return -1;
	join_wants(&w);
	return 0;
}
