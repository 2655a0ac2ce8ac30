/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One user's part of what a snapshot holds: associations, the accounts above, use of QOS. */
#include "policies/cluster/snapshot_read.h"
#include "policies/cluster/user_view.h"

#include <string.h>
#include <strings.h>

static bool is_same_name(const char *a, const char *b)
{
	return a && b && strcasecmp(a, b) == 0;
}

static const struct cr_account *find_account(const struct cr_accounts *all, const char *name)
{
	for (size_t i = 0; i < all->count; i++)
		if (!all->item[i].assoc.user && is_same_name(all->item[i].assoc.account, name))
			return &all->item[i];
	return NULL;
}

/* ---- as the builder of views asks ---------------------------------------- */

struct plain {
	const struct cr_accounts *all;
	const char *user;
};

static const void *find_own(void *from, const char *account, const char *partition)
{
	const struct plain *p = from;

	for (size_t i = 0; i < p->all->count; i++) {
		const struct cr_assoc *a = &p->all->item[i].assoc;

		if (is_same_name(a->user, p->user) && is_same_name(a->account, account) &&
		    (partition ? is_same_name(a->partition, partition) : !a->partition))
			return &p->all->item[i];
	}
	return NULL;
}

static const char *find_default(void *from)
{
	const struct plain *p = from;

	for (size_t i = 0; i < p->all->count; i++)
		if (p->all->item[i].is_default && is_same_name(p->all->item[i].assoc.user, p->user))
			return p->all->item[i].assoc.account;
	return NULL;
}

static const void *find_above(void *from, const void *assoc)
{
	const struct cr_account *a = assoc;

	return find_account(((const struct plain *)from)->all,
			    a->assoc.user ? a->assoc.account : a->parent);
}

static int copy_assoc(void *from, const void *assoc, struct cr_assoc *to)
{
	(void)from;
	*to = ((const struct cr_account *)assoc)->assoc;
	return 0;
}

/* ---- use ------------------------------------------------------------------- */

static uint64_t find_used(const struct cr_use *use, const char *tres)
{
	for (size_t i = 0; use && i < use->tres_count; i++)
		if (strcmp(use->tres[i].tres, tres) == 0)
			return use->tres[i].used;
	return 0;
}

static int set_use(struct cr_limits *l, const struct cr_use *user, const struct cr_use *account,
		   struct cr_arena *arena)
{
	struct cr_tres_limit *tres = cr_arena_array(arena, l->tres_count, sizeof(*tres));

	if (!tres)
		return -1;
	for (size_t i = 0; i < l->tres_count; i++) {
		tres[i] = l->tres[i];
		tres[i].user_used = find_used(user, tres[i].tres);
		tres[i].account_used = find_used(account, tres[i].tres);
	}
	l->tres = tres;
	l->user_jobs = user ? user->jobs : 0;
	l->user_submit = user ? user->submit : 0;
	l->account_jobs = account ? account->jobs : 0;
	l->account_submit = account ? account->submit : 0;
	return 0;
}

/* What USER and ACCOUNT use is put into the QOS: others' use is nobody's business. */
static int add_use(const struct cr_accounts *all, const char *user, const char *account,
		   struct cr_arena *arena, struct cr_view *view)
{
	struct cr_qos *qos = cr_arena_array(arena, view->qos_count, sizeof(*qos));

	if (!qos)
		return -1;
	for (size_t i = 0; i < view->qos_count; i++) {
		const struct cr_use *of_user = NULL, *of_account = NULL;

		qos[i] = view->qos[i];
		for (size_t k = 0; k < all->use_count; k++) {
			const struct cr_use *use = &all->use[k];

			if (!is_same_name(use->qos, qos[i].name))
				continue;
			of_user = is_same_name(use->user, user) ? use : of_user;
			of_account = is_same_name(use->account, account) ? use : of_account;
		}
		if ((of_user || of_account) &&
		    set_use(&qos[i].limits, of_user, of_account, arena) != 0)
			return -1;
	}
	view->qos = qos;
	return 0;
}

int cr_accounts_for(const struct cr_accounts *all, const char *user, const char **account,
		    struct cr_arena *arena, struct cr_view *view)
{
	struct plain plain = {all, user};
	const struct cr_user_source source = {
		.from = &plain,
		.find = find_own,
		.default_account = find_default,
		.above = find_above,
		.read = copy_assoc,
	};
	struct cr_view v = *view;
	const char *name = *account;

	if (cr_user_view_add(&source, &name, arena, &v) != 0 ||
	    add_use(all, user, name, arena, &v) != 0)
		return -1;
	*account = name;
	*view = v;
	return 0;
}

int cr_snapshot_for(const struct cr_snapshot *s, const char *user, const char **account,
		    struct cr_arena *arena, struct cr_view *view)
{
	struct cr_view v = s->view;

	if (s->accounts.count && cr_accounts_for(&s->accounts, user, account, arena, &v) != 0)
		return -1;
	*view = v;
	return 0;
}
