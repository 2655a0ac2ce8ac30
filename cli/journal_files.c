/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that turn over while they are read: opened from the youngest on, so that one that moves
 * meanwhile is seen twice and never missed, and read from the oldest on.
 */
#include "cli/journal_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path of file I of DIR: 0 is the youngest. */
static const char *name_file(char path[PATH_MAX], const char *dir, unsigned i)
{
	if (i)
		(void)snprintf(path, PATH_MAX, "%s/commroute.journal.%u", dir, i);
	else
		(void)snprintf(path, PATH_MAX, "%s/commroute.journal", dir);
	return path;
}

/* A regular file, no link's end, and none that is waited for; else NULL with *WHY, as errno is. */
static FILE *open_regular(const char *path, int *why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	FILE *file = NULL;

	*why = errno;
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		file = fdopen(fd, "r");
	if (file)
		return file;
	*why = EINVAL;
	(void)close(fd);
	return NULL;
}

static bool is_same_file(FILE *a, FILE *b)
{
	struct stat x, y;

	return fstat(fileno(a), &x) == 0 && fstat(fileno(b), &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/* Keep FILE, unless it is the one opened before, which has moved since. */
static void keep_file(struct cr_journal_files *files, FILE *file)
{
	if (files->left && is_same_file(file, files->file[files->left - 1]))
		(void)fclose(file);
	else
		files->file[files->left++] = file;
}

int cr_journal_files_open(struct cr_journal_files *files, const char *dir, struct cr_error *err)
{
	char path[PATH_MAX];
	FILE *file;
	int why;

	*files = (struct cr_journal_files){.dir = dir};
	for (unsigned i = 0; files->left < CR_JOURNAL_FILES_MAX; i++) {
		file = open_regular(name_file(path, dir, i), &why);
		if (!file && i && why == ENOENT)
			return 0;
		if (!file) {
			cr_error_set(err, "%s: %s", path,
				     why == EINVAL ? "not a regular file" : strerror(why));
			cr_journal_files_close(files);
			return -1;
		}
		keep_file(files, file);
	}
	return 0;
}

void cr_journal_files_close(struct cr_journal_files *files)
{
	while (files->left)
		(void)fclose(files->file[--files->left]);
}

/* Give up the line that is begun. */
static void drop_line(struct cr_journal_files *files)
{
	files->broken += files->used || files->too_long;
	files->used = 0;
	files->too_long = false;
}

/* Go on with the line that is begun until it ends; false: the file ends first. */
static bool read_line(struct cr_journal_files *files, FILE *file)
{
	int c;

	while ((c = getc_unlocked(file)) != EOF) {
		if (c == '\n' && !files->too_long)
			return true;
		if (c == '\n')
			drop_line(files);
		else if (files->used < CR_JOURNAL_READ_MAX)
			files->line[files->used++] = (char)c;
		else
			files->too_long = true;
	}
	clearerr(file);
	return false;
}

/* Has another file taken the place of the one that was the youngest?  Then it is gone on with. */
static bool turn_over(struct cr_journal_files *files)
{
	char path[PATH_MAX];
	int why;
	FILE *file = open_regular(name_file(path, files->dir, 0), &why);

	if (!file)
		return false;
	if (is_same_file(file, files->file[0])) {
		(void)fclose(file);
		return false;
	}
	/* What was written between the last look and the turn comes first. */
	files->file[1] = files->file[0];
	files->file[0] = file;
	files->left = 2;
	return true;
}

const char *cr_journal_files_next(struct cr_journal_files *files, bool follow, size_t *len)
{
	while (files->left) {
		FILE *file = files->file[files->left - 1];

		if (read_line(files, file)) {
			*len = files->used;
			files->line[files->used] = '\0';
			files->used = 0;
			return files->line;
		}
		if (files->left == 1 && follow) {
			if (!turn_over(files))
				return NULL;
			continue;
		}
		drop_line(files);
		(void)fclose(file);
		files->left--;
	}
	return NULL;
}
