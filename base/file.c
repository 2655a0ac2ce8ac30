/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading a file that somebody else may have put there: never a link, a FIFO or without an end. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct cr_file_mark mark_of(const struct stat *st)
{
	return (struct cr_file_mark){
		.dev = st->st_dev,
		.ino = st->st_ino,
		.size = st->st_size,
		.mtime_ns = st->st_mtim.tv_sec * 1000000000LL + st->st_mtim.tv_nsec,
		.ctime_ns = st->st_ctim.tv_sec * 1000000000LL + st->st_ctim.tv_nsec,
	};
}

static bool owner_is_trusted(const struct stat *st, const struct cr_file_rules *rules)
{
	return st->st_uid == 0 || st->st_uid == geteuid() || st->st_uid == rules->owner;
}

static int check_file(const char *path, const struct stat *st, const struct cr_file_rules *rules,
		      struct cr_error *err)
{
	if (S_ISDIR(st->st_mode))
		return cr_error_set(err, "%s: is a directory, a file is needed", path);
	if (!S_ISREG(st->st_mode))
		return cr_error_set(err, "%s: is not a regular file", path);
	if (rules->trusted_owner && !owner_is_trusted(st, rules))
		return cr_error_set(err, "%s: owned by uid %u, not by root (chown root)", path,
				    (unsigned)st->st_uid);
	if (rules->trusted_owner && (st->st_mode & (S_IWGRP | S_IWOTH)))
		return cr_error_set(err, "%s: mode %04o lets others write it (chmod go-w)", path,
				    (unsigned)(st->st_mode & 07777));
	if ((unsigned long long)st->st_size > rules->max_bytes)
		return cr_error_set(err, "%s: %lld bytes, the limit is %zu", path,
				    (long long)st->st_size, rules->max_bytes);
	return 0;
}

/* The file may grow or shrink under us: read what the first look promised, no more. */
static ssize_t read_all(int fd, char *buf, size_t want)
{
	size_t have = 0;

	while (have < want) {
		ssize_t n = read(fd, buf + have, want - have);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		have += (size_t)n;
	}
	return (ssize_t)have;
}

static int open_checked(const char *path, const struct cr_file_rules *rules, struct stat *st,
			struct cr_error *err)
{
	/* O_NONBLOCK: opening a FIFO must not wait for a writer. */
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 && errno == ELOOP)
		return cr_error_set(err, "%s: is a symbolic link, which is not followed", path);
	if (fd < 0)
		return cr_error_set(err, "%s: %s", path, strerror(errno));
	if (fstat(fd, st) == 0 && check_file(path, st, rules, err) == 0)
		return fd;
	close(fd);
	return -1;
}

int cr_file_read(const char *path, const struct cr_file_rules *rules, char **buf, size_t *len,
		 struct cr_file_mark *mark, struct cr_error *err)
{
	struct stat st = {0};
	char *data;
	ssize_t got;
	int fd = open_checked(path, rules, &st, err);

	if (fd < 0)
		return -1;
	data = malloc((size_t)st.st_size + 1);
	if (!data) {
		cr_error_set(err, "%s: out of memory for %lld bytes", path, (long long)st.st_size);
		goto fail;
	}
	got = read_all(fd, data, (size_t)st.st_size);
	if (got < 0) {
		cr_error_set(err, "%s: %s", path, strerror(errno));
		goto fail;
	}
	close(fd);
	data[got] = '\0';
	*buf = data;
	*len = (size_t)got;
	if (mark)
		*mark = mark_of(&st);
	return 0;
fail:
	free(data);
	close(fd);
	return -1;
}

struct cr_file_mark cr_file_mark_of(const char *path)
{
	struct stat st;

	if (lstat(path, &st) != 0)
		return (struct cr_file_mark){0};
	return mark_of(&st);
}

bool cr_file_mark_equal(const struct cr_file_mark *a, const struct cr_file_mark *b)
{
	return a->dev == b->dev && a->ino == b->ino && a->size == b->size &&
	       a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns;
}
