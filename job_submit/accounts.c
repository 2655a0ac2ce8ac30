/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Associations of the submitting user from slurmctld's own memory, copied under its locks;
 * the QOS that matter with them are accounts_qos.c's.
 */
#include "job_submit/accounts.h"

#include "job_submit/accounts_mgr.h"
#include "job_submit/accounts_qos.h"
#include "job_submit/groups.h"
#include "job_submit/slurm_api.h"
#include "policies/cluster/user_view.h"

#include <string.h>
#include <strings.h>

#define DEPTH_MAX 64 /* accounts above each other */

/* One reading under the locks. */
struct reading {
	const struct cr_assoc_mgr *mgr;
	struct cr_request *request;
	struct cr_arena *arena;
	struct cr_tres_names tres;
	const char *default_account; /* or NULL */
	struct cr_assoc_read *read;  /* the user's own first, then those above */
	size_t read_count, room;
};

/* The user's own association for PARTITION (NULL: for all), or NULL. */
static const void *find_assoc(void *from, const char *account, const char *partition)
{
	const struct reading *r = from;
	slurmdb_assoc_rec_t key, *found = NULL;

	slurmdb_init_assoc_rec(&key, false);
	key.uid = r->request->uid;
	key.acct = (char *)account;
	key.user = (char *)r->request->user;
	key.partition = (char *)partition;
	(void)r->mgr->find_assoc(NULL, &key, 0, &found, true);
	/* Slurm takes the one for all partitions where PARTITION has none. */
	if (found && (partition ? !found->partition || strcasecmp(found->partition, partition) != 0
				: found->partition != NULL))
		return NULL;
	return found;
}

static const char *get_default_account(void *from)
{
	return ((const struct reading *)from)->default_account;
}

static const void *find_above(void *from, const void *assoc)
{
	const slurmdb_assoc_rec_t *at = assoc;

	(void)from;
	return at->usage ? at->usage->parent_assoc_ptr : NULL;
}

/* TEXT, or the copy BEFORE of the same: a user's associations differ by partition only. */
static const char *keep_text(const struct reading *r, const char *text, const char *before)
{
	if (before && text && strcmp(text, before) == 0)
		return before;
	return cr_arena_strdup(r->arena, text);
}

/* Its QOS are filled in when the table of their names is there. */
static int read_assoc(void *from, const void *assoc, struct cr_assoc *to)
{
	struct reading *r = from;
	const slurmdb_assoc_rec_t *a = assoc;
	const struct cr_assoc *before = r->read_count ? r->read[r->read_count - 1].to : NULL;
	const char *user = a->user && *a->user ? a->user : NULL;

	*to = (struct cr_assoc){
		.account = keep_text(r, a->acct ? a->acct : "", before ? before->account : NULL),
		.user = keep_text(r, user, before ? before->user : NULL),
		.partition = cr_arena_strdup(r->arena, a->partition),
	};
	if (!to->account || (user && !to->user) || (a->partition && !to->partition) ||
	    r->read_count == r->room)
		return -1;
	r->read[r->read_count++] = (struct cr_assoc_read){a, to};
	return cr_limits_of_assoc(a, &r->tres, r->arena, &to->limits);
}

/* The user's name, and the account of jobs that name none. */
static void read_user(struct reading *r)
{
	slurmdb_user_rec_t user = {.uid = r->request->uid};

	if (r->mgr->find_user(NULL, &user, 0, NULL, true) != 0 || !user.name)
		return;
	r->request->user = cr_arena_strdup(r->arena, user.name);
	r->default_account = cr_arena_strdup(r->arena, user.default_acct);
}

static int read_assocs(struct reading *r, struct cr_view *view)
{
	const struct cr_user_source source = {
		.from = r,
		.find = find_assoc,
		.default_account = get_default_account,
		.above = find_above,
		.read = read_assoc,
	};

	r->room = view->partition_count + 1 + DEPTH_MAX;
	r->read_count = 0;
	r->read = cr_arena_array(r->arena, r->room, sizeof(*r->read));
	return r->read ? cr_user_view_add(&source, &r->request->account, r->arena, view) : -1;
}

static int read_qos(const struct reading *r, const struct cr_policy *policy, struct cr_view *view)
{
	struct cr_outlook outlook;
	const struct cr_qos_reading reading = {
		.outlook = &outlook,
		.request = r->request,
		.arena = r->arena,
		.tres = r->tres,
		.assocs = r->read,
		.assoc_count = view->user_assoc_count,
	};

	cr_outlook_of(policy, r->request, &outlook);
	return cr_qos_read(&reading, view);
}

void cr_accounts_add(const struct cr_policy *policy, struct cr_request *request,
		     struct cr_view *view, struct cr_arena *arena)
{
	struct cr_assoc_mgr_locks locks = {.assoc = CR_LOCK_READ,
					   .qos = CR_LOCK_READ,
					   .tres = CR_LOCK_READ,
					   .user = CR_LOCK_READ};
	const struct cr_assoc_mgr *mgr = cr_assoc_mgr();
	struct reading r = {.mgr = mgr, .request = request, .arena = arena};
	bool full = false;

	cr_groups_add(request, view, arena, false);
	if (!mgr)
		return;
	mgr->lock(&locks);
	if (*mgr->qos_list && *mgr->tres_names) {
		r.tres = (struct cr_tres_names){*mgr->tres_names, *mgr->tres_count};
		read_user(&r);
		full = read_assocs(&r, view) != 0 || read_qos(&r, policy, view) != 0;
	}
	mgr->unlock(&locks);
	if (full && !request->account)
		request->account = r.default_account;
	if (full)
		view->missing = "more associations and QOS than there is memory for";
}
