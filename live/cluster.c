/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QOS and associations come as one message; QOS there name each other by numbers in text. */
#include "live/cluster.h"

#include "live/api.h"
#include "live/limits.h"
#include "live/live.h"
#include "live/partition.h"
#include "live/use.h"

#include <errno.h>
#include <slurm/slurm_errno.h>
#include <stdlib.h>
#include <string.h>

struct cr_live_cluster {
	struct cr_live *slow; /* partitions, nodes, topologies */
	struct cr_arena arena;
	struct cr_view view;
	struct cr_accounts accounts;
	const slurmdb_qos_rec_t **by_id; /* while reading */
	size_t ids;
};

struct reading {
	struct cr_live_cluster *cluster;
	assoc_mgr_info_msg_t *msg;
	struct cr_tres_names names;
};

/* ---- names ------------------------------------------------------------- */

static const char *qos_name(const struct cr_live_cluster *cluster, uint32_t id)
{
	return id && id < cluster->ids && cluster->by_id[id] ? cluster->by_id[id]->name : NULL;
}

/* Slurm hands QOS over as a list of numbers in text. */
static int names_of_ids(struct reading *r, list_t *ids, struct cr_names *names)
{
	size_t room = ids ? (size_t)slurm_list_count(ids) : 0;
	const char **name = cr_arena_array(&r->cluster->arena, room + 1, sizeof(*name));
	list_itr_t *i = ids && name ? slurm_list_iterator_create(ids) : NULL;
	const char *id, *found;
	size_t n = 0;
	int rc = name ? 0 : -1;

	while (i && rc == 0 && (id = slurm_list_next(i))) {
		found = qos_name(r->cluster, (uint32_t)strtoul(id + strspn(id, "+-"), NULL, 10));
		if (!found)
			continue;
		name[n] = cr_arena_strdup(&r->cluster->arena, found);
		rc = name[n++] ? 0 : -1;
	}
	if (i)
		slurm_list_iterator_destroy(i);
	*names = (struct cr_names){name, n};
	return rc;
}

static size_t count_of(list_t *list)
{
	return list ? (size_t)slurm_list_count(list) : 0;
}

/* ---- QOS --------------------------------------------------------------- */

static int index_qos(struct reading *r)
{
	list_itr_t *i = r->msg->qos_list ? slurm_list_iterator_create(r->msg->qos_list) : NULL;
	const slurmdb_qos_rec_t *q;

	while (i && (q = slurm_list_next(i)))
		if (q->id < 100000 && q->id >= r->cluster->ids)
			r->cluster->ids = q->id + 1;
	r->cluster->by_id = calloc(r->cluster->ids + 1, sizeof(void *));
	if (i)
		slurm_list_iterator_reset(i);
	while (i && r->cluster->by_id && (q = slurm_list_next(i)))
		if (q->id < r->cluster->ids)
			r->cluster->by_id[q->id] = q;
	if (i)
		slurm_list_iterator_destroy(i);
	return r->cluster->by_id ? 0 : -1;
}

static int read_qos(struct reading *r, const slurmdb_qos_rec_t *from, struct cr_qos *to)
{
	*to = (struct cr_qos){
		.name = cr_arena_strdup(&r->cluster->arena, from->name ? from->name : ""),
		.priority = from->priority,
		.flags = cr_qos_flags_of(from->flags),
		.preempt_mode = cr_preempt_mode_of(from->preempt_mode, CR_PREEMPT_CLUSTER),
	};
	if (!to->name || names_of_ids(r, from->preempt_list, &to->preempts) != 0)
		return -1;
	return cr_limits_of_qos(from, &r->names, CR_UNSET, NULL, &r->cluster->arena, &to->limits);
}

static int read_all_qos(struct reading *r)
{
	size_t count = count_of(r->msg->qos_list), n = 0;
	struct cr_qos *all = cr_arena_array(&r->cluster->arena, count + 1, sizeof(*all));
	list_itr_t *i = count ? slurm_list_iterator_create(r->msg->qos_list) : NULL;
	const slurmdb_qos_rec_t *q;
	int rc = all ? 0 : -1;

	while (i && rc == 0 && (q = slurm_list_next(i)))
		rc = read_qos(r, q, &all[n++]);
	if (i)
		slurm_list_iterator_destroy(i);
	r->cluster->view.qos = all;
	r->cluster->view.qos_count = n;
	r->cluster->view.have_qos = n > 0;
	return rc;
}

/* ---- associations ------------------------------------------------------ */

