/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last view written beside slurmctld's state, and read back at the next start. */
#include "job_submit/kept_view.h"

#include "base/file.h"
#include "job_submit/journal_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME      "commroute.view"
#define BYTES_MAX ((size_t)64 * 1024 * 1024)

int cr_kept_view_save(const char *dir, const struct cr_live *live, struct cr_error *err)
{
	char *text = cr_snapshot_format(cr_live_view(live), cr_live_topologies(live), NULL, err);
	int rc = text ? cr_journal_file_replace(dir, NAME, text, err) : -1;

	free(text);
	return rc;
}

struct cr_snapshot *cr_kept_view_read(const char *dir, struct cr_error *err)
{
	const struct cr_file_rules rules = {.max_bytes = BYTES_MAX, .trusted_owner = true};
	struct cr_snapshot *snapshot;
	char path[PATH_MAX], *text;
	size_t len;

	if (snprintf(path, sizeof(path), "%s/" NAME, dir) >= (int)sizeof(path)) {
		cr_error_set(err, "%s: too long a name", dir);
		return NULL;
	}
	if (cr_file_read(path, &rules, &text, &len, NULL, err) != 0)
		return NULL;
	snapshot = cr_snapshot_parse(path, text, len, err);
	free(text);
	return snapshot;
}
