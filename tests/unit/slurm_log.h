/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slurm's log functions, silent: a program's own definitions win over those of
 * libslurm.  Tests that walk every failing path would fill a screen.  Errors are counted.
 */
#ifndef CR_TESTS_UNIT_SLURM_LOG_H
#define CR_TESTS_UNIT_SLURM_LOG_H

#include <slurm/spank.h>

static unsigned log_errors;

void slurm_error(const char *format, ...)
{
	(void)format;
	log_errors++;
}

void slurm_info(const char *format, ...)
{
	(void)format;
}

void slurm_debug(const char *format, ...)
{
	(void)format;
}

#endif
