/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One user's part of all associations: their own, and the accounts above. */
#include "policies/cluster/snapshot_read.h"

#include <strings.h>

static bool is_same_name(const char *a, const char *b)
{
	return a && b && strcasecmp(a, b) == 0;
}

static void find_default(const struct cr_accounts *all, const char *user, const char **account)
{
	for (size_t i = 0; i < all->count && !*account; i++)
		if (all->item[i].is_default && is_same_name(all->item[i].assoc.user, user))
			*account = all->item[i].assoc.account;
}

static const struct cr_account *find_account(const struct cr_accounts *all, const char *name)
{
	for (size_t i = 0; i < all->count; i++)
		if (!all->item[i].assoc.user && is_same_name(all->item[i].assoc.account, name))
			return &all->item[i];
	return NULL;
}

static size_t user_assocs(const struct cr_accounts *all, const char *user, const char *account,
			  struct cr_assoc *to)
{
	size_t n = 0;

	for (size_t i = 0; i < all->count; i++) {
		if (!is_same_name(all->item[i].assoc.user, user) ||
		    !is_same_name(all->item[i].assoc.account, account))
			continue;
		if (to)
			to[n] = all->item[i].assoc;
		n++;
	}
	return n;
}

/* Upward; a parent that is its own ancestor ends it after as many steps as there are accounts. */
static size_t fill_parents(const struct cr_accounts *all, const char *account, struct cr_assoc *to)
{
	const struct cr_account *a = find_account(all, account);
	size_t n = 0;

	for (; a && n < all->count; a = find_account(all, a->parent)) {
		if (to)
			to[n] = a->assoc;
		n++;
	}
	return n;
}

int cr_accounts_for(const struct cr_accounts *all, const char *user, const char **account,
		    struct cr_arena *arena, struct cr_view *view)
{
	struct cr_assoc *own, *above;
	const char *name = *account;

	if (!name)
		find_default(all, user, &name);
	own = cr_arena_array(arena, user_assocs(all, user, name, NULL) + 1, sizeof(*own));
	above = cr_arena_array(arena, fill_parents(all, name, NULL) + 1, sizeof(*above));
	if (!own || !above)
		return -1;
	*account = name;
	view->have_assocs = true;
	view->user_assoc_count = user_assocs(all, user, name, own);
	view->user_assocs = own;
	view->parent_count = fill_parents(all, name, above);
	view->parents = above;
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
