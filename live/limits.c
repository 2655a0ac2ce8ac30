/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QOS and associations with their limits and use, as slurmctld tells them. */
#include "live/limits.h"

#include <string.h>

/* One record's arrays; any may be NULL, and those of the use are `used_count` long. */
struct arrays {
	const uint64_t *grp, *grp_mins, *grp_run_mins;
	const uint64_t *per_job, *mins_per_job, *per_node, *per_user, *per_account, *min_per_job;
	const uint64_t *used, *run_secs, *user_used, *account_used;
	const long double *raw_secs;
	uint32_t used_count;
};

static uint64_t limit_at(const uint64_t *array, uint32_t i)
{
	return array && array[i] != INFINITE64 && array[i] != NO_VAL64 ? array[i] : CR_UNSET64;
}

static uint64_t use_at(const uint64_t *array, uint32_t i, uint32_t count)
{
	return array && i < count ? array[i] : 0;
}

/* An INFINITE minimum would be nonsense; 0 is none. */
static uint64_t minimum_at(const uint64_t *array, uint32_t i)
{
	uint64_t value = limit_at(array, i);

	return value ? value : CR_UNSET64;
}

/* Most TRES have no limit in most records: this is the common path. */
static bool limits_anything(const struct arrays *a, uint32_t i)
{
	const uint64_t *const limits[] = {
		a->grp,          a->grp_mins, a->grp_run_mins, a->per_job,
		a->mins_per_job, a->per_node, a->per_user,     a->per_account,
	};

	for (size_t k = 0; k < sizeof(limits) / sizeof(limits[0]); k++)
		if (limit_at(limits[k], i) != CR_UNSET64)
			return true;
	return minimum_at(a->min_per_job, i) != CR_UNSET64;
}

static struct cr_tres_limit read_tres(const struct arrays *a, uint32_t i)
{
	struct cr_tres_limit l = {
		.grp = limit_at(a->grp, i),
		.grp_used = use_at(a->used, i, a->used_count),
		.grp_mins = limit_at(a->grp_mins, i),
		.grp_run_mins = limit_at(a->grp_run_mins, i),
		.grp_run_mins_used = use_at(a->run_secs, i, a->used_count) / 60,
		.max_per_job = limit_at(a->per_job, i),
		.max_mins_per_job = limit_at(a->mins_per_job, i),
		.max_per_node = limit_at(a->per_node, i),
		.max_per_user = limit_at(a->per_user, i),
		.user_used = use_at(a->user_used, i, a->used_count),
		.max_per_account = limit_at(a->per_account, i),
		.account_used = use_at(a->account_used, i, a->used_count),
		.min_per_job = minimum_at(a->min_per_job, i),
	};

	if (a->raw_secs && i < a->used_count && a->raw_secs[i] > 0)
		l.grp_mins_used = (uint64_t)(a->raw_secs[i] / 60);
	return l;
}

/* Two rounds: count, then fill, so that the arena holds no more than is needed. */
static int read_all(const struct arrays *a, const struct cr_tres_names *names,
		    struct cr_arena *arena, struct cr_limits *limits)
{
	struct cr_tres_limit *all;
	size_t count = 0;

	for (uint32_t i = 0; i < names->count; i++)
		count += limits_anything(a, i);
	all = cr_arena_array(arena, count, sizeof(*all));
	if (count && !all)
		return -1;
	count = 0;
	for (uint32_t i = 0; i < names->count; i++) {
		struct cr_tres_limit l;

		if (!limits_anything(a, i))
			continue;
		l = read_tres(a, i);
		l.tres = cr_arena_strdup(arena, names->name[i]);
		if (!l.tres)
			return -1;
		all[count++] = l;
	}
	limits->tres = all;
	limits->tres_count = count;
	return 0;
}

static uint32_t count_limit(uint32_t value)
{
	return value == INFINITE || value == NO_VAL ? CR_UNSET : value;
}

/* The entry of UID, or of ACCOUNT when that is not NULL, in a list of uses; or NULL. */
static const slurmdb_used_limits_t *find_use(list_t *uses, uint32_t uid, const char *account)
{
	slurmdb_used_limits_t *use = NULL;
	list_itr_t *i = uses ? slurm_list_iterator_create(uses) : NULL;

	while (i && (use = slurm_list_next(i))) {
		if (account ? use->acct && strcmp(use->acct, account) == 0 : use->uid == uid)
			break;
	}
	if (i)
		slurm_list_iterator_destroy(i);
	return use;
}

static void read_qos_use(const slurmdb_qos_usage_t *usage, uint32_t uid, const char *account,
			 struct arrays *a, struct cr_limits *limits)
{
	const slurmdb_used_limits_t *user = find_use(usage->user_limit_list, uid, NULL);
	const slurmdb_used_limits_t *acct = account ? find_use(usage->acct_limit_list, 0, account)
						    : NULL;

