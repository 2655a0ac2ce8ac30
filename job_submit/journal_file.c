/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that grows to a bound, turns over, and never holds half a line. */
#include "job_submit/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "commroute.journal"

/* Nobody else's file is followed or created here: the directory is SlurmUser's own. */
static int open_file(const char *path, int flags)
{
	return open(path, flags | O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
}

static int path_of(char path[PATH_MAX], const char *dir, int old)
{
	char number[16] = "";
	int n;

	if (old)
		(void)snprintf(number, sizeof(number), ".%d", old);
	n = snprintf(path, PATH_MAX, "%s/" NAME "%s", dir, number);
	return n > 0 && n < PATH_MAX ? 0 : -1;
}

void cr_journal_file_close(struct cr_journal_file *file)
{
	if (file->fd >= 0)
		(void)close(file->fd);
	file->fd = -1;
}

/* The oldest falls off the end. */
static void rotate_files(struct cr_journal_file *file)
{
	char from[PATH_MAX], to[PATH_MAX];

	cr_journal_file_close(file);
	for (int i = file->files ? (int)file->files : CR_JOURNAL_FILES; i > 0; i--)
		if (path_of(from, file->dir, i - 1) == 0 && path_of(to, file->dir, i) == 0)
			(void)rename(from, to);
}

static int fail_file(struct cr_error *err, const char *what, const char *dir)
{
	return cr_error_set(err, "%s: %s: %s", dir, what, strerror(errno));
}

/* Open, with room for LEN bytes, *SIZE set to what it holds. */
static int prepare_file(struct cr_journal_file *file, size_t len, off_t *size, struct cr_error *err)
{
	int64_t max = file->max ? file->max : CR_JOURNAL_FILE_MAX;
	char path[PATH_MAX];
	struct stat st;

	for (int i = 0; i < 2; i++) {
		if (path_of(path, file->dir, 0) != 0)
			return cr_error_set(err, "%s: too long a name", file->dir);
		if (file->fd < 0)
			file->fd = open_file(path, O_APPEND);
		if (file->fd < 0 || fstat(file->fd, &st) != 0)
			return fail_file(err, NAME, file->dir);
		if (!S_ISREG(st.st_mode))
			return cr_error_set(err, "%s: not a regular file", path);
		if (st.st_size + (int64_t)len <= max || !st.st_size)
			break;
		rotate_files(file);
	}
	*size = st.st_size;
	return 0;
}

int cr_journal_file_add(struct cr_journal_file *file, const char *line, struct cr_error *err)
{
	size_t len = strlen(line);
	ssize_t done;
	off_t size;

	if (prepare_file(file, len, &size, err) != 0)
		return -1;
	done = write(file->fd, line, len);
	if (done == (ssize_t)len)
		return 0;
	if (done >= 0)
		errno = ENOSPC;
	(void)fail_file(err, NAME, file->dir);
	/* Half a line would spoil the next one. */
	if (done > 0 && ftruncate(file->fd, size) != 0)
		cr_journal_file_close(file);
	return -1;
}

void cr_journal_file_remove(const char *dir, const char *name)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/%s", dir, name) < (int)sizeof(path))
		(void)unlink(path);
}

/* The new file beside the old one.  The directory may be shared with another host's slurmctld. */
static int name_new_file(char path[PATH_MAX], const char *dir, const char *name)
{
	char host[64] = "";

	(void)gethostname(host, sizeof(host) - 1);
	return snprintf(path, PATH_MAX, "%s/.%s.%s.%ld.new", dir, name, host, (long)getpid()) <
			       PATH_MAX
		       ? 0
		       : -1;
}

int cr_journal_file_replace(const char *dir, const char *name, const char *text,
			    struct cr_error *err)
{
	char path[PATH_MAX], beside[PATH_MAX];
	size_t len = strlen(text);
	int fd, rc = -1;

	if (snprintf(path, sizeof(path), "%s/%s", dir, name) >= (int)sizeof(path) ||
	    name_new_file(beside, dir, name) != 0)
		return cr_error_set(err, "%s: too long a name", dir);
	fd = open_file(beside, O_TRUNC);
	if (fd >= 0 && write(fd, text, len) == (ssize_t)len && fchmod(fd, 0600) == 0)
		rc = rename(beside, path);
	if (rc != 0) {
		(void)fail_file(err, name, dir);
		(void)unlink(beside);
	}
	if (fd >= 0)
		(void)close(fd);
	return rc;
}
