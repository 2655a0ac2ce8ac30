/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One count more in a small file of the node's own. */
#include "spank/step_count.h"

#include "launch/tally.h"
#include "policies/job/variables.h"
#include "spank/folded.h"
#include "spank/run_file.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TRIES     20
#define TRY_NS    (1000L * 1000)
#define LIST_SIZE 131072 /* longer than any variable that execve() takes */

/* The step's first node counts it, so that it is counted once. */
static bool begins_here(const struct cr_host *host, const char *node)
{
	char number[16], first[256];
	char *nodes = malloc(LIST_SIZE);
	bool here = nodes &&
		    host->getenv(host->step, "SLURM_STEP_NUM_NODES", number, sizeof(number)) == 0 &&
		    strtoul(number, NULL, 10) > 1 &&
		    host->getenv(host->step, "SLURM_STEP_NODELIST", nodes, LIST_SIZE) == 0 &&
		    cr_folded_first(nodes, first, sizeof(first)) == 0 && strcmp(first, node) == 0;

	free(nodes);
	return here;
}

/* Another step of this node's may have it; nobody waits for long. */
static int lock_file(const char *dir, const char *node)
{
	const struct timespec pause = {.tv_nsec = TRY_NS};
	int fd = cr_run_file_open(dir, "steps", node);

	for (int i = 1; fd < 0 && i < TRIES; i++) {
		(void)nanosleep(&pause, NULL);
		fd = cr_run_file_open(dir, "steps", node);
	}
	return fd;
}

static void read_old(const char *dir, const char *node, struct cr_tally *tally)
{
	char path[512], text[CR_TALLY_BYTES];
	int n = snprintf(path, sizeof(path), "%s/steps.%s.prom", dir, node);
	int fd = n > 0 && (size_t)n < sizeof(path) ? open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
						   : -1;
	ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		(void)close(fd);
	if (len <= 0)
		return;
	text[len] = '\0';
	cr_tally_read(tally, text);
}

static void count_one(const char *dir, const char *node, const char *cause)
{
	struct cr_tally tally = {.count = 0};
	char text[CR_TALLY_BYTES];
	int fd = lock_file(dir, node);
	size_t len;

	if (fd < 0)
		return;
	read_old(dir, node, &tally);
	cr_tally_add(&tally, cause, 1);
	len = cr_tally_print(&tally, node, text, sizeof(text));
	if (len)
		(void)cr_run_file_replace(dir, "steps", node, text, len);
	(void)close(fd);
}

void cr_step_count(const char *dir, const char *node, const struct cr_host *host)
{
	char cause[CR_CAUSE_MAX] = "", own[16];
	bool ordered = host->getenv(host->step, CR_NAME_CARRIED_ORDERED, own, sizeof(own)) == 0;
	bool left = host->getenv(host->step, CR_NAME_CARRIED_LEFT, cause, sizeof(cause)) == 0 &&
		    *cause && cr_tally_takes(cause);

	host->unsetenv(host->step, CR_NAME_CARRIED_LEFT);
	if (ordered)
		cause[0] = '\0';
	if ((ordered || left) && begins_here(host, node))
		count_one(dir, node, cause);
}
