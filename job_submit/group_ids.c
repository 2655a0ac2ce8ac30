/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The groups of AllowGroups by their numbers: a table that the keeper makes anew with each view. */
#include "job_submit/group_ids.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BUFFER_MAX ((size_t)4 << 20) /* of one group's members */

struct entry {
	char *name;
	gid_t gid; /* (gid_t)-1: there is no such group */
	time_t at;
};

struct cr_group_ids {
	size_t count;
	struct entry entry[]; /* by name */
};

static struct cr_cell cell = CR_CELL_INIT;

static int compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static const struct entry *find_entry(const struct cr_group_ids *ids, const char *name)
{
	const struct entry key = {.name = (char *)name};

	return ids ? bsearch(&key, ids->entry, ids->count, sizeof(key), compare_entries) : NULL;
}

static void destroy_ids(void *object)
{
	struct cr_group_ids *ids = object;

	for (size_t i = 0; ids && i < ids->count; i++)
		free(ids->entry[i].name);
	free(ids);
}

/* The name service's word; a group of many members needs a larger buffer. */
static gid_t look_up(const char *name)
{
	struct group group, *found = NULL;
	gid_t gid = (gid_t)-1;
	int rc = ERANGE;

	for (size_t size = 4096; rc == ERANGE && size <= BUFFER_MAX; size *= 4) {
		char *buf = malloc(size);

		rc = buf ? getgrnam_r(name, &group, buf, size, &found) : 0;
		if (rc == 0 && found)
			gid = found->gr_gid;
		free(buf);
	}
	return gid;
}

static size_t count_names(const struct cr_view *view)
{
	size_t count = 0;

	for (size_t i = 0; i < view->partition_count; i++)
		count += view->partitions[i].allow_groups.count;
	return count;
}

/* Every name once, in order; -1 when out of memory. */
static int collect_names(const struct cr_view *view, struct cr_group_ids *ids)
{
	size_t kept = 0;

	for (size_t i = 0; i < view->partition_count; i++) {
		const struct cr_names *names = &view->partitions[i].allow_groups;

		for (size_t k = 0; k < names->count; k++) {
			char *name = strdup(names->name[k]);

			if (!name)
				return -1;
			ids->entry[ids->count++] = (struct entry){.name = name};
		}
	}
	qsort(ids->entry, ids->count, sizeof(ids->entry[0]), compare_entries);
	for (size_t i = 0; i < ids->count; i++) {
		if (kept && compare_entries(&ids->entry[kept - 1], &ids->entry[i]) == 0)
			free(ids->entry[i].name);
		else
			ids->entry[kept++] = ids->entry[i];
	}
	ids->count = kept;
	return 0;
}

static void fill_in(struct cr_group_ids *ids, const struct cr_group_ids *before, long max_age)
{
	time_t now = time(NULL);

	for (size_t i = 0; i < ids->count; i++) {
		struct entry *e = &ids->entry[i];
		const struct entry *old = find_entry(before, e->name);

		if (old && old->gid != (gid_t)-1 && now >= old->at && now - old->at < max_age) {
			e->gid = old->gid;
			e->at = old->at;
		} else {
			e->gid = look_up(e->name);
			e->at = now;
		}
	}
}

void cr_group_ids_learn(const struct cr_view *view, long max_age)
{
	size_t room = count_names(view);
	struct cr_group_ids *ids = calloc(1, sizeof(*ids) + room * sizeof(ids->entry[0]));
	struct cr_shared *before = cr_cell_get(&cell);

	if (ids && collect_names(view, ids) == 0) {
		fill_in(ids, cr_shared_object(before), max_age);
		if (cr_cell_publish(&cell, ids, destroy_ids) == 0)
			ids = NULL;
	}
	cr_shared_put(before);
	destroy_ids(ids);
	cr_cell_sweep(&cell);
}

struct cr_shared *cr_group_ids_get(void)
{
	return cr_cell_get(&cell);
}

gid_t cr_group_ids_find(const struct cr_group_ids *ids, const char *name, bool *known)
{
	const struct entry *e = find_entry(ids, name);

	*known = e != NULL;
	return e ? e->gid : (gid_t)-1;
}
