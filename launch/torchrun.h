/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the words of a step's program say to torchrun: torchrun itself, or python -m
 * torch.distributed.run or .launch, whatever stands before it.  Read as its parser reads
 * them (torch 2.14, torch/distributed/run.py): `-` and `_` alike, a name's beginning for the
 * name, and nothing behind the script's name.
 *
 * Pure; any thread.
 */
#ifndef CR_LAUNCH_TORCHRUN_H
#define CR_LAUNCH_TORCHRUN_H

#include <stdbool.h>
#include <stddef.h>

/** Options by which agents meet, and how many workers each starts; borrowed, NULL = not said. */
struct cr_torchrun {
	const char *nnodes, *nproc, *backend, *endpoint, *master, *node_rank;
	bool standalone;
	bool hidden; /* a shell's variable stands where there may be options */
};

/**
 * What the first torchrun among COUNT WORDS is told; the last of two that name the
 * same option counts.  Returns 0 and sets *SAID, or -1 when there is none, or only inside the
 * text of a `bash -c`.
 */
int cr_torchrun_read(int count, const char *const *words, struct cr_torchrun *said);

/**
 * Does every torchrun that COUNT WORDS show, also inside the text of a `bash -c`, leave it
 * to the environment how the agents of a step on NODES nodes meet?  false as well when none
 * is to be seen (a wrapper script, a program that starts torchrun), for then it may be one that
 * trains on each node alone, and would wait for the others for ever.
 */
bool cr_torchrun_is_open(int count, const char *const *words, size_t nodes);

#endif
