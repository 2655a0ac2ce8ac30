/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The user's associations, the accounts above them, and which account a job is charged to. */
#include "policies/cluster/user_view.h"

#define DEPTH_MAX 64 /* of accounts below each other: an account that is its own ancestor ends */

/* What of it is found, before anything is copied. */
struct found {
	const void **own; /* for all partitions first */
	size_t count;
};

static int find_own(const struct cr_user_source *s, const char *account, const struct cr_view *view,
		    struct cr_arena *arena, struct found *found)
{
	found->count = 0;
	found->own = cr_arena_array(arena, view->partition_count + 1, sizeof(*found->own));
	if (!found->own)
		return -1;
	for (size_t i = 0; account && i <= view->partition_count; i++) {
		const char *partition = i ? view->partitions[i - 1].name : NULL;
		const void *assoc = s->find(s->from, account, partition);

		if (assoc)
			found->own[found->count++] = assoc;
	}
	return 0;
}

/* The first choice, or the default account where Slurm will put that in its place. */
static int find_account(const struct cr_user_source *s, const char **account,
			const struct cr_view *view, struct cr_arena *arena, struct found *found)
{
	const char *instead;

	if (find_own(s, *account, view, arena, found) != 0)
		return -1;
	if (*account && (found->count || (view->enforce & CR_ENFORCE_ASSOCS)))
		return 0;
	instead = s->default_account(s->from);
	if (!instead)
		return 0;
	*account = instead;
	return find_own(s, instead, view, arena, found);
}

static size_t count_above(const struct cr_user_source *s, const void *assoc)
{
	size_t n = 0;

	while (n < DEPTH_MAX && (assoc = s->above(s->from, assoc)))
		n++;
	return n;
}

/* Of the associations in FOUND any will do: they are of one account. */
static int read_found(const struct cr_user_source *s, const struct found *found,
		      struct cr_assoc *own, struct cr_assoc *above, size_t depth)
{
	const void *at = found->count ? found->own[0] : NULL;

	for (size_t i = 0; i < found->count; i++)
		if (s->read(s->from, found->own[i], &own[i]) != 0)
			return -1;
	for (size_t i = 0; i < depth; i++) {
		at = s->above(s->from, at);
		if (s->read(s->from, at, &above[i]) != 0)
			return -1;
	}
	return 0;
}

int cr_user_view_add(const struct cr_user_source *s, const char **account, struct cr_arena *arena,
		     struct cr_view *view)
{
	const char *name = *account;
	struct cr_assoc *own, *above;
	struct found found;
	size_t depth;

	if (find_account(s, &name, view, arena, &found) != 0)
		return -1;
	depth = found.count ? count_above(s, found.own[0]) : 0;
	own = cr_arena_array(arena, found.count, sizeof(*own));
	above = cr_arena_array(arena, depth, sizeof(*above));
	if (!own || !above || read_found(s, &found, own, above, depth) != 0)
		return -1;
	*account = found.count ? own[0].account : name;
	view->have_assocs = true;
	view->user_assocs = own;
	view->user_assoc_count = found.count;
	view->parents = above;
	view->parent_count = depth;
	return 0;
}
