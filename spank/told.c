/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A ring of (job, hash of a line) in a file of fixed size, below /run: gone with the next boot. */
#include "spank/told.h"

#include "spank/run_file.h"

#include <stdbool.h>
#include <string.h>
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
	int fd = cr_run_file_open(dir, "told", node);
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
