/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A ring of (job, hash of a line) in a file of fixed size, below /run: gone with the next boot. */
#include "spank/told.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0x43520001u /* changes with the form: another form is begun anew */

struct entry {
	uint32_t job, hash;
};

struct ring {
	uint32_t magic, next;
	struct entry entries[CR_TOLD_MAX];
};

#define HASH_BEGIN 2166136261u

/* FNV-1a, going on from HASH. */
static uint32_t hash_of(uint32_t hash, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)line[i]) * 16777619u;
	return hash;
}

/* A file of this process's own user that nobody else writes; -1: not to be used. */
static int open_ring(const char *dir, const char *node)
{
	char path[512];
	struct stat st;
	int n = snprintf(path, sizeof(path), "%s/told.%s", dir, node);
	int fd;

	if (n < 0 || (size_t)n >= sizeof(path) || strchr(node, '/') ||
	    (mkdir(dir, 0755) != 0 && errno != EEXIST))
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

static void read_ring(int fd, struct ring *ring)
{
	if (pread(fd, ring, sizeof(*ring), 0) != (ssize_t)sizeof(*ring) || ring->magic != MAGIC ||
	    ring->next >= CR_TOLD_MAX)
		*ring = (struct ring){.magic = MAGIC};
}

static bool ring_has(const struct ring *ring, struct entry entry)
{
	for (size_t i = 0; i < CR_TOLD_MAX; i++)
		if (ring->entries[i].job == entry.job && ring->entries[i].hash == entry.hash)
			return true;
	return false;
}

static bool is_new(const char *dir, const char *node, struct entry entry)
{
	struct ring ring;
	int fd = open_ring(dir, node);
	bool fresh;

	if (fd < 0)
		return true;
	read_ring(fd, &ring);
	fresh = !ring_has(&ring, entry);
	if (fresh) {
		ring.entries[ring.next] = entry;
		ring.next = (ring.next + 1) % CR_TOLD_MAX;
		/* Half a write is another form: the next one begins anew. */
		if (pwrite(fd, &ring, sizeof(ring), 0) != (ssize_t)sizeof(ring))
			(void)!ftruncate(fd, 0);
	}
	(void)close(fd);
	return fresh;
}

void cr_told_keep_new(const char *dir, const char *node, uint32_t jobid, const char *run,
		      char *text)
{
	const uint32_t begin = hash_of(HASH_BEGIN, run, strlen(run) + 1);
	char *to = text;

	for (const char *from = text; *from;) {
		size_t len = strcspn(from, "\n");
		const char *next = from[len] ? from + len + 1 : from + len;

		if (is_new(dir, node, (struct entry){jobid, hash_of(begin, from, len)})) {
			if (to != text)
				*to++ = '\n';
			memmove(to, from, len);
			to += len;
		}
		from = next;
	}
	*to = '\0';
}
