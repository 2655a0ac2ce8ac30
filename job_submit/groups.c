/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Partitions that AllowGroups closes to a user: the groups' numbers against the user's. */
#include "job_submit/groups.h"

#include "job_submit/group_ids.h"
#include "job_submit/slurm_api.h"
#include "job_submit/user_groups.h"

/* A name that was not looked up yet shuts nobody out. */
static bool is_shut_out(const struct cr_names *allowed, const struct cr_group_ids *ids,
			const struct cr_user_groups *user)
{
	for (size_t i = 0; i < allowed->count; i++) {
		bool known;
		gid_t gid = cr_group_ids_find(ids, allowed->name[i], &known);

		if (!known || (gid != (gid_t)-1 && cr_user_groups_has(user, gid)))
			return false;
	}
	return allowed->count > 0 && user->count >= 0;
}

/* Is any partition shut?  DENIED as long as there are partitions. */
static bool mark_shut(const struct cr_view *view, const struct cr_user_groups *user, bool *denied)
{
	struct cr_shared *ids = cr_group_ids_get();
	bool any = false;

	for (size_t i = 0; i < view->partition_count; i++) {
		denied[i] = is_shut_out(&view->partitions[i].allow_groups, cr_shared_object(ids),
					user);
		any |= denied[i];
	}
	cr_shared_put(ids);
	return any;
}

static bool is_any_closed(const struct cr_view *view)
{
	for (size_t i = 0; i < view->partition_count; i++)
		if (view->partitions[i].allow_groups.count)
			return true;
	return false;
}

static int64_t remember_for(void)
{
	long age = cr_slurm_api_group_time();

	return age > CR_GROUPS_DENIED_AGE ? age : CR_GROUPS_DENIED_AGE;
}

void cr_groups_add(const struct cr_request *request, struct cr_view *view, struct cr_arena *arena,
		   bool anew)
{
	struct cr_user_groups user;
	bool *denied, any, remembered;

	view->group_denied = NULL;
	view->groups_remembered = false;
	if (!is_any_closed(view) || cr_slurm_api_is_slurm_user(request->uid))
		return;
	denied = cr_arena_array(arena, view->partition_count, sizeof(*denied));
	if (!denied)
		return;
	remembered = !anew && cr_user_groups_remembered(request->uid, remember_for(), &user);
	any = remembered && mark_shut(view, &user, denied);
	if (any && !cr_user_groups_remembered(request->uid, CR_GROUPS_DENIED_AGE, &user))
		remembered = false;
	if (!remembered) {
		cr_user_groups_read(request->uid, &user);
		any = mark_shut(view, &user, denied);
	}
	view->group_denied = any ? denied : NULL;
	view->groups_remembered = any && remembered;
}
