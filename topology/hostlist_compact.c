/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names folded to a host list as Slurm folds them: in their own order, or sorted. */
#include "base/text.h"
#include "topology/hostlist.h"

#include <ctype.h>
#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 18 /* digits at a name's end that libslurm folds without loss */

/*
 * Not one that libslurm would change, or not read back: it takes "\v7" and "9"
 * for neighbours, because comparing names it skips blanks.
 */
static bool is_foldable(const char *name)
{
	size_t len = strlen(name), digits = 0;

	if (!len || len > CR_HOST_NAME_MAX || strpbrk(name, "[]{},"))
		return false;
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)name[i] <= ' ' || name[i] == 0x7f)
			return false;
	while (digits < len && isdigit((unsigned char)name[len - digits - 1]))
		digits++;
	return digits <= NUMBER_MAX;
}

static hostlist_t *list_of(const char *const *names, size_t count, struct cr_error *err)
{
	hostlist_t *hl;

	for (size_t i = 0; i < count; i++) {
		if (is_foldable(names[i]))
			continue;
		cr_error_set(err, "'%.80s' is no host name", names[i]);
		return NULL;
	}
	hl = slurm_hostlist_create(NULL);
	if (!hl)
		cr_error_set(err, "out of memory");
	for (size_t i = 0; hl && i < count; i++)
		slurm_hostlist_push_host(hl, names[i]);
	return hl;
}

/* libslurm's own allocating form returns memory that only Slurm may free. */
static char *ranged_string(hostlist_t *hl, size_t room, struct cr_error *err)
{
	for (;;) {
		char *buf = malloc(room);

		if (!buf) {
			cr_error_set(err, "out of memory");
			return NULL;
		}
		if (slurm_hostlist_ranged_string(hl, room, buf) >= 0)
			return buf;
		free(buf);
		room *= 2;
	}
}

char *cr_hostlist_compact(const char *const *names, size_t count, struct cr_error *err)
{
	hostlist_t *hl = list_of(names, count, err);
	char *text;

	if (!hl)
		return NULL;
	text = ranged_string(hl, 256, err);
	slurm_hostlist_destroy(hl);
	return text;
}

static int compare_natural(const void *a, const void *b)
{
	return cr_text_natural(*(const char *const *)a, *(const char *const *)b);
}

char *cr_hostlist_compact_sorted(const char *const *names, size_t count, struct cr_error *err)
{
	const char **sorted = malloc((count + 1) * sizeof(*sorted));
	size_t kept = 0;
	char *text;

	if (!sorted) {
		cr_error_set(err, "out of memory");
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		sorted[i] = names[i];
	qsort(sorted, count, sizeof(*sorted), compare_natural);
	for (size_t i = 0; i < count; i++)
		if (!kept || strcmp(sorted[kept - 1], sorted[i]) != 0)
			sorted[kept++] = sorted[i];
	text = cr_hostlist_compact(sorted, kept, err);
	free(sorted);
	return text;
}
