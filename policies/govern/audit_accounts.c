/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accounts by name and by who is above whom, for clusters with tens of thousands of associations.
 */
#include "policies/govern/audit.h"

#include <stdlib.h>
#include <strings.h>

#define DEPTH_MAX 64 /* of accounts; a circle in a faulty snapshot ends here */

struct leaf {
	const struct cr_account *account;
	bool used; /* it, or one below it, has a user */
};

struct cr_account_tree {
	struct leaf *leaf; /* by name */
	const char **name; /* beside them */
	size_t count;
};

static int compare_leaves(const void *a, const void *b)
{
	const struct leaf *x = a, *y = b;

	return strcasecmp(x->account->assoc.account, y->account->assoc.account);
}

static struct leaf *find_leaf(const struct cr_account_tree *tree, const char *name)
{
	const struct cr_account wanted = {.assoc = {.account = name}};
	const struct leaf key = {.account = &wanted};

	if (!name || !tree->count)
		return NULL;
	return bsearch(&key, tree->leaf, tree->count, sizeof(key), compare_leaves);
}

static void mark_used(const struct cr_account_tree *tree, const char *name)
{
	struct leaf *at = find_leaf(tree, name);

	for (unsigned i = 0; at && !at->used && i < DEPTH_MAX; i++) {
		at->used = true;
		at = find_leaf(tree, at->account->parent);
	}
}

struct cr_account_tree *cr_account_tree_make(const struct cr_accounts *accounts,
					     struct cr_arena *arena)
{
	struct cr_account_tree *tree = cr_arena_array(arena, 1, sizeof(*tree));
	size_t n = accounts->count;

	if (!tree)
		return NULL;
	tree->count = 0;
	tree->leaf = cr_arena_array(arena, n, sizeof(*tree->leaf));
	tree->name = cr_arena_array(arena, n, sizeof(*tree->name));
	if (!tree->leaf || !tree->name)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		const struct cr_assoc *assoc = &accounts->item[i].assoc;

		if (assoc->account && !assoc->user && !assoc->partition)
			tree->leaf[tree->count++] = (struct leaf){.account = &accounts->item[i]};
	}
	if (tree->count)
		qsort(tree->leaf, tree->count, sizeof(*tree->leaf), compare_leaves);
	for (size_t i = 0; i < tree->count; i++)
		tree->name[i] = tree->leaf[i].account->assoc.account;
	for (size_t i = 0; i < n; i++)
		if (accounts->item[i].assoc.user)
			mark_used(tree, accounts->item[i].assoc.account);
	return tree;
}

const struct cr_assoc *cr_account_tree_find(const struct cr_account_tree *tree, const char *name)
{
	const struct leaf *at = find_leaf(tree, name);

	return at ? &at->account->assoc : NULL;
}

const struct cr_assoc *cr_account_tree_above(const struct cr_account_tree *tree, const char *name)
{
	const struct leaf *at = find_leaf(tree, name);

	return at ? cr_account_tree_find(tree, at->account->parent) : NULL;
}

bool cr_account_tree_has_users(const struct cr_account_tree *tree, const char *name)
{
	const struct leaf *at = find_leaf(tree, name);

	return at && at->used;
}

const char *cr_account_tree_nearest(const struct cr_account_tree *tree, const char *name)
{
	return cr_text_nearest(name, tree->name, tree->count);
}

bool cr_account_tree_in(const struct cr_account_tree *tree, const struct cr_names *list,
			const char *account)
{
	const struct cr_assoc *above;

	for (unsigned i = 0; account && i < DEPTH_MAX; i++) {
		if (cr_names_has(list, account))
			return true;
		above = tree ? cr_account_tree_above(tree, account) : NULL;
		account = above ? above->account : NULL;
	}
	return false;
}
