/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who is in control, from slurmctld's heartbeat. */
#include "job_submit/control.h"

#include <endian.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static struct {
	size_t controllers;
	int place;
	char path[PATH_MAX];
} control;

void cr_control_open(size_t controllers, int place, const char *dir)
{
	control.controllers = controllers;
	control.place = place;
	(void)snprintf(control.path, sizeof(control.path), "%s/heartbeat", dir ? dir : "");
}

/* The time of the last beat, and whose it was, each a number of 64 bits in network order. */
static int read_place(void)
{
	int fd = open(control.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	uint64_t beat[2];
	ssize_t n = fd < 0 ? -1 : read(fd, beat, sizeof(beat));

	if (fd >= 0)
		(void)close(fd);
	return n == (ssize_t)sizeof(beat) && be64toh(beat[1]) < INT_MAX ? (int)be64toh(beat[1])
									: -1;
}

bool cr_control_is_ours(void)
{
	return control.controllers < 2 || read_place() == control.place;
}
