/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A path of a node is a path below a root, so that tests can present other nodes. */
#include "environment/file_below.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int cr_below_path(const char *root, const char *path, char *buf, size_t size)
{
	int n = snprintf(buf, size, "%s%s", root, path);

	return n > 0 && (size_t)n < size ? 0 : -1;
}

int cr_below_open(const char *root, const char *path)
{
	char full[PATH_MAX];
	struct stat st;
	int fd = -1;

	if (cr_below_path(root, path, full, sizeof(full)) == 0)
		fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
		(void)close(fd);
		fd = -1;
	}
	return fd;
}

void cr_below_read(const char *root, const char *path, char *buf, size_t size)
{
	int fd = cr_below_open(root, path);
	ssize_t got = fd < 0 ? -1 : read(fd, buf, size - 1);

	buf[got > 0 ? got : 0] = '\0';
	if (fd >= 0)
		(void)close(fd);
}
