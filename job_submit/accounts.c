/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Associations and QOS of the submitting user from slurmctld's own memory, copied under
 * its locks.
 */
#include "job_submit/accounts.h"

#include "job_submit/log.h"
#include "job_submit/slurm_api.h"
#include "live/limits.h"
#include "live/partition.h"
#include "policies/cluster/user_view.h"
#include "topology/slurm_versions.h"

#include <slurm/slurm.h>
#include <slurm/slurmdb.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/*
 * assoc_mgr's lock request, which no public header declares: seven levels in
 * this order, the same in Slurm 24.11 to 26.05 (assoc_mgr.h).
 */
enum lock_level { UNLOCKED, READ };
struct locks {
	enum lock_level assoc, file, qos, res, tres, user, wckey;
};

static struct {
	void (*lock)(struct locks *);
	void (*unlock)(struct locks *);
	int (*find_user)(void *db, slurmdb_user_rec_t *user, int enforce,
			 slurmdb_user_rec_t **found, bool locked);
	int (*find_assoc)(void *db, slurmdb_assoc_rec_t *assoc, int enforce,
			  slurmdb_assoc_rec_t **found, bool locked);
	int (*bit_test)(bitstr_t *bits, int64_t bit);
	int64_t (*bit_size)(bitstr_t *bits);
	list_t **qos_list;
	char ***tres_names;
	uint32_t *tres_count;
	bool usable;
} mgr;

void cr_accounts_open(void)
{
	bool found = cr_slurm_api_find(&mgr.lock, "assoc_mgr_lock") &&
		     cr_slurm_api_find(&mgr.unlock, "assoc_mgr_unlock") &&
		     cr_slurm_api_find(&mgr.find_user, "assoc_mgr_fill_in_user") &&
		     cr_slurm_api_find(&mgr.find_assoc, "assoc_mgr_fill_in_assoc") &&
		     cr_slurm_api_find(&mgr.bit_test, "slurm_bit_test") &&
		     cr_slurm_api_find(&mgr.bit_size, "slurm_bit_size") &&
		     cr_slurm_api_find(&mgr.qos_list, "assoc_mgr_qos_list") &&
		     cr_slurm_api_find(&mgr.tres_names, "assoc_mgr_tres_name_array") &&
		     cr_slurm_api_find(&mgr.tres_count, "g_tres_count");

	mgr.usable = found;
	if (!found)
		slurm_error("commroute: accounts and QOS cannot be read in this Slurm: tenants "
			    "are told by the account that a job names");
}

/* One reading under the locks. */
struct reading {
	struct cr_request *request;
	struct cr_arena *arena;
	struct cr_tres_names names;
	const char *default_account; /* or NULL */
};

/* ---- QOS ----------------------------------------------------------------- */

static bool has_bit(bitstr_t *bits, uint32_t bit)
{
	return bits && (int64_t)bit < mgr.bit_size(bits) && mgr.bit_test(bits, bit);
}

/* Before 25.05 a deleted QOS leaves the list at once. */
static bool is_live(const slurmdb_qos_rec_t *qos)
{
#if CR_BUILT_SINCE(CR_SINCE_QOS_DELETED_FLAG)
	if (qos->flags & QOS_FLAG_DELETED)
		return false;
#endif
	return qos->name != NULL;
}

/* The names of all QOS whose bit is set in BITS. */
static int names_of_bits(const struct reading *r, bitstr_t *bits, struct cr_names *names)
{
	size_t count = 0, room = *mgr.qos_list ? (size_t)slurm_list_count(*mgr.qos_list) : 0;
	const char **name = cr_arena_array(r->arena, room, sizeof(*name));
	list_itr_t *i = name ? slurm_list_iterator_create(*mgr.qos_list) : NULL;
	const slurmdb_qos_rec_t *qos;
	bool full = room && !name;

	while (i && !full && (qos = slurm_list_next(i))) {
		if (!is_live(qos) || !has_bit(bits, qos->id))
			continue;
		name[count] = cr_arena_strdup(r->arena, qos->name);
		full = !name[count++];
	}
	if (i)
		slurm_list_iterator_destroy(i);
	*names = (struct cr_names){.name = name, .count = count};
	return full ? -1 : 0;
}

/*
 * A site may have hundreds of QOS; only these can bind this job: those of its
 * associations, of partitions, and the ones it names.
 */
static bool qos_matters(const struct reading *r, const struct cr_view *view, const char *name)
{
	if (!view->user_assoc_count || (r->request->qos && strcasestr(r->request->qos, name)))
		return true;
	for (size_t i = 0; i < view->user_assoc_count; i++)
		if (!view->user_assocs[i].qos.count ||
		    cr_names_has(&view->user_assocs[i].qos, name))
			return true;
	for (size_t i = 0; i < view->partition_count; i++)
		if (view->partitions[i].qos && strcasecmp(view->partitions[i].qos, name) == 0)
			return true;
	return false;
}

