/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls of the Slurm program around the plugin, through a table that tests can replace. */
#include "spank/host.h"

#include <stdarg.h>
#include <stdio.h>

void cr_host_log(const struct cr_host *host, enum cr_host_level level, const char *fmt, ...)
{
	char text[600];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	host->log(level, text);
}

bool cr_host_is_batch(const struct cr_host *host)
{
	char number[16];

	return host->getenv(host->step, "SLURM_STEP_NUM_NODES", number, sizeof(number)) != 0;
}
