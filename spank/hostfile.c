/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The host file that srun reads for an order of ranks: in memory, a line for each task. */
#include "spank/hostfile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Written through a stream of its own, so that FD stays when that is closed. */
static int write_lines(int fd, const struct cr_plan *plan, const uint32_t *counts)
{
	int copy = dup(fd);
	FILE *out = copy < 0 ? NULL : fdopen(copy, "w");
	bool failed;

	if (!out) {
		if (copy >= 0)
			(void)close(copy);
		return -1;
	}
	for (size_t rank = 0; rank < cr_plan_count(plan); rank++)
		for (uint32_t k = 0; k < counts[cr_plan_index(plan, rank)]; k++)
			(void)fprintf(out, "%s\n", cr_plan_names(plan)[rank]);
	failed = ferror(out) != 0;
	return fclose(out) != 0 || failed ? -1 : 0;
}

int cr_hostfile_make(const struct cr_plan *plan, const uint32_t *counts, struct cr_error *err)
{
	int fd = memfd_create("commroute-ranks", MFD_CLOEXEC);

	if (fd < 0)
		return cr_error_set(err, "no memory for a host file: %s", strerror(errno));
	if (write_lines(fd, plan, counts) == 0)
		return fd;
	(void)cr_error_set(err, "the host file could not be written: %s", strerror(errno));
	(void)close(fd);
	return -1;
}
