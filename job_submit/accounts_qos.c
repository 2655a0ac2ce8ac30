/* SPDX-License-Identifier: GPL-2.0-or-later */
/* QOS of slurmctld's list, passed over once. */
#include "job_submit/accounts_qos.h"

#include "base/text.h"
#include "job_submit/accounts_mgr.h"
#include "live/partition.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define EXTRA_MAX 128 /* QOS of the user's, beside those wanted, that a script can look at */

/* What is looked for, and what was found of it. */
struct table {
	const char **wanted; /* sorted */
	size_t wanted_count;
	uint32_t *defaults; /* ids of the associations' own */
	size_t default_count;
	const char **name; /* found */
	uint32_t *id;
	size_t count, room;
	struct cr_qos *qos; /* of these the ones that were wanted, and EXTRA more for a script */
	size_t qos_count, extra;
	bool all; /* every name is */
};

/* ---- what is wanted ----------------------------------------------------------- */

static size_t count_names(const char *list)
{
	size_t n = 1;

	for (; list && *list; list++)
		n += *list == ',';
	return n;
}

static int compare_names(const void *a, const void *b)
{
	return strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

static void want_name(struct table *t, const char *name)
{
	if (name)
		t->wanted[t->wanted_count++] = name;
}

static int want_named(const struct cr_qos_reading *r, struct table *t)
{
	const char *list = r->request->qos;
	char name[CR_NAME_MAX];

	while (cr_text_next(&list, name, sizeof(name))) {
		const char *copy = cr_arena_strdup(r->arena, name);

		if (!copy)
			return -1;
		want_name(t, copy);
	}
	return 0;
}

static void want_defaults(const struct cr_qos_reading *r, struct table *t)
{
	for (size_t i = 0; i < r->assoc_count; i++) {
		uint32_t id = r->assocs[i].from->def_qos_id;
		bool known = false;

		for (size_t k = 0; k < t->default_count && !known; k++)
			known = t->defaults[k] == id;
		if (!known)
			t->defaults[t->default_count++] = id;
	}
}

/* The user's, the tenant's, the associations' and the partitions' own. */
static int find_wanted(const struct cr_qos_reading *r, const struct cr_view *view, struct table *t)
{
	const char *own, *borrow;

	t->wanted = cr_arena_array(r->arena,
				   count_names(r->request->qos) + 2 + view->partition_count,
				   sizeof(*t->wanted));
	t->defaults = cr_arena_array(r->arena, r->assoc_count, sizeof(*t->defaults));
	if (!t->wanted || !t->defaults)
		return -1;
	want_defaults(r, t);
	cr_outlook_qos(r->outlook, view, &own, &borrow);
	want_name(t, own);
	want_name(t, borrow);
	for (size_t i = 0; i < view->partition_count; i++)
		if (view->partitions[i].qos && cr_outlook_has(r->outlook, &view->partitions[i]))
			want_name(t, view->partitions[i].qos);
	if (want_named(r, t) != 0)
		return -1;
	qsort(t->wanted, t->wanted_count, sizeof(*t->wanted), compare_names);
	return 0;
}

static bool is_wanted(const struct table *t, const slurmdb_qos_rec_t *qos)
{
	const char *name = qos->name;

	for (size_t i = 0; i < t->default_count; i++)
		if (t->defaults[i] == qos->id)
			return true;
	return t->wanted_count &&
	       bsearch(&name, t->wanted, t->wanted_count, sizeof(name), compare_names);
}

/* ---- what is found ------------------------------------------------------------ */

static int make_table(const struct cr_qos_reading *r, struct table *t, size_t all)
{
	size_t wanted = t->wanted_count + t->default_count;

	wanted = wanted < all ? wanted : all;
	t->all = r->outlook->script;
	t->room = t->all ? all : wanted;
	t->name = cr_arena_array(r->arena, t->room, sizeof(*t->name));
	t->id = cr_arena_array(r->arena, t->room, sizeof(*t->id));
	t->qos = cr_arena_array(r->arena, wanted + (t->all ? EXTRA_MAX : 0), sizeof(*t->qos));
	return t->name && t->id && t->qos ? 0 : -1;
}

static int read_qos(const struct cr_qos_reading *r, const slurmdb_qos_rec_t *from, const char *name,
		    struct cr_qos *to)
{
	*to = (struct cr_qos){
		.name = name,
		.priority = from->priority,
		.flags = cr_qos_flags_of(from->flags),
		.preempt_mode = cr_preempt_mode_of(from->preempt_mode, CR_PREEMPT_CLUSTER),
		.limits = CR_LIMITS_INIT,
	};
	return cr_limits_of_qos(from, &r->tres, r->request->uid, r->request->account, r->arena,
				&to->limits);
}

/* A script may look at what its user may use: of a user with very many at the first ones. */
static bool is_extra(const struct cr_qos_reading *r, struct table *t, const slurmdb_qos_rec_t *qos)
{
	const slurmdb_assoc_rec_t *a = r->assoc_count ? r->assocs[0].from : NULL;

	if (!t->all || !a || !a->usage || t->extra == EXTRA_MAX ||
	    !cr_assoc_mgr_has_bit(a->usage->valid_qos, qos->id))
		return false;
	t->extra++;
	return true;
}

static int add_found(const struct cr_qos_reading *r, struct table *t, const slurmdb_qos_rec_t *qos)
{
	bool wanted = is_wanted(t, qos) || is_extra(r, t, qos);
	const char *name;

	if ((!wanted && !t->all) || t->count == t->room)
		return 0;
	name = cr_arena_strdup(r->arena, qos->name);
	if (!name)
		return -1;
	t->name[t->count] = name;
	t->id[t->count++] = qos->id;
	return wanted ? read_qos(r, qos, name, &t->qos[t->qos_count++]) : 0;
}

/* All are looked at, even where memory ends: rights go by names. */
static int find_all(const struct cr_qos_reading *r, struct table *t, list_t *list)
{
	list_itr_t *i = slurm_list_iterator_create(list);
	const slurmdb_qos_rec_t *qos;
	int rc = 0;

	while ((qos = slurm_list_next(i)))
		if (cr_assoc_mgr_is_live(qos) && add_found(r, t, qos) != 0)
			rc = -1;
	slurm_list_iterator_destroy(i);
	return rc;
}

/* ---- the associations --------------------------------------------------------- */

static const char *name_of(const struct table *t, uint32_t id)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->id[i] == id)
			return t->name[i];
	return NULL;
}

