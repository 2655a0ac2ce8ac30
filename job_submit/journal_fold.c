/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Refusals that say the same as one just before. */
#include "job_submit/journal_fold.h"

#include <stdio.h>
#include <string.h>

#define FNV_BASE  14695981039346656037u
#define FNV_PRIME 1099511628211u

uint64_t cr_fold_key(const char *line, const char *id)
{
	/* Before it are the id and the time. */
	const char *at = strstr(line, "\"event\"");
	size_t len = strlen(id);
	uint64_t key = FNV_BASE;

	for (at = at ? at : line; *at; at++) {
		if (len && strncmp(at, id, len) == 0) /* the record's */
			at += len;
		key = (key ^ (unsigned char)*at) * FNV_PRIME;
	}
	return key ? key : 1;
}

static bool is_over(const struct cr_folded *seen, time_t now)
{
	return now - seen->first >= CR_FOLD_SECONDS || now < seen->first;
}

bool cr_fold_count(struct cr_fold *fold, uint64_t key, const char *id, time_t now)
{
	size_t room = CR_FOLD_ENTRIES;

	for (size_t i = 0; i < CR_FOLD_ENTRIES; i++) {
		struct cr_folded *seen = &fold->entry[i].seen;

		if (fold->entry[i].key == key && !is_over(seen, now)) {
			seen->times++;
			seen->last = now;
			return true;
		}
		/* What was counted stays until its line is written. */
		if (!fold->entry[i].key || (is_over(seen, now) && !seen->times))
			room = i;
	}
	if (room < CR_FOLD_ENTRIES) {
		fold->entry[room].key = key;
		fold->entry[room].seen = (struct cr_folded){.first = now, .last = now};
		(void)snprintf(fold->entry[room].seen.id, CR_ID_MAX, "%s", id);
	}
	return false;
}

bool cr_fold_take(struct cr_fold *fold, time_t now, bool all, struct cr_folded *folded)
{
	for (size_t i = 0; i < CR_FOLD_ENTRIES; i++) {
		if (!fold->entry[i].seen.times || (!all && !is_over(&fold->entry[i].seen, now)))
			continue;
		*folded = fold->entry[i].seen;
		fold->entry[i].key = 0;
		fold->entry[i].seen.times = 0;
		return true;
	}
	return false;
}
