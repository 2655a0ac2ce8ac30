/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A policy's files put into one, by its hash, and the oldest of these removed. */
#include "job_submit/policy_texts.h"

#include "job_submit/journal_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define NAME "commroute.policies"

static int add_file(FILE *out, const char *path, const struct cr_file_mark *loaded,
		    struct cr_error *err)
{
	const struct cr_file_rules rules = {.max_bytes = CR_POLICY_FILE_MAX};
	struct cr_file_mark mark;
	size_t len;
	char *text;

	if (cr_file_read(path, &rules, &text, &len, &mark, err) != 0)
		return -1;
	if (!cr_file_mark_equal(&mark, loaded)) {
		free(text);
		return cr_error_set(err, "%s: changed since it was loaded", path);
	}
	(void)fprintf(out, "# ---- %s\n", path);
	(void)fwrite(text, 1, len, out);
	if (len && text[len - 1] != '\n')
		(void)fputc('\n', out);
	free(text);
	return 0;
}

/* All of them in one text, to be freed; NULL with ERR. */
static char *join_files(const struct cr_policy_watch *watch, struct cr_error *err)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	int rc = out ? 0 : -1;

	if (!out)
		cr_error_set(err, "out of memory");
	for (size_t i = 0; rc == 0 && i < watch->count; i++)
		rc = add_file(out, watch->file[i].path, &watch->file[i].mark, err);
	if (out && fclose(out) != 0)
		rc = cr_error_set(err, "out of memory");
	if (rc == 0)
		return text;
	free(text);
	return NULL;
}

/* The one that was written first, of which there are COUNT; false: the directory is not to be read.
 */
static bool find_oldest(const char *dir, char oldest[PATH_MAX], size_t *count)
{
	struct timespec first = {0};
	struct dirent *entry;
	DIR *d = opendir(dir);

	for (*count = 0; d && (entry = readdir(d)) != NULL;) {
		char path[PATH_MAX];
		struct stat st;

		if (entry->d_name[0] == '.' ||
		    snprintf(path, sizeof(path), "%s/%s", dir, entry->d_name) >= PATH_MAX ||
		    stat(path, &st) != 0)
			continue;
		if (!(*count)++ || st.st_mtim.tv_sec < first.tv_sec ||
		    (st.st_mtim.tv_sec == first.tv_sec && st.st_mtim.tv_nsec < first.tv_nsec)) {
			first = st.st_mtim;
			memcpy(oldest, path, sizeof(path));
		}
	}
	if (d)
		(void)closedir(d);
	return d != NULL;
}

static void remove_oldest(const char *dir)
{
	char oldest[PATH_MAX];
	size_t count;

	while (find_oldest(dir, oldest, &count) && count > CR_POLICY_TEXTS)
		if (remove(oldest) != 0)
			break;
}

int cr_policy_texts_keep(const char *dir, const char *hash, const struct cr_policy_watch *watch,
			 struct cr_error *err)
{
	char into[PATH_MAX], *text;
	int rc;

	if (snprintf(into, sizeof(into), "%s/" NAME, dir) >= PATH_MAX)
		return cr_error_set(err, "%s: too long a name", dir);
	if (mkdir(into, 0700) != 0 && errno != EEXIST)
		return cr_error_set(err, "%s: %s", into, strerror(errno));
	text = join_files(watch, err);
	rc = text ? cr_journal_file_replace(into, hash, text, err) : -1;
	free(text);
	if (rc == 0)
		remove_oldest(into);
	return rc;
}