static int copy_text(struct reading *r, const char *text, const char **to)
{
	*to = text && *text ? cr_arena_strdup(&r->cluster->arena, text) : NULL;
	return text && *text && !*to ? -1 : 0;
}

static int read_assoc(struct reading *r, const slurmdb_assoc_rec_t *from, struct cr_account *to)
{
	*to = (struct cr_account){.is_default = from->is_def == 1};
	if (copy_text(r, from->acct ? from->acct : "root", &to->assoc.account) != 0 ||
	    copy_text(r, from->user, &to->assoc.user) != 0 ||
	    copy_text(r, from->partition, &to->assoc.partition) != 0 ||
	    copy_text(r, to->assoc.user ? NULL : from->parent_acct, &to->parent) != 0 ||
	    copy_text(r, qos_name(r->cluster, from->def_qos_id), &to->assoc.default_qos) != 0 ||
	    names_of_ids(r, from->qos_list, &to->assoc.qos) != 0)
		return -1;
	return cr_limits_of_assoc(from, &r->names, &r->cluster->arena, &to->assoc.limits);
}

static int read_accounts(struct reading *r)
{
	size_t count = count_of(r->msg->assoc_list), n = 0;
	struct cr_account *all = cr_arena_array(&r->cluster->arena, count + 1, sizeof(*all));
	list_itr_t *i = count ? slurm_list_iterator_create(r->msg->assoc_list) : NULL;
	const slurmdb_assoc_rec_t *a;
	int rc = all ? 0 : -1;

	while (i && rc == 0 && (a = slurm_list_next(i)))
		rc = read_assoc(r, a, &all[n++]);
	if (i)
		slurm_list_iterator_destroy(i);
	r->cluster->accounts.item = all;
	r->cluster->accounts.count = n;
	return rc;
}

/* Without slurmdbd there is nothing to tell: that is no failure. */
static int read_manager(struct cr_live_cluster *cluster, struct cr_error *err)
{
	assoc_mgr_info_request_msg_t ask = {.flags = ASSOC_MGR_INFO_FLAG_ASSOC |
						     ASSOC_MGR_INFO_FLAG_QOS};
	struct reading r = {.cluster = cluster};
	int rc;

	if (slurm_load_assoc_mgr_info(&ask, &r.msg) != 0 || !r.msg)
		return cr_error_set(err, "slurm_load_assoc_mgr_info: %s", slurm_strerror(errno));
	r.names = (struct cr_tres_names){r.msg->tres_names, r.msg->tres_cnt};
	rc = index_qos(&r);
	if (rc == 0)
		rc = read_all_qos(&r);
	if (rc == 0)
		rc = read_accounts(&r);
	if (rc == 0)
		rc = cr_live_use_read(r.msg, &cluster->arena, &cluster->accounts);
	free(cluster->by_id);
	cluster->by_id = NULL;
	slurm_free_assoc_mgr_info_msg(r.msg);
	return rc == 0 ? 0 : cr_error_set(err, "out of memory");
}

struct cr_live_cluster *cr_live_cluster_load(struct cr_error *err)
{
	struct cr_live_cluster *cluster;

	if (cr_live_init(err) != 0)
		return NULL;
	cluster = calloc(1, sizeof(*cluster));
	if (!cluster) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	cr_arena_init(&cluster->arena, NULL, 0, 0);
	cluster->slow = cr_live_load(err);
	if (cluster->slow)
		cluster->view = *cr_live_view(cluster->slow);
	if (cluster->slow && read_manager(cluster, err) == 0)
		return cluster;
	cr_live_cluster_destroy(cluster);
	return NULL;
}

void cr_live_cluster_destroy(struct cr_live_cluster *cluster)
{
	if (!cluster)
		return;
	cr_live_destroy(cluster->slow);
	cr_arena_release(&cluster->arena);
	free(cluster);
}

const struct cr_view *cr_live_cluster_view(const struct cr_live_cluster *cluster)
{
	return &cluster->view;
}

const struct cr_topologies *cr_live_cluster_topologies(const struct cr_live_cluster *cluster)
{
	return cr_live_topologies(cluster->slow);
}

const struct cr_accounts *cr_live_cluster_accounts(const struct cr_live_cluster *cluster)
{
	return &cluster->accounts;
}

int cr_live_cluster_for(const struct cr_live_cluster *cluster, const char *user,
			const char **account, struct cr_arena *arena, struct cr_view *view)
{
	struct cr_view v = cluster->view;

	if (cluster->accounts.count &&
	    cr_accounts_for(&cluster->accounts, user, account, arena, &v) != 0)
		return -1;
	*view = v;
	return 0;
}
