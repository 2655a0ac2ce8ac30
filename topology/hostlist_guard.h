/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Internal to topology/hostlist*.c: what libslurm would make of a host list, without making it. */
#ifndef CR_TOPOLOGY_HOSTLIST_GUARD_H
#define CR_TOPOLOGY_HOSTLIST_GUARD_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/** One element of a host list: "n[1-4,7]x", "n7". */
struct cr_host_token {
	const char *text; /* not terminated */
	size_t len;
	size_t hosts;    /* that it stands for */
	size_t ranges;   /* in all its brackets */
	unsigned groups; /* bracket pairs; 0 = a plain name */
};

/**
 * The token at *AT: sets *TOKEN, moves *AT behind it.  Returns 1, 0 at the end
 * of the text, or -1 with ERR when Slurm would refuse it, or it stands for more
 * than MAX hosts or is beyond what libslurm bears.
 */
int cr_host_token_next(const char **at, size_t max, struct cr_host_token *token,
		       struct cr_error *err);

#endif