	a->used = usage->grp_used_tres;
	a->run_secs = usage->grp_used_tres_run_secs;
	a->raw_secs = usage->usage_tres_raw;
	a->used_count = usage->tres_cnt;
	limits->grp_jobs_used = usage->grp_used_jobs;
	limits->grp_submit_used = usage->grp_used_submit_jobs;
	limits->grp_wall_used = (uint32_t)usage->grp_used_wall;
	if (user) {
		a->user_used = user->tres;
		limits->user_jobs = user->jobs;
		limits->user_submit = user->submit_jobs;
	}
	if (acct) {
		a->account_used = acct->tres;
		limits->account_jobs = acct->jobs;
		limits->account_submit = acct->submit_jobs;
	}
}

int cr_limits_of_qos(const slurmdb_qos_rec_t *qos, const struct cr_tres_names *names, uint32_t uid,
		     const char *account, struct cr_arena *arena, struct cr_limits *limits)
{
	struct arrays a = {
		.grp = qos->grp_tres_ctld,
		.grp_mins = qos->grp_tres_mins_ctld,
		.grp_run_mins = qos->grp_tres_run_mins_ctld,
		.per_job = qos->max_tres_pj_ctld,
		.mins_per_job = qos->max_tres_mins_pj_ctld,
		.per_node = qos->max_tres_pn_ctld,
		.per_user = qos->max_tres_pu_ctld,
		.per_account = qos->max_tres_pa_ctld,
		.min_per_job = qos->min_tres_pj_ctld,
	};

	*limits = (struct cr_limits)CR_LIMITS_INIT;
	limits->grp_jobs = count_limit(qos->grp_jobs);
	limits->grp_submit = count_limit(qos->grp_submit_jobs);
	limits->max_jobs_per_user = count_limit(qos->max_jobs_pu);
	limits->max_submit_per_user = count_limit(qos->max_submit_jobs_pu);
	limits->max_jobs_per_account = count_limit(qos->max_jobs_pa);
	limits->max_submit_per_account = count_limit(qos->max_submit_jobs_pa);
	limits->max_wall = count_limit(qos->max_wall_pj);
	limits->grp_wall = count_limit(qos->grp_wall);
	if (qos->usage)
		read_qos_use(qos->usage, uid, account, &a, limits);
	return read_all(&a, names, arena, limits);
}

int cr_limits_of_assoc(const slurmdb_assoc_rec_t *assoc, const struct cr_tres_names *names,
		       struct cr_arena *arena, struct cr_limits *limits)
{
	struct arrays a = {
		.grp = assoc->grp_tres_ctld,
		.grp_mins = assoc->grp_tres_mins_ctld,
		.grp_run_mins = assoc->grp_tres_run_mins_ctld,
		.per_job = assoc->max_tres_ctld,
		.mins_per_job = assoc->max_tres_mins_ctld,
		.per_node = assoc->max_tres_pn_ctld,
	};

	*limits = (struct cr_limits)CR_LIMITS_INIT;
	limits->grp_jobs = count_limit(assoc->grp_jobs);
	limits->grp_submit = count_limit(assoc->grp_submit_jobs);
	limits->max_jobs_per_user = count_limit(assoc->max_jobs);
	limits->max_submit_per_user = count_limit(assoc->max_submit_jobs);
	limits->max_wall = count_limit(assoc->max_wall_pj);
	limits->grp_wall = count_limit(assoc->grp_wall);
	if (assoc->usage) {
		a.used = assoc->usage->grp_used_tres;
		a.run_secs = assoc->usage->grp_used_tres_run_secs;
		a.raw_secs = assoc->usage->usage_tres_raw;
		a.used_count = assoc->usage->tres_cnt;
		limits->grp_jobs_used = limits->user_jobs = assoc->usage->used_jobs;
		limits->grp_submit_used = limits->user_submit = assoc->usage->used_submit_jobs;
		limits->grp_wall_used = (uint32_t)assoc->usage->grp_used_wall;
	}
	return read_all(&a, names, arena, limits);
}

uint32_t cr_qos_flags_of(uint32_t flags)
{
	static const struct {
		uint32_t slurm, ours;
	} bits[] = {
		{QOS_FLAG_PART_MIN_NODE, CR_QOS_PART_MIN_NODE},
		{QOS_FLAG_PART_MAX_NODE, CR_QOS_PART_MAX_NODE},
		{QOS_FLAG_PART_TIME_LIMIT, CR_QOS_PART_TIME_LIMIT},
		{QOS_FLAG_OVER_PART_QOS, CR_QOS_OVER_PART_QOS},
		{QOS_FLAG_DENY_LIMIT, CR_QOS_DENY_LIMIT},
		{QOS_FLAG_REQ_RESV, CR_QOS_REQ_RESV},
		{QOS_FLAG_NO_RESERVE, CR_QOS_NO_RESERVE},
		{QOS_FLAG_NO_DECAY, CR_QOS_NO_DECAY},
	};
	uint32_t ours = 0;

	for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (flags & bits[i].slurm)
			ours |= bits[i].ours;
	return ours;
}
