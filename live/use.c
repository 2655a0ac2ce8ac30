/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What slurmctld counts for each user and each account in a QOS, by their names. */
#include "live/use.h"

#include <string.h>

struct reading {
	const assoc_mgr_info_msg_t *msg;
	struct cr_arena *arena;
};

static size_t count_of(list_t *list)
{
	return list ? (size_t)slurm_list_count(list) : 0;
}

static int copy_text(struct cr_arena *arena, const char *text, const char **to)
{
	*to = cr_arena_strdup(arena, text);
	return *to ? 0 : -1;
}

static const char *user_name(const struct reading *r, uint32_t uid)
{
	list_itr_t *i = r->msg->assoc_list ? slurm_list_iterator_create(r->msg->assoc_list) : NULL;
	const slurmdb_assoc_rec_t *a = NULL;

	while (i && (a = slurm_list_next(i)))
		if (a->user && a->uid == uid)
			break;
	if (i)
		slurm_list_iterator_destroy(i);
	return a ? a->user : NULL;
}

static int read_tres_use(const struct reading *r, const slurmdb_qos_rec_t *qos,
			 const slurmdb_used_limits_t *from, struct cr_use *to)
{
	uint32_t count = qos->usage->tres_cnt < r->msg->tres_cnt ? qos->usage->tres_cnt
								 : r->msg->tres_cnt;
	struct cr_tres_use *all = cr_arena_array(r->arena, count, sizeof(*all));

	if (!all)
		return -1;
	for (uint32_t i = 0; from->tres && i < count; i++) {
		if (!from->tres[i])
			continue;
		all[to->tres_count].used = from->tres[i];
		all[to->tres_count].tres = cr_arena_strdup(r->arena, r->msg->tres_names[i]);
		if (!all[to->tres_count++].tres)
			return -1;
	}
	to->tres = all;
	return 0;
}

/* USES is a QOS's list by users, or by accounts; ALL has room for it. */
static int read_uses(const struct reading *r, const slurmdb_qos_rec_t *qos, list_t *uses,
		     struct cr_use *all, size_t *count)
{
	list_itr_t *i = uses ? slurm_list_iterator_create(uses) : NULL;
	bool by_user = uses == qos->usage->user_limit_list;
	const slurmdb_used_limits_t *from;
	int rc = 0;

	while (i && rc == 0 && (from = slurm_list_next(i))) {
		const char *whose = by_user ? user_name(r, from->uid) : from->acct;
		struct cr_use *to = &all[*count];

		if (!whose)
			continue;
		*to = (struct cr_use){.jobs = from->jobs, .submit = from->submit_jobs};
		if (copy_text(r->arena, qos->name, &to->qos) != 0 ||
		    copy_text(r->arena, whose, by_user ? &to->user : &to->account) != 0 ||
		    read_tres_use(r, qos, from, to) != 0)
			rc = -1;
		(*count)++;
	}
	if (i)
		slurm_list_iterator_destroy(i);
	return rc;
}

static size_t count_uses(const struct reading *r)
{
	list_itr_t *i = r->msg->qos_list ? slurm_list_iterator_create(r->msg->qos_list) : NULL;
	const slurmdb_qos_rec_t *q;
	size_t n = 0;

	while (i && (q = slurm_list_next(i)))
		if (q->usage)
			n += count_of(q->usage->user_limit_list) +
			     count_of(q->usage->acct_limit_list);
	if (i)
		slurm_list_iterator_destroy(i);
	return n;
}

int cr_live_use_read(const assoc_mgr_info_msg_t *msg, struct cr_arena *arena,
		     struct cr_accounts *accounts)
{
	struct reading reading = {msg, arena}, *r = &reading;
	struct cr_use *all = cr_arena_array(r->arena, count_uses(r), sizeof(*all));
	list_itr_t *i = r->msg->qos_list ? slurm_list_iterator_create(r->msg->qos_list) : NULL;
	const slurmdb_qos_rec_t *q;
	int rc = all ? 0 : -1;
	size_t n = 0;

	while (i && rc == 0 && (q = slurm_list_next(i))) {
		if (!q->usage || !q->name)
			continue;
		rc = read_uses(r, q, q->usage->user_limit_list, all, &n);
		if (rc == 0)
			rc = read_uses(r, q, q->usage->acct_limit_list, all, &n);
	}
	if (i)
		slurm_list_iterator_destroy(i);
	accounts->use = all;
	accounts->use_count = n;
	return rc;
}
