/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What frameworks make of an order of nodes (docs/frameworks.md). */
#ifndef CR_SPANK_FRAMEWORKS_H
#define CR_SPANK_FRAMEWORKS_H

#include <stddef.h>
#include <stdint.h>

/**
 * The program of a step is COUNT WORDS, AGENTS of it on each node that see all of the node's
 * GPUs (0: not known, or each sees its own).  When it is torchrun and will not do what is
 * meant a warning with the line that does goes to BUF; otherwise BUF becomes "".  It warns of
 *
 *	several agents on a node that each start several workers: two ranks get one GPU, which
 *	NCCL refuses ("Duplicate GPU detected");
 *	the c10d rendezvous, which sorts agents by host name as text and so throws any order
 *	away (pytorch#191190).
 *
 * Pure but for PET_NPROC_PER_NODE, which stands for the option.
 */
void cr_frameworks_warn(int count, const char *const *words, uint32_t agents, char *buf,
			size_t size);

#endif