static int read_qos(const struct reading *r, const struct cr_view *view,
		    const slurmdb_qos_rec_t *from, struct cr_qos *to)
{
	*to = (struct cr_qos){
		.name = cr_arena_strdup(r->arena, from->name),
		.priority = from->priority,
		.flags = cr_qos_flags_of(from->flags),
		.preempt_mode = cr_preempt_mode_of(from->preempt_mode, CR_PREEMPT_CLUSTER),
		.limits = CR_LIMITS_INIT,
	};
	if (!to->name)
		return -1;
	if (!qos_matters(r, view, to->name))
		return 0;
	if (names_of_bits(r, from->preempt_bitstr, &to->preempts) != 0)
		return -1;
	return cr_limits_of_qos(from, &r->names, r->request->uid, r->request->account, r->arena,
				&to->limits);
}

static int read_all_qos(const struct reading *r, struct cr_view *view)
{
	size_t count = 0, room = (size_t)slurm_list_count(*mgr.qos_list);
	struct cr_qos *all = cr_arena_array(r->arena, room, sizeof(*all));
	list_itr_t *i = all ? slurm_list_iterator_create(*mgr.qos_list) : NULL;
	const slurmdb_qos_rec_t *qos;
	bool full = room && !all;

	while (i && !full && count < room && (qos = slurm_list_next(i)))
		if (is_live(qos))
			full = read_qos(r, view, qos, &all[count++]) != 0;
	if (i)
		slurm_list_iterator_destroy(i);
	if (full)
		return -1;
	view->have_qos = true;
	view->qos = all;
	view->qos_count = count;
	return 0;
}

/* ---- associations -------------------------------------------------------- */

static const char *qos_name(uint32_t id)
{
	list_itr_t *i = *mgr.qos_list ? slurm_list_iterator_create(*mgr.qos_list) : NULL;
	const slurmdb_qos_rec_t *qos = NULL;

	while (i && (qos = slurm_list_next(i)))
		if (qos->id == id)
			break;
	if (i)
		slurm_list_iterator_destroy(i);
	return qos ? qos->name : NULL;
}

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
	(void)mgr.find_assoc(NULL, &key, 0, &found, true);
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

static int read_assoc(void *from, const void *assoc, struct cr_assoc *to)
{
	const struct reading *r = from;
	const slurmdb_assoc_rec_t *a = assoc;

	*to = (struct cr_assoc){
		.account = cr_arena_strdup(r->arena, a->acct ? a->acct : ""),
		.user = cr_arena_strdup(r->arena, a->user && *a->user ? a->user : NULL),
		.partition = cr_arena_strdup(r->arena, a->partition),
		.default_qos = cr_arena_strdup(r->arena, qos_name(a->def_qos_id)),
	};
	if (!to->account)
		return -1;
	if (a->usage && names_of_bits(r, a->usage->valid_qos, &to->qos) != 0)
		return -1;
	return cr_limits_of_assoc(a, &r->names, r->arena, &to->limits);
}

/* ---- the whole ----------------------------------------------------------- */

/* The user's name, and the account of jobs that name none. */
static void read_user(struct reading *r)
{
	slurmdb_user_rec_t user = {.uid = r->request->uid};

	if (mgr.find_user(NULL, &user, 0, NULL, true) != 0 || !user.name)
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

	return cr_user_view_add(&source, &r->request->account, r->arena, view);
}

static bool is_operator(uint32_t uid)
{
	struct locks locks = {.user = READ};
	slurmdb_user_rec_t user = {.uid = uid};
	bool is = false;

	mgr.lock(&locks);
	if (mgr.find_user(NULL, &user, 0, NULL, true) == 0)
		is = user.admin_level >= SLURMDB_ADMIN_OPERATOR;
	mgr.unlock(&locks);
	return is;
}

/* slurmctld runs as SlurmUser. */
bool cr_accounts_is_privileged(uint32_t uid)
{
	return uid == 0 || uid == geteuid() || (mgr.usable && is_operator(uid));
}

/* Slurm's own verdict; most partitions have no AllowGroups and cost a look. */
static void add_groups(const struct cr_request *request, struct cr_view *view,
		       struct cr_arena *arena)
{
	bool *denied = cr_arena_array(arena, view->partition_count, sizeof(*denied));

	for (size_t i = 0; denied && i < view->partition_count; i++)
		denied[i] = cr_slurm_api_group_denied(view->partitions[i].name, request->uid);
	view->group_denied = denied;
}

void cr_accounts_add(const struct cr_policy *policy, struct cr_request *request,
		     struct cr_view *view, struct cr_arena *arena)
{
	struct locks locks = {.assoc = READ, .qos = READ, .tres = READ, .user = READ};
	struct reading r = {.request = request, .arena = arena};
	bool full = false;

	(void)policy;
	add_groups(request, view, arena);
	if (!mgr.usable)
		return;
	mgr.lock(&locks);
	if (*mgr.qos_list && *mgr.tres_names) {
		r.names = (struct cr_tres_names){*mgr.tres_names, *mgr.tres_count};
		read_user(&r);
		full = read_assocs(&r, view) != 0 || read_all_qos(&r, view) != 0;
	}
	mgr.unlock(&locks);
	if (full)
		view->missing = "more associations and QOS than there is memory for";
}
