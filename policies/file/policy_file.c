/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading a policy's files from disk, and noticing by stat() that one of them is another now. */
#include "policies/file/policy_file.h"

#include <stdlib.h>
#include <string.h>

static void clear_watch(struct cr_policy_watch *watch)
{
	for (size_t i = 0; i < watch->count; i++)
		free(watch->file[i].path);
	*watch = (struct cr_policy_watch){0};
}

bool cr_policy_watch_changed(const struct cr_policy_watch *watch)
{
	for (size_t i = 0; i < watch->count; i++) {
		struct cr_file_mark now = cr_file_mark_of(watch->file[i].path);

		if (!cr_file_mark_equal(&now, &watch->file[i].mark))
			return true;
	}
	return false;
}

/*
 * The mark of what was really read, not of a later look: a file written in
 * between is noticed at the next check.  One that cannot be opened keeps the
 * mark it has, so that a refused file is not read again until it changes.
 */
static void note_mark(struct cr_policy_watch *watch, const char *path,
		      const struct cr_file_mark *mark)
{
	char *copy;

	if (!watch || watch->count == CR_POLICY_FILES_MAX)
		return;
	copy = strdup(path);
	if (!copy)
		return;
	watch->file[watch->count].path = copy;
	watch->file[watch->count].mark = *mark;
	watch->count++;
}

static int read_file(void *ctx, const char *path, char **buf, size_t *len, struct cr_error *err)
{
	const struct cr_policy_source *source = ctx;
	struct cr_file_rules rules = {
		.max_bytes = CR_POLICY_FILE_MAX,
		.trusted_owner = source->trusted,
	};
	struct cr_file_mark mark = cr_file_mark_of(path);
	int rc = cr_file_read(path, &rules, buf, len, &mark, err);

	note_mark(source->watch, path, &mark);
	return rc;
}

struct cr_policy_reader cr_policy_reader_of(struct cr_policy_source *source, bool trusted,
					    struct cr_policy_watch *watch)
{
	*source = (struct cr_policy_source){.trusted = trusted, .watch = watch};
	return (struct cr_policy_reader){.read = read_file, .ctx = source};
}

struct cr_policy *cr_policy_read(const char *path, bool trusted, const char *cluster,
				 struct cr_policy_watch *watch, struct cr_diags *diags)
{
	struct cr_policy_source source;
	struct cr_policy_reader reader = cr_policy_reader_of(&source, trusted, watch);

	if (watch)
		clear_watch(watch);
	return cr_policy_load(path, &reader, cluster, diags);
}
