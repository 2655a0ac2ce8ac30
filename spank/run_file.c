/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Below /run everything is gone with the next boot. */
#include "spank/run_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 512

static int make_path(char *path, const char *dir, const char *name, const char *node,
		     const char *end)
{
	int n = snprintf(path, PATH_SIZE, "%s/%s.%s%s", dir, name, node, end);

	return n < 0 || n >= PATH_SIZE || strchr(node, '/') ? -1 : 0;
}

int cr_run_file_open(const char *dir, const char *name, const char *node)
{
	char path[PATH_SIZE];
	struct stat st;
	int fd;

	if (make_path(path, dir, name, node, "") != 0 || (mkdir(dir, 0755) != 0 && errno != EEXIST))
		return -1;
	fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	    !(st.st_mode & 022) && st.st_nlink == 1 && flock(fd, LOCK_EX | LOCK_NB) == 0)
		return fd;
	(void)close(fd);
	return -1;
}

static int write_new(const char *path, const char *text, size_t len)
{
	int fd;
	bool whole;

	(void)unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return -1;
	whole = write(fd, text, len) == (ssize_t)len && fchmod(fd, 0644) == 0;
	return close(fd) == 0 && whole ? 0 : -1;
}

int cr_run_file_replace(const char *dir, const char *name, const char *node, const char *text,
			size_t len)
{
	char path[PATH_SIZE], half[PATH_SIZE];

	if (make_path(path, dir, name, node, ".prom") != 0 ||
	    make_path(half, dir, name, node, ".new") != 0)
		return -1;
	if (write_new(half, text, len) == 0 && rename(half, path) == 0)
		return 0;
	(void)unlink(half);
	return -1;
}
