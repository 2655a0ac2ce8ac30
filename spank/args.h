/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The words after the plugin's name in plugstack.conf:
 *
 *	optional spank_commroute.so [config=/path/commroute.yaml] [root=/path]
 *
 * Pure; any thread.
 */
#ifndef CR_SPANK_ARGS_H
#define CR_SPANK_ARGS_H

#include "spank/host.h"

struct cr_spank_args {
	const char *config; /* borrowed from Slurm's argv; NULL = beside slurm.conf */
	const char *root;   /* before the paths of sysfs and /dev, for tests; borrowed, or NULL */
};

/** Read ARGC words.  An unknown one is logged through HOST and skipped: no job fails for it. */
struct cr_spank_args cr_spank_args_read(int argc, char **argv, const struct cr_host *host);

#endif