/* The bits of FROM over the table; those of BEFORE where they are the same. */
static const uint64_t *bits_over(const struct cr_qos_reading *r, const struct table *t,
				 bitstr_t *from, const uint64_t *before)
{
	size_t words = t->count / 64 + 1;
	const struct cr_arena mark = *r->arena;
	uint64_t *bits = cr_arena_array(r->arena, words, sizeof(*bits));

	for (size_t i = 0; bits && i < t->count; i++)
		if (cr_assoc_mgr_has_bit(from, t->id[i]))
			bits[i / 64] |= UINT64_C(1) << i % 64;
	if (!bits || !before || memcmp(bits, before, words * sizeof(*bits)) != 0)
		return bits;
	cr_arena_rewind(r->arena, &mark);
	return before;
}

static int fill_assocs(const struct cr_qos_reading *r, const struct table *t)
{
	static const char *const none[] = {""}; /* of a list that has none of the table */
	const uint64_t *before = NULL;

	for (size_t i = 0; i < r->assoc_count; i++) {
		const slurmdb_assoc_rec_t *from = r->assocs[i].from;
		struct cr_assoc *to = r->assocs[i].to;
		bitstr_t *valid = from->usage ? from->usage->valid_qos : NULL;

		to->default_qos = name_of(t, from->def_qos_id);
		if (!valid || cr_assoc_mgr()->bit_first(valid) < 0)
			continue; /* any */
		to->qos.name = t->count ? t->name : none;
		to->qos.count = t->count ? t->count : 1;
		to->qos_in = bits_over(r, t, valid, before);
		if (!to->qos_in)
			return -1;
		before = to->qos_in;
	}
	return 0;
}

int cr_qos_read(const struct cr_qos_reading *r, struct cr_view *view)
{
	list_t *list = *cr_assoc_mgr()->qos_list;
	struct table t = {.all = false};
	int rc;

	if (find_wanted(r, view, &t) != 0 || make_table(r, &t, (size_t)slurm_list_count(list)) != 0)
		return -1;
	rc = find_all(r, &t, list);
	if (fill_assocs(r, &t) != 0)
		return -1;
	view->have_qos = true;
	view->qos = t.qos;
	view->qos_count = t.qos_count;
	if (t.all)
		view->qos_names = (struct cr_names){.name = t.name, .count = t.count};
	return rc;
}
